import { DatabaseZap } from 'lucide-react';
import type { NoticeCode } from '../../../src-main/contract/views.ts';
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
  registrationRefused: 'noticeRegistrationRefused',
} as const satisfies Record<NoticeCode, string>;

/** About the app's own files and about what answers in the service's place; main takes a notice back, the window cannot. */
export function NoticesBanner({ notices }: { readonly notices: readonly NoticeCode[] }) {
  const { t } = useCashier();
  return (
    <section className="banner" aria-label={t('noticesTitle')}>
      <DatabaseZap aria-hidden="true" />
      <div>
        <h2>{t('noticesTitle')}</h2>
        <ul>
          {notices.map((notice) => (
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
