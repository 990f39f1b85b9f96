import { CircleCheck, CircleSlash, Clock3, Heart, type LucideIcon, Printer } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import type { Money } from '../../src-main/shared/money.ts';
import type { OwnWords } from '../../src-main/shared/shop-look.ts';
import type { CustomerScreen } from '../../src-main/shared/views.ts';
import { customerText } from '../text/i18n.ts';
import { formatMoneyIn, formatNumberIn } from '../text/numbers.ts';
import { screenSentences } from '../text/screen-sentences.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { shortCode } from '../ui/short-address.ts';
import { useRoom } from './room.ts';

interface Shown<Kind extends CustomerScreen['kind']> {
  readonly screen: Extract<CustomerScreen, { kind: Kind }>;
  readonly title: string;
  readonly text: string | null;
  readonly language: Language;
}

/** The newest lines, at most `atMost`. If some are left out, the first line says how many. */
function BasketLines({
  screen,
  language,
  atMost,
}: Pick<Shown<'basket' | 'qr'>, 'screen' | 'language'> & { readonly atMost: number }) {
  const t = customerText(language);
  const { lines, total } = screen;
  const currency = total?.currency ?? 'EUR';
  const first = lines.length > atMost ? lines.length - (atMost - 1) : 0;
  const shown = lines.map((line, place) => ({ line, place })).slice(first);
  return (
    <ul className="lines">
      {first > 0 && <li className="lines__earlier">{t('earlierLines', { count: first })}</li>}
      {shown.map(({ line, place }) => (
        <li key={place}>
          <span className="lines__quantity">
            {line.quantity === null ? '' : `${formatNumberIn(language, line.quantity)} ×`}
          </span>
          <span className="lines__text">
            <bdi>{shownText(line.text)}</bdi>
          </span>
          <span className="lines__amount">{formatMoneyIn(language, { amount: line.amount, currency })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The amount, as large as its column allows: the style sheet divides the width by the number of characters. */
function TotalLine({ total, language }: { readonly total: Money; readonly language: Language }) {
  const shown = formatMoneyIn(language, total);
  return (
    <dl className="total">
      <dt>{customerText(language)('total')}</dt>
      <dd style={{ '--characters': String(shown.length) }}>{shown}</dd>
    </dl>
  );
}

function IdleScreen({
  title,
  text,
  pictures,
}: Omit<Shown<'idle'>, 'screen'> & { readonly pictures: readonly string[] }) {
  const room = useRoom();
  return (
    <section className="idle">
      <div className="idle__words">
        <h1>{title}</h1>
        {room.sentence && <p className="lead">{text}</p>}
      </div>
      <div className="idle__picture">
        <IdlePictures pictures={pictures} />
      </div>
    </section>
  );
}

const TotalBelow = ({ total, language }: { readonly total: Money | null; readonly language: Language }) =>
  total !== null && (
    <>
      <hr className="perforation" />
      <TotalLine total={total} language={language} />
    </>
  );

/** The time for which one picture is shown. An unused display does almost nothing. */
const shownMs = 30_000;

function IdlePictures({ pictures }: { readonly pictures: readonly string[] }) {
  const [turn, setTurn] = useState(0);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const readable = pictures.filter((picture) => !broken.includes(picture));
  const many = readable.length > 1;

  useEffect(() => {
    if (!many) return;
    const timer = window.setInterval(() => setTurn((now) => now + 1), shownMs);
    return () => clearInterval(timer);
  }, [many]);

  const now = readable[turn % Math.max(1, readable.length)];
  if (now === undefined) return <div className="idle-art" />;
  return (
    <img key={now} className="idle__own" src={now} alt="" onError={() => setBroken((before) => [...before, now])} />
  );
}

function BasketScreen({ screen, title, language }: Shown<'basket'>) {
  const room = useRoom();
  return (
    <section className="basket">
      <div className="slot" />
      <div className="basket__paper strip">
        <h1 className={room.sentence ? undefined : 'sr-only'}>{title}</h1>
        <BasketLines screen={screen} language={language} atMost={room.basketLines} />
        <TotalBelow total={screen.total} language={language} />
      </div>
    </section>
  );
}

export const signs = {
  account: CircleCheck,
  follows: Clock3,
  paper: Printer,
  scanned: CircleCheck,
  thanks: Heart,
  cancelled: CircleSlash,
} as const;

interface MessageProps extends Omit<Shown<never>, 'screen'> {
  readonly icon: LucideIcon;
  readonly total?: Money | null;
  /** The sale is over, so the strip is torn off its printer. */
  readonly isTorn?: boolean;
  readonly children?: ReactNode;
}

function MessageScreen({ icon: Icon, title, text, total = null, language, isTorn = false, children }: MessageProps) {
  const room = useRoom();
  return (
    <section className={isTorn ? 'message message--torn' : 'message'}>
      <div className="slot" />
      <div className="message__paper strip">
        {room.sign && (
          <span className="message__icon">
            <Icon strokeWidth={1.75} />
          </span>
        )}
        <h1>{title}</h1>
        {room.sentence && <p className="lead">{text}</p>}
        {room.messageTotal && <TotalBelow total={total} language={language} />}
        {children}
      </div>
    </section>
  );
}

/** The code on paper, always in the same size and place. */
function QrScreen({ screen, title, text, language }: Shown<'qr'>) {
  const t = customerText(language);
  const room = useRoom();
  return (
    <section className="qr">
      <div className="qr__printer">
        <div className="slot" />
        <div className="qr__paper strip" key={screen.url}>
          <QrCode url={screen.url} label={t('qrLabel')} share={0.65} />
          <p className="qr__address">{shortCode(screen.url)}</p>
        </div>
      </div>
      <div className="qr__words">
        {screen.lines.length > 0 && room.qrLines > 0 && (
          <div className="qr__lines">
            <BasketLines screen={screen} language={language} atMost={room.qrLines} />
            <hr className="perforation" />
          </div>
        )}
        {screen.total !== null && (
          <>
            <TotalLine total={screen.total} language={language} />
            <hr className="perforation" />
          </>
        )}
        <h1>
          {screen.phase !== 'before' && <CircleCheck className="qr__paid" />}
          {title}
        </h1>
        {room.sentence && <p className="lead">{text}</p>}
      </div>
    </section>
  );
}

/** Shows no name, because other customers could read it. */
function WelcomeScreen({ screen: { points, rewards }, title, text, language }: Shown<'welcome'>) {
  const t = customerText(language);
  const room = useRoom();
  const shown = points === null ? text : t('points', { count: points, number: formatNumberIn(language, points) });
  return (
    <MessageScreen icon={CircleCheck} title={title} text={shown} language={language}>
      {rewards.length > 0 && room.rewards > 0 && (
        <>
          <hr className="perforation" />
          <h2>{t('rewards')}</h2>
          <ul className="rewards">
            {rewards.slice(0, room.rewards).map((reward) => (
              <li key={reward}>
                <Heart strokeWidth={1.75} />
                <bdi>{shownText(reward)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </MessageScreen>
  );
}

interface ScreenProps {
  readonly screen: CustomerScreen;
  readonly language: Language;
  readonly texts: OwnWords;
  readonly pictures: readonly string[];
}

export function Screen({ screen, language, texts, pictures }: ScreenProps): ReactElement {
  const sentences = { ...screenSentences(screen, customerText(language, texts)), language };
  switch (screen.kind) {
    case 'idle':
      return <IdleScreen pictures={pictures} {...sentences} />;
    case 'basket':
      return <BasketScreen screen={screen} {...sentences} />;
    case 'qr':
      return <QrScreen screen={screen} {...sentences} />;
    case 'welcome':
      return <WelcomeScreen screen={screen} {...sentences} />;
    default:
      return (
        <MessageScreen
          icon={signs[screen.kind]}
          total={'total' in screen ? screen.total : null}
          isTorn={screen.kind === 'thanks' || screen.kind === 'scanned'}
          {...sentences}
        />
      );
  }
}
