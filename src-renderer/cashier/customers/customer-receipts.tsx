import { ChevronLeft, ChevronRight, FileDown, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { ReceiptPage } from '../../../src-main/shared/partner-view.ts';
import { done } from '../../../src-main/shared/result.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Grid, Row, Stack } from '../../ui/controls.tsx';
import { CommandButton, useBusy, useCashier } from '../cashier-context.tsx';
import { createNewestAnswer } from '../query-state.tsx';
import { aboutReceipt, moneyOf, receiptDay } from './receipt-item.ts';

/** The service's `continuation` of each page up to the open one. The first page has none (null). */
type Trail = readonly (string | null)[];

const firstPage: Trail = [null];

/** A customer's receipts, one page at a time. The service only offers the next page, so "previous" asks again. */
export function CustomerReceipts({ userId }: { readonly userId: string }) {
  const { t, ask } = useCashier();
  const [asked, open] = useState(firstPage);
  const [newest] = useState(() => createNewestAnswer<{ page: ReceiptPage; trail: Trail }>());
  const busy = useBusy('partner.receipts');

  useEffect(
    () =>
      newest.ask(userId, async () => {
        const continuation = asked.at(-1) ?? null;
        const answer = await ask('partner.receipts', { userId, continuation, take: null });
        return answer.ok ? done({ page: answer.value, trail: asked }) : answer;
      }),
    [ask, asked, newest, userId],
  );

  const { value, hasFailed } = useStore(newest.store);
  const { page, trail } = value ?? { page: null, trail: firstPage };
  const continuation = page?.continuation ?? null;

  return (
    <Stack as="section" aria-label={t('customerReceipts')}>
      <Row as="header" gap={[0.25, 1]} align="center" justify="space-between">
        <h3>{t('customerReceipts')}</h3>
        <p className="quiet" role="status">
          {page?.totalCount != null && t('customerReceiptsCount', { count: page.totalCount })}
          {trail.length > 1 && ` · ${t('pageNow', { page: trail.length })}`}
        </p>
        <Button icon={RefreshCw} data-busy={busy} aria-label={t('customerReload')} onPress={() => open([...asked])} />
      </Row>
      {/* These buttons are above the list, so that touch and keyboard reach the next page without passing the list. */}
      {(trail.length > 1 || continuation !== null) && (
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
      {page?.items.length === 0 && <p className="quiet">{t('customerReceiptsNone')}</p>}
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
          <Foreign text={aboutReceipt(item, language)} />
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
