import type { ReactElement } from 'react';
import type { Language } from '../../src-main/shared/languages.ts';
import type { OwnWords } from '../../src-main/shared/shop-look.ts';
import type { CustomerScreen } from '../../src-main/shared/views.ts';
import { customerText } from '../text/i18n.ts';
import { screenSentences } from '../text/screen-sentences.ts';
import { BasketScreen } from './screens/basket-screen.tsx';
import { IdleScreen } from './screens/idle-screen.tsx';
import { MessageScreen, signs } from './screens/message-screen.tsx';
import { QrScreen } from './screens/qr-screen.tsx';
import { WelcomeScreen } from './screens/welcome-screen.tsx';

interface ScreenProps {
  readonly screen: CustomerScreen;
  readonly language: Language;
  readonly texts: OwnWords;
  readonly pictures: readonly string[];
}

/** One kind of view, one screen: its own, or a message with a sign and sentences. */
export function Screen({ screen, language, texts, pictures }: ScreenProps): ReactElement {
  const { title, text } = screenSentences(screen, customerText(language, texts));
  switch (screen.kind) {
    case 'idle':
      return <IdleScreen pictures={pictures} title={title} text={text ?? ''} />;
    case 'basket':
      return <BasketScreen title={title} lines={screen.lines} total={screen.total} language={language} />;
    case 'qr':
      return <QrScreen screen={screen} words={{ title, text }} language={language} />;
    case 'welcome':
      return <WelcomeScreen title={title} points={screen.points} rewards={screen.rewards} language={language} />;
    default:
      return (
        <MessageScreen
          icon={signs[screen.kind]}
          title={title}
          text={text ?? ''}
          total={'total' in screen ? screen.total : null}
          isTorn={screen.kind === 'thanks' || screen.kind === 'scanned'}
          language={language}
        />
      );
  }
}
