import { ChevronLeft, ChevronRight, FileDown, RefreshCw, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { ReceiptPage } from '../../../src-main/shared/partner-view.ts';
import { done, type Result } from '../../../src-main/shared/result.ts';
import { formatNumber, spokenLanguage, t } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Field, Form, Grid, Row, Stack } from '../../ui/controls.tsx';
import { createNewestAnswer } from '../query-state.tsx';
import { ask, CommandButton, useBusy } from '../window-state.tsx';
import { aboutReceipt, matchesSearch, moneyOf, receiptDay } from './receipt-item.ts';

interface Request {
  /** The service's `continuation` of each page up to this one. The first page has none (null). */
  readonly trail: readonly (string | null)[];
  /** Empty: the pages as the service lists them. */
  readonly search: string;
}

const firstPage: Request = { trail: [null], search: '' };

const mostFound = 50;

/**
 * Searches page after page, because the service has no search. `totalCount` is null if there are more. A page that the
 * service repeats ends the search, which would not end otherwise.
 */
export async function find(
  read: (continuation: string | null) => Promise<Result<ReceiptPage>>,
  fits: (item: ReceiptPage['items'][number]) => boolean,
  isLeft: () => boolean,
): Promise<Result<ReceiptPage>> {
  const items: ReceiptPage['items'][number][] = [];
  const seen = new Set<string>();
  let continuation: string | null = null;
  do {
    const answer = await read(continuation);
    if (!answer.ok) return answer;
    continuation = answer.value.continuation;
    const page = JSON.stringify([continuation, answer.value.items[0]]);
    if (seen.has(page)) break;
    seen.add(page);
    items.push(...answer.value.items.filter(fits));
  } while (continuation !== null && items.length <= mostFound && !isLeft());
  const totalCount = items.length <= mostFound ? items.length : null;
  return done({ items: items.slice(0, mostFound), totalCount, continuation: null });
}

/** A customer's receipts, one page at a time. The service only offers the next page, so "previous" asks again. */
export function CustomerReceipts({ userId }: { readonly userId: string }) {
  const [request, setRequest] = useState(firstPage);
  const [newest] = useState(() => createNewestAnswer<{ page: ReceiptPage; trail: Request['trail'] }>());
  const [text, setText] = useState('');
  const busy = useBusy('partner.receipts');
  // A search compares dates as they are written in this language.
  const language = spokenLanguage();

  useEffect(() => {
    const { trail, search } = request;
    const read = (continuation: string | null) => ask('partner.receipts', { userId, continuation, take: null });
    return newest.ask(`${userId} ${language} ${search}`, async (isLeft) => {
      const answer = await (search === ''
        ? read(trail.at(-1) ?? null)
        : find(read, (item) => matchesSearch(item, search), isLeft));
      return answer.ok ? done({ page: answer.value, trail }) : answer;
    });
  }, [newest, request, userId, language]);

  const { value, hasFailed } = useStore(newest.store);
  const { page, trail } = value ?? { page: null, trail: firstPage.trail };
  const continuation = page?.continuation ?? null;
  const isFinding = request.search !== '';
  const isFull = isFinding && page?.totalCount === null;
  const open = (next: Request['trail']): void => setRequest({ trail: next, search: '' });

  return (
    <Stack as="section" aria-label={t('customerReceipts')}>
      <Row as="header" gap={[0.25, 1]} align="baseline" justify="space-between">
        <h3>{t('customerReceipts')}</h3>
        <p className="quiet" role="status">
          {isFull && t('receiptsFoundMore', { number: formatNumber(mostFound) })}
          {page?.totalCount != null && t('customerReceiptsCount', { count: page.totalCount })}
          {trail.length > 1 && ` · ${t('pageNow', { page: trail.length })}`}
        </p>
      </Row>
      <Row as={Form} role="search" align="end" onSubmit={() => setRequest({ ...firstPage, search: text.trim() })}>
        <Field label={t('customerSearch')} value={text} maxLength={64} onChange={setText} />
        <Button icon={Search} look="accent" type="submit" data-busy={busy} aria-label={t('search')} />
        {!isFinding && (
          <Button
            icon={RefreshCw}
            data-busy={busy}
            aria-label={t('customerReload')}
            onPress={() => setRequest({ ...request })}
          />
        )}
      </Row>
      {isFinding && (
        <Button
          onPress={() => {
            setText('');
            setRequest(firstPage);
          }}
        >
          {t('showAll')}
        </Button>
      )}
      {/* These buttons are above the list, so that touch and keyboard reach the next page without passing the list. */}
      {(trail.length > 1 || continuation !== null) && !isFinding && (
        <Grid least={8} gap={0.75}>
          <Button icon={ChevronLeft} isDisabled={trail.length < 2} onPress={() => open(trail.slice(0, -1))}>
            {t('pagePrevious')}
          </Button>
          <Button isDisabled={continuation === null} onPress={() => open([...trail, continuation])}>
            {t('pageNext')}
            <ChevronRight aria-hidden="true" />
          </Button>
        </Grid>
      )}
      {hasFailed && <p role="alert">{t('customerReceiptsFailed')}</p>}
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
  const day = receiptDay(item);
  const amount = moneyOf(item);

  return (
    <li className="customers__row">
      <span className="recent__amount">{amount}</span>
      <span className="records__about">
        <span>
          <Foreign text={item.vendorName ?? item.storeId ?? '–'} />
        </span>
        <span className="quiet">
          <Foreign text={aboutReceipt(item)} />
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
