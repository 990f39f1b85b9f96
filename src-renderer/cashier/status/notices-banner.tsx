import { DatabaseZap } from 'lucide-react';
import type { NoticeCode } from '../../../src-main/lib/notices.ts';
import type { ServiceRefusal } from '../../../src-main/lib/till-view.ts';
import { Banner } from '../../ui/banner.tsx';
import { Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';

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
    <Banner icon={DatabaseZap} title={t('noticesTitle')}>
      <Stack as="ul" gap={0.25}>
        {told.map((notice) => (
          <li key={notice}>
            {t(words[notice])}
            {notice === 'registrationRefused' && <ServiceWords about="registration" />}
          </li>
        ))}
      </Stack>
    </Banner>
  );
}

/** What the service itself said, word for word: whoever looks after the computer can act on it. */
export function ServiceWords({ about }: { readonly about: ServiceRefusal['what'] }) {
  const { view, t } = useCashier();
  const refusals = view.status.refusals.filter(({ what }) => what === about);
  return refusals.map(({ storeId, status, title, detail, traceId }) => (
    <p key={storeId}>
      {t('serviceSays', { words: [title, detail].filter((words) => words !== '').join('. ') })}{' '}
      {title.endsWith(String(status)) ? '' : `(${status})`} {traceId !== null && t('attentionTraceId', { id: traceId })}
    </p>
  ));
}
