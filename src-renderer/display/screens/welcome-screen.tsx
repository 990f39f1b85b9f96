import { Gift, Sparkles } from 'lucide-react';
import type { Language } from '../../../src-main/kernel/languages.ts';
import { customerText } from '../../text/customer-text.ts';
import { formatNumber } from '../../text/numbers.ts';

interface WelcomeScreenProps {
  readonly points: number | null;
  readonly rewards: readonly string[];
  readonly language: Language;
}

const shownRewards = 3;

/** Name-free on purpose: others stand in the queue. */
export function WelcomeScreen({ points, rewards, language }: WelcomeScreenProps) {
  const t = customerText(language);
  return (
    <section className="message">
      <div className="slot" />
      <div className="message__paper strip">
        <span className="message__icon">
          <Sparkles aria-hidden="true" strokeWidth={1.75} />
        </span>
        <h1>{t('welcomeTitle')}</h1>
        <p className="lead">
          {points === null ? t('welcomeText') : t('points', { count: points, number: formatNumber(language, points) })}
        </p>
        {rewards.length > 0 && (
          <>
            <hr className="perforation" />
            <h2>{t('rewards')}</h2>
            <ul className="rewards">
              {rewards.slice(0, shownRewards).map((reward) => (
                <li key={reward}>
                  <Gift aria-hidden="true" strokeWidth={1.75} />
                  {reward}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
