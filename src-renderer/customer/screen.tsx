import { BadgeCheck, CircleSlash, Clock3, HeartHandshake, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import type { CustomerScreen } from '../../src-main/contract/views.ts';
import type { Language } from '../../src-main/kernel/languages.ts';
import { customerText } from '../text/customer-text.ts';
import { BasketScreen } from './screens/basket-screen.tsx';
import { IdleScreen } from './screens/idle-screen.tsx';
import { MessageScreen } from './screens/message-screen.tsx';
import { QrScreen } from './screens/qr-screen.tsx';
import { WelcomeScreen } from './screens/welcome-screen.tsx';

interface ScreenProps {
  readonly screen: CustomerScreen;
  readonly language: Language;
}

const accountWords = {
  before: { title: 'accountBeforeTitle', text: 'accountBeforeText' },
  after: { title: 'accountBeforeTitle', text: 'accountAfterText' },
  ready: { title: 'accountReadyTitle', text: 'accountReadyText' },
} as const;

/** One kind of view, one screen. The return type keeps a new kind from compiling as an empty window. */
export function Screen({ screen, language }: ScreenProps): ReactElement {
  const t = customerText(language);
  switch (screen.kind) {
    case 'idle':
      return <IdleScreen title={t('idleTitle')} text={t('idleText')} />;
    case 'basket':
      return <BasketScreen lines={screen.lines} total={screen.total} language={language} />;
    case 'qr':
      return <QrScreen screen={screen} language={language} />;
    case 'welcome':
      return <WelcomeScreen points={screen.points} rewards={screen.rewards} language={language} />;
    case 'account':
      return (
        <MessageScreen
          icon={BadgeCheck}
          title={t(accountWords[screen.phase].title)}
          text={t(accountWords[screen.phase].text)}
          total={screen.total}
          language={language}
        />
      );
    case 'follows':
      return (
        <MessageScreen
          icon={Clock3}
          title={t('followsTitle')}
          text={t('followsText')}
          total={screen.total}
          language={language}
        />
      );
    case 'paper':
      return (
        <MessageScreen
          icon={Printer}
          title={t('paperTitle')}
          text={t('paperText')}
          total={screen.total}
          language={language}
        />
      );
    case 'thanks':
      return (
        <MessageScreen
          icon={HeartHandshake}
          title={t('thanksTitle')}
          text={t('thanksText')}
          total={screen.total}
          language={language}
        />
      );
    case 'cancelled':
      return (
        <MessageScreen
          icon={CircleSlash}
          title={t('cancelledTitle')}
          text={t('cancelledText')}
          total={null}
          language={language}
        />
      );
  }
}
