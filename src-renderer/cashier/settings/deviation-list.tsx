import type { ToldDeviation } from '../../../src-main/lib/connection.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';

/** Where the answers of the service are not as described, for its operator; nothing where they are. */
export function DeviationList({ deviations }: { readonly deviations: readonly ToldDeviation[] }) {
  const { t } = useCashier();
  if (deviations.length === 0) return null;
  const title = t('deviations', { count: deviations.length });
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Stack as="ul" className="log" gap={0.25} translate="no">
        {deviations.map(({ route, pointer, found, expected, count }) => (
          <Row
            as="li"
            key={[route, pointer, found, expected].join(' ')}
            className="log__line"
            gap={[0.1, 0.75]}
            align="baseline"
            tone="warn"
          >
            <b>{route}</b>
            <span>
              {pointer === '' ? '' : `${pointer}: `}
              {found} ({expected}) × {count}
            </span>
          </Row>
        ))}
      </Stack>
    </section>
  );
}
