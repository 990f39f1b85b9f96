import { CircleCheck, Heart } from 'lucide-react';
import type { Language } from '../../../src-main/shared/languages.ts';
import { customerText } from '../../text/i18n.ts';
import { formatNumber } from '../../text/numbers.ts';
import { useRoom } from '../room.ts';
import { MessageScreen } from './message-screen.tsx';

interface WelcomeScreenProps {
  readonly title: string;
  readonly points: number | null;
  readonly rewards: readonly string[];
  readonly language: Language;
}

/** The screen has no name on purpose, because other customers could read it. */
export function WelcomeScreen({ title, points, rewards, language }: WelcomeScreenProps) {
  const t = customerText(language);
  const room = useRoom();
  const text =
    points === null ? t('welcomeText') : t('points', { count: points, number: formatNumber(language, points) });
  return (
    <MessageScreen icon={CircleCheck} title={title} text={text} total={null} language={language}>
      {rewards.length > 0 && room.rewards > 0 && (
        <>
          <hr className="perforation" />
          <h2>{t('rewards')}</h2>
          <ul className="rewards">
            {rewards.slice(0, room.rewards).map((reward) => (
              <li key={reward}>
                <Heart aria-hidden="true" strokeWidth={1.75} />
                {reward}
              </li>
            ))}
          </ul>
        </>
      )}
    </MessageScreen>
  );
}
