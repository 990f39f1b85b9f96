import type { ServiceRefusal } from '../../../src-main/lib/till-view.ts';
import { useCashier } from '../cashier-context.ts';

interface ServiceWordsProps {
  readonly about: ServiceRefusal['what'];
}

/** What the service itself said, word for word: whoever looks after the computer can act on it. */
export function ServiceWords({ about }: ServiceWordsProps) {
  const { view, t } = useCashier();
  const refusals = view.status.refusals.filter(({ what }) => what === about);
  return refusals.map(({ storeId, status, title, detail, traceId }) => (
    <p key={storeId}>
      {t('serviceSays', { words: [title, detail].filter((words) => words !== '').join('. ') })}{' '}
      {title.endsWith(String(status)) ? '' : `(${status})`} {traceId !== null && t('attentionTraceId', { id: traceId })}
    </p>
  ));
}
