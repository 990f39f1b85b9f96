import { CircleCheck, MessageCircleWarning, X } from 'lucide-react';
import { Button as Bare } from 'react-aria-components/Button';
import type { CashierText } from '../text/i18n.ts';
import { wordsOf } from '../text/words-of.ts';
import { Button } from '../ui/button.tsx';
import { useCashier, useSession } from './cashier-context.ts';
import type { Notice } from './session-store.ts';

function noticeWords(notice: Notice, t: CashierText): string {
  switch (notice.kind) {
    case 'error':
      return notice.said === undefined
        ? t(wordsOf('error', notice.code))
        : `${t(wordsOf('error', notice.code))} ${t('serviceSays', { words: notice.said })}`;
    case 'identified':
      return t(wordsOf('code', notice.as));
    case 'scanNotUsed':
    case 'scanProduct':
    case 'scanSetupCode':
    case 'amountRefused':
    case 'pageNotOpened':
      return t(notice.kind);
    case 'done':
      return t(notice.words);
    case 'exported':
      return t('exported', { path: notice.path });
    case 'pdfNotOpened':
      return t('pdfNotOpened', { path: notice.path });
    case 'resent':
      return t('resent', { count: notice.count });
  }
}

/** The others tell of something that did not work. */
const good: ReadonlySet<Notice['kind']> = new Set(['done', 'exported', 'resent', 'identified']);

/** What the last tap led to, said politely. The region is always there, so that screen readers hear it change. */
export function NoticeLine() {
  const { view, t, session } = useCashier();
  // What is wrong with the amount stands beside it, where there is room: nothing moves under the finger that types.
  const notice = useSession(({ notice: last }) =>
    last?.kind === 'amountRefused' && view.form === 'full' ? null : last,
  );
  return (
    <div className="notice" role="status" aria-live="polite">
      {notice !== null && (
        <div className="notice__line">
          {good.has(notice.kind) ? <CircleCheck aria-hidden="true" /> : <MessageCircleWarning aria-hidden="true" />}
          <p>{noticeWords(notice, t)}</p>
          {notice.kind === 'exported' && <ShowFile path={notice.path} />}
          <Bare className="notice__close" aria-label={t('dismiss')} onPress={() => session.setState({ notice: null })}>
            <X aria-hidden="true" />
          </Bare>
        </div>
      )}
    </div>
  );
}

function ShowFile({ path }: { readonly path: string }) {
  const { t, ask } = useCashier();
  return <Button onPress={() => void ask('exports.show', { path })}>{t('openFolder')}</Button>;
}
