import { CircleCheck, IdCard, MessageCircleWarning, ScanBarcode, X } from 'lucide-react';
import type { UsableCode } from '../../src-main/shared/scanned-code.ts';
import { t, wordsOf } from '../text/cashier-words.ts';
import { Bare, Button, LeftSeconds } from '../ui/controls.tsx';
import type { Notice } from './session-store.ts';
import { applyCode, codeRules, noCodes } from './take-scan.ts';
import { identify } from './use-scanned-codes.ts';
import { ask, session, useSession, useView } from './window-state.tsx';

function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'error': {
      const { code, verbatim: words } = notice;
      // The data of a connection are on this computer, so the service is not the one to ask.
      const source = code === 'notOpened' ? 'answerVerbatim' : 'serviceMessage';
      return !words ? t(wordsOf('error', code)) : `${t(wordsOf('error', code))} ${t(source, { words })}`;
    }
    case 'identified':
      return t(wordsOf('code', notice.as));
    case 'scanDoubt':
      return t(wordsOf('doubt', notice.because));
    case 'exported':
    case 'pdfNotOpened':
      return t(notice.kind, { path: notice.path });
    case 'resent':
      return t('resent', { count: notice.count });
    default:
      return t(notice.kind);
  }
}

/** The notices that report success. All others report a failure. */
const ok: ReadonlySet<Notice['kind']> = new Set([
  'customerAdded',
  'customerDeleted',
  'exported',
  'resent',
  'identified',
]);

/** The result of the last tap. Always mounted, so that screen readers announce a change. */
export function NoticeLine() {
  const view = useView();
  const notice = useSession(({ notice: last }) => {
    // The message about a customer is not true of the next sale.
    const saleId = last !== null && 'saleId' in last ? (last.saleId ?? null) : null;
    return saleId !== null && saleId !== view.sale?.id ? null : last;
  });
  return (
    <div className="notice" role="status" aria-live="polite">
      {notice === null && <CodeWaits />}
      {notice !== null && (
        <div className="line notice__line">
          {ok.has(notice.kind) ? <CircleCheck aria-hidden="true" /> : <MessageCircleWarning aria-hidden="true" />}
          <p>{noticeWords(notice)}</p>
          {notice.kind === 'exported' && (
            <Button onPress={() => void ask('exports.show', { path: notice.path })}>{t('openFolder')}</Button>
          )}
          {notice.kind === 'scanDoubt' && notice.use !== null && <UseCode code={notice.use} />}
          {notice.kind === 'otherCustomer' && (
            <Button onPress={() => identify({ saleId: notice.saleId, code: notice.code, replaces: true })}>
              {t('otherCustomerUse')}
            </Button>
          )}
          <Bare className="notice__close" aria-label={t('dismiss')} onPress={() => session.setState({ notice: null })}>
            <X aria-hidden="true" />
          </Bare>
        </div>
      )}
    </div>
  );
}

function CodeWaits() {
  const code = useSession(({ customerCode }) => customerCode);
  const card = useSession((now) => now.card);
  const until = code?.waiting.until ?? card?.waiting?.until;
  if (until === undefined) return null;
  return (
    <div className="line notice__line">
      {code === null ? <ScanBarcode aria-hidden="true" /> : <IdCard aria-hidden="true" />}
      {/* Others can see this line, so it must not contain the customer's name. */}
      <p>
        {code !== null || card === null ? (
          t('codeWaits')
        ) : (
          <>
            <b>{card.number}</b> {t('loyaltyWaits')}
          </>
        )}
      </p>
      <Button onPress={() => session.setState(noCodes)}>
        {t('codeForget')}
        <LeftSeconds until={until} />
      </Button>
    </div>
  );
}

function UseCode({ code }: { readonly code: UsableCode }) {
  const view = useView();
  const use = (): void => {
    const around = { sale: view.sale, rules: codeRules(view.settings), now: Date.now() };
    session.setState((now) => applyCode(now, code, around));
  };
  return <Button onPress={use}>{t(wordsOf('doubtUse', code.as))}</Button>;
}
