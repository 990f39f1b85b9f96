import { DatabaseZap } from 'lucide-react';
import type { NoticeCode } from '../../../src-main/lib/notices.ts';
import type { ServiceRefusal } from '../../../src-main/lib/till-view.ts';
import { keyFor, type PlainCashierKey } from '../../text/i18n.ts';
import { Banner } from '../../ui/banner.tsx';
import { Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';

/** These have a banner of their own, with something to tap. */
const ownBanner = ['connectionUnsettled', 'otherConnectionWaits'] as const satisfies readonly NoticeCode[];
type Told = Exclude<NoticeCode, (typeof ownBanner)[number]>;
const isTold = (notice: NoticeCode): notice is Told => !ownBanner.some((one) => one === notice);

/** `noticeInboxStuck` for `inboxStuck`: a new code does not compile without its sentence. */
const noticeWords = (code: Told) => keyFor('notice', code) satisfies PlainCashierKey;

/** About the app's own files and about what answers in the service's place; main takes a notice back, the window cannot. */
export function NoticesBanner({ notices }: { readonly notices: readonly NoticeCode[] }) {
  const { t } = useCashier();
  const told = notices.filter(isTold);
  if (told.length === 0) return null;
  return (
    <Banner icon={DatabaseZap} title={t('noticesTitle')}>
      <Stack as="ul" gap={0.25}>
        {told.map((notice) => (
          <li key={notice}>
            {t(noticeWords(notice))}
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
