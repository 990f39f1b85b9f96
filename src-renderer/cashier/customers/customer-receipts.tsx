import { ChevronLeft, ChevronRight, FileDown, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { done } from '../../../src-main/shared/result.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button } from '../../ui/button.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { CommandButton } from '../command-button.tsx';
import { createNewestAnswer } from '../query-state.tsx';
import { dayOf, moneyOf, type ReceiptPage, vendorOf } from './receipt-item.ts';

/** What was sent for a page and for those before it: the first is null. */
type Trail = readonly (string | null)[];

interface Turned {
  readonly page: ReceiptPage;
  readonly trail: Trail;
}

const first: Trail = [null];

/**
 * A customer's receipts by page. Only one page is in memory. The service only leads forward, so the way back repeats
 * the earlier requests. "Load again" repeats the last request.
 */
function useReceiptPages(userId: string) {
  const { ask } = useCashier();
  const [{ store, ask: askNewest }] = useState(() => createNewestAnswer<Turned>());
  const asked = useRef(first);

  const load = useCallback(
    (trail: Trail): (() => void) => {
      asked.current = trail;
      return askNewest(userId, async () => {
        const answer = await ask('partner.receipts', { userId, continuation: trail.at(-1) ?? null, take: null });
        return answer.ok ? done({ page: answer.value, trail }) : answer;
      });
    },
    [ask, askNewest, userId],
  );

  useEffect(() => load(first), [load]);

  const { value, hasFailed } = useStore(store);
  const trail = value?.trail ?? first;
  const continuation = value?.page.continuation ?? null;
  return {
    /** Null before the first answer. */
    page: value?.page ?? null,
    failed: hasFailed,
    trail,
    next: continuation === null ? null : () => void load([...trail, continuation]),
    previous: trail.length < 2 ? null : () => void load(trail.slice(0, -1)),
    reload: () => void load(asked.current),
  };
}

export function CustomerReceipts({ userId }: { readonly userId: string }) {
  const { t } = useCashier();
  const { page, failed, trail, next, previous, reload } = useReceiptPages(userId);
  const busy = useBusy('partner.receipts');
  const list = useRef<HTMLElement>(null);

  /** A new list starts at its top, also for screen readers. */
  const turn = (go: () => void) => () => {
    go();
    list.current?.focus();
    list.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <Stack as="section" ref={list} className="customers__receipts" tabIndex={-1} aria-label={t('customerReceipts')}>
      <Row as="header" gap={[0.25, 1]} align="baseline" justify="space-between">
        <h3>{t('customerReceipts')}</h3>
        <p className="quiet" role="status">
          {page?.totalCount != null && t('customerReceiptsCount', { count: page.totalCount })}
          {trail.length > 1 && ` · ${t('pageNow', { page: trail.length })}`}
        </p>
      </Row>
      {failed && <p role="alert">{t('customerReceiptsFailed')}</p>}
      {page?.items.length === 0 && <p className="quiet">{t('customerReceiptsNone')}</p>}
      <ul className="lined">
        {page?.items.map((item, index) => (
          <ReceiptRow key={item.receiptId ?? index} item={item} userId={userId} />
        ))}
      </ul>
      <Grid least={8} gap={0.75}>
        <Button icon={RefreshCw} data-busy={busy} onPress={reload}>
          {t('customerReload')}
        </Button>
        <Button icon={ChevronLeft} isDisabled={previous === null || busy} onPress={turn(previous ?? reload)}>
          {t('pagePrevious')}
        </Button>
        <Button isDisabled={next === null || busy} onPress={turn(next ?? reload)}>
          {t('pageNext')}
          <ChevronRight aria-hidden="true" />
        </Button>
      </Grid>
    </Stack>
  );
}

function ReceiptRow({ item, userId }: { item: ReceiptPage['items'][number]; userId: string }) {
  const { t, language } = useCashier();
  const day = dayOf(item, language);
  const amount = moneyOf(item, language);

  return (
    <li className="customers__row">
      <span className="recent__amount">{amount}</span>
      <span className="records__about">
        <span>
          <Foreign text={item.vendorName ?? item.storeId ?? '–'} />
        </span>
        <span className="quiet">
          <Foreign text={[day, vendorOf(item)].filter((part) => part !== '').join(' · ')} />
        </span>
      </span>
      <CommandButton
        icon={FileDown}
        command="partner.savePdf"
        input={{ userId, receiptId: item.receiptId ?? '' }}
        isDisabled={item.receiptId === null}
        aria-label={[t('pdfSave'), day, amount].join(', ')}
      >
        {t('pdfSave')}
      </CommandButton>
    </li>
  );
}
