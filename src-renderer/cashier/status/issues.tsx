import { DatabaseZap, Hourglass, KeyRound, Store } from 'lucide-react';
import { useState } from 'react';
import type { NoticeCode } from '../../../src-main/shared/notice-codes.ts';
import type { ServiceRefusal } from '../../../src-main/shared/till-view.ts';
import type { CashierView } from '../../../src-main/shared/views.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import { Banner, type BannerProps, Button, Stack } from '../../ui/controls.tsx';
import { CommandButton, session, useView } from '../window-state.tsx';

/** Notices that have a button or list of their own, so the list of notices leaves them out. */
type ShownSeparately = 'setupRequired' | 'otherConnectionWaits';
const isListedHere = (notice: NoticeCode): notice is Exclude<NoticeCode, ShownSeparately> =>
  notice !== 'setupRequired' && notice !== 'otherConnectionWaits';

type Matter = Pick<BannerProps, 'icon' | 'title' | 'children'>;

/** Problems besides receipts that need a person, the most urgent first. */
export function useMatters(): readonly Matter[] {
  const view = useView();
  const { storesUnknown, refusals, otherConnections, notices, posApi } = view.status;
  const keychain: Matter = {
    icon: KeyRound,
    title: t('keychainTitle'),
    children: (
      <>
        <p>{t('keychainText')}</p>
        <CommandButton command="keychain.retry" input={null}>
          {t('tryAgain')}
        </CommandButton>
      </>
    ),
  };
  // An unknown store is a wrong setting, so all stores and their receipts are one entry.
  const stores: Matter = {
    icon: Store,
    title: t('storesUnknownTitle', { stores: storesUnknown.join(', ') }),
    children: (
      <>
        <p>{t('storesUnknownText')}</p>
        <ServiceWords about="store" />
      </>
    ),
  };
  const refused = refusals
    .filter(({ what }) => what === 'receipts')
    .map(
      ({ storeId, status }): Matter => ({
        icon: Store,
        title: t('receiptsRefusedTitle', { store: storeId }),
        children: (
          <>
            <p>{t('receiptsRefusedText')}</p>
            <ServiceWords about="receipts" storeId={storeId} />
            <CommandButton command="attention.resendAll" input={{ status }}>
              {t('resendAll')}
            </CommandButton>
          </>
        ),
      }),
    );
  const listed = notices.filter(isListedHere);
  // Notices about the app's files or about a server that is not the service, for example. Only main removes them.
  const noticed: Matter = {
    icon: DatabaseZap,
    title: t('noticesTitle'),
    children: (
      <Stack as="ul" gap={0.25}>
        {listed.map((notice) => (
          <li key={notice}>
            {t(wordsOf('notice', notice))}
            {notice === 'portTaken' && <p>{t('portTakenAddress', { address: posApi.takenAddress ?? '' })}</p>}
            {notice === 'registrationRefused' && <ServiceWords about="registration" />}
            {notice === 'notUnderstood' && <ServiceWords about="unclear" />}
          </li>
        ))}
      </Stack>
    ),
  };
  return [
    ...(view.keychain === 'missing' && view.setupRequired !== 'keychainMissing' ? [keychain] : []),
    ...(storesUnknown.length > 0 ? [stores] : []),
    ...refused,
    ...(listed.length > 0 ? [noticed] : []),
    // Receipts of another account wait separately and stay listed.
    ...otherConnections.map(({ address, waiting }) => ({
      icon: Hourglass,
      title: t('elsewhere', { count: waiting }),
      children: <p>{t('elsewhereText', { address: address ?? t('elsewhereBefore') })}</p>,
    })),
  ];
}

export const IssueCards = ({ matters }: { readonly matters: readonly Matter[] }) => (
  <Stack>
    {matters.map((matter) => (
      <Banner key={matter.title} {...matter} />
    ))}
  </Stack>
);

export function FirstIssue() {
  const [first] = useMatters();
  if (first === undefined) return null;
  return (
    <Button
      icon={first.icon}
      className="button--notice"
      onPress={() => session.setState({ place: 'attention', notice: null })}
    >
      {first.title}
    </Button>
  );
}

function ServiceWords({ about, storeId: only }: { readonly about: ServiceRefusal['what']; readonly storeId?: string }) {
  const view = useView();
  const [isOpen, setOpen] = useState(false);
  const refusals = view.status.refusals.filter(
    ({ what, storeId }) => what === about && (only === undefined || storeId === only),
  );
  return refusals.map(({ storeId, status, title, detail, errors, traceId }) => (
    <div key={storeId}>
      <p>
        {t('serviceMessage', {
          words: [title, detail, ...errors.map(({ path, message }) => `${path}: ${message}`)]
            .filter(Boolean)
            .join('. '),
        })}
      </p>
      {isOpen ? (
        <p>
          {status} {traceId !== null && t('attentionTraceId', { id: traceId })}
        </p>
      ) : (
        <Button onPress={() => setOpen(true)}>{t('details')}</Button>
      )}
    </div>
  ));
}

export const issueCount = ({ status, keychain, setupRequired }: CashierView): number =>
  status.attention +
  // The notices include receipts of another account. The choice of a connection has its own banner.
  status.notices.filter((notice) => notice !== 'setupRequired').length +
  status.storesUnknown.length +
  status.refusals.filter(({ what }) => what === 'receipts').length +
  (keychain === 'missing' && setupRequired === null ? 1 : 0);

/** The number of issues. A missing choice of the connection and a customer who asks for paper count as well. */
export const needsPerson = (view: CashierView): number =>
  issueCount(view) + (view.setupRequired === null ? 0 : 1) + (view.paperRequest === null ? 0 : 1);
