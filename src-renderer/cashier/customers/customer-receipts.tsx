import { ChevronLeft, ChevronRight, FileDown, RefreshCw, Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { ReceiptPage } from '../../../src-main/shared/partner-view.ts';
import { done, type Result } from '../../../src-main/shared/result.ts';
import { formatNumber } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Field, Form, Grid, Row, Stack } from '../../ui/controls.tsx';
import { CommandButton, useBusy, useCashier } from '../cashier-context.tsx';
import { createNewestAnswer } from '../query-state.tsx';
import { matchesSearch, moneyOf, receiptDay, vendorOf } from './receipt-item.ts';

/** The service's `continuation` of each page up to this one. The first page has none (null). */
type Trail = readonly (string | null)[];

const first: Trail = [null];

const mostFound = 50;

/**
 * A customer's receipts, one page at a time. The service only offers the next page, so `previous` repeats an earlier
 * request. `reload` repeats the last request. Searching reads page after page, because the service has no search.
 */
function useReceiptPages(userId: string) {
  const { ask, language } = useCashier();
  const [isFinding, setFinding] = useState(false);
  const [{ store, ask: askNewest }] = useState(() => createNewestAnswer<{ page: ReceiptPage; trail: Trail }>());
  const requested = useRef(first);

  const load = useCallback(
    (trail: Trail): (() => void) => {
      requested.current = trail;
      return askNewest(userId, async () => {
        const answer = await ask('partner.receipts', { userId, continuation: trail.at(-1) ?? null, take: null });
        return answer.ok ? done({ page: answer.value, trail }) : answer;
      });
    },
    [ask, askNewest, userId],
  );

  useEffect(() => load(first), [load]);

  const find = (text: string): void => {
    requested.current = first;
    setFinding(true);
    askNewest(`${userId} ${text}`, async () => {
      const items: ReceiptPage['items'][number][] = [];
      let continuation: string | null = null;
      do {
        const answer: Result<ReceiptPage> = await ask('partner.receipts', { userId, continuation, take: null });
        if (!answer.ok) return answer;
        items.push(...answer.value.items.filter((item) => matchesSearch(item, text, language)));
        continuation = answer.value.continuation;
      } while (continuation !== null && items.length <= mostFound);
      const isAll = items.length <= mostFound;
      const page = { items: items.slice(0, mostFound), totalCount: isAll ? items.length : null, continuation: null };
      return done({ page, trail: first });
    });
  };

  const { value, hasFailed } = useStore(store);
  const trail = value?.trail ?? first;
  const continuation = value?.page.continuation ?? null;
  return {
    page: value?.page ?? null,
    failed: hasFailed,
    trail,
    next: continuation === null ? null : () => void load([...trail, continuation]),
    previous: trail.length < 2 ? null : () => void load(trail.slice(0, -1)),
    reload: () => void load(requested.current),
    find,
    all: () => {
      setFinding(false);
      load(first);
    },
    isFinding,
  };
}

export function CustomerReceipts({ userId }: { readonly userId: string }) {
  const { t, language } = useCashier();
  const { page, failed, trail, next, previous, reload, find, all, isFinding } = useReceiptPages(userId);
  const [text, setText] = useState('');
  const busy = useBusy('partner.receipts');
  const isFull = isFinding && page?.totalCount === null;

  return (
    <Stack as="section" className="customers__receipts" aria-label={t('customerReceipts')}>
      <Row as="header" gap={[0.25, 1]} align="baseline" justify="space-between">
        <h3>{t('customerReceipts')}</h3>
        <p className="quiet" role="status">
          {isFull && t('receiptsFoundMore', { number: formatNumber(language, mostFound) })}
          {page?.totalCount != null && t('customerReceiptsCount', { count: page.totalCount })}
          {trail.length > 1 && ` · ${t('pageNow', { page: trail.length })}`}
        </p>
      </Row>
      <Row as={Form} role="search" align="end" onSubmit={() => (text.trim() === '' ? all() : find(text))}>
        <Field label={t('customerSearch')} value={text} maxLength={64} onChange={setText} />
        <Button icon={Search} look="accent" type="submit" data-busy={busy} aria-label={t('search')} />
        {!isFinding && <Button icon={RefreshCw} data-busy={busy} aria-label={t('customerReload')} onPress={reload} />}
      </Row>
      {isFinding && (
        <Button
          onPress={() => {
            setText('');
            all();
          }}
        >
          {t('showAll')}
        </Button>
      )}
      {/* These buttons are above the list, so that touch and keyboard reach the next page without passing the list. */}
      {(previous !== null || next !== null) && !isFinding && (
        <Grid least={8} gap={0.75}>
          <Button icon={ChevronLeft} isDisabled={previous === null} onPress={previous ?? reload}>
            {t('pagePrevious')}
          </Button>
          <Button isDisabled={next === null} onPress={next ?? reload}>
            {t('pageNext')}
            <ChevronRight aria-hidden="true" />
          </Button>
        </Grid>
      )}
      {failed && <p role="alert">{t('customerReceiptsFailed')}</p>}
      {page?.items.length === 0 && <p className="quiet">{t(isFinding ? 'receiptsNone' : 'customerReceiptsNone')}</p>}
      <ul className="lined" aria-busy={busy}>
        {page?.items.map((item, index) => (
          <ReceiptRow key={item.receiptId ?? index} item={item} userId={userId} />
        ))}
      </ul>
    </Stack>
  );
}

function ReceiptRow({ item, userId }: { item: ReceiptPage['items'][number]; userId: string }) {
  const { t, language } = useCashier();
  const day = receiptDay(item, language);
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
