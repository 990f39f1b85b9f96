import { DatabaseZap } from 'lucide-react';
import type { NoticeCode } from '../../../src-main/lib/notices.ts';
import { useCashier } from '../cashier-context.ts';
import { ServiceWords } from './service-words.tsx';

const words = {
  databaseDamaged: 'noticeDatabaseDamaged',
  databaseMissing: 'noticeDatabaseMissing',
  databaseOlder: 'noticeDatabaseOlder',
  databaseMoved: 'noticeDatabaseMoved',
  settingsUnreadable: 'noticeSettingsUnreadable',
  recordSetAside: 'noticeRecordSetAside',
  notTheService: 'noticeNotTheService',
  notUnderstood: 'noticeNotUnderstood',
  registrationRefused: 'noticeRegistrationRefused',
  clockWrong: 'noticeClockWrong',
  policyRefused: 'noticePolicyRefused',
  policyNotConnected: 'noticePolicyNotConnected',
  secretNotGiven: 'noticeSecretNotGiven',
  inboxStuck: 'noticeInboxStuck',
} as const satisfies Record<Exclude<NoticeCode, WithBanner>, string>;

/** These have a banner of their own, with something to tap. */
type WithBanner = 'connectionUnsettled' | 'otherConnectionWaits';
const hasWords = (notice: NoticeCode): notice is keyof typeof words => notice in words;

/** About the app's own files and about what answers in the service's place; main takes a notice back, the window cannot. */
export function NoticesBanner({ notices }: { readonly notices: readonly NoticeCode[] }) {
  const { t } = useCashier();
  const told = notices.filter(hasWords);
  if (told.length === 0) return null;
  return (
    <section className="banner" aria-label={t('noticesTitle')}>
      <DatabaseZap aria-hidden="true" />
      <div>
        <h2>{t('noticesTitle')}</h2>
        <ul>
          {told.map((notice) => (
            <li key={notice}>
              {t(words[notice])}
              {notice === 'registrationRefused' && <ServiceWords about="registration" />}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
