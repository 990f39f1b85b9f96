import { ChevronLeft, ChevronRight, FileDown, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { Foreign } from '../../text/foreign.tsx';
import { formatNumber } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { CommandButton } from '../command-button.tsx';
import { dayOf, moneyOf, ReceiptPicture, vendorOf } from './receipt-item.tsx';
import { type ReceiptPage, useReceiptPages } from './use-receipt-pages.ts';

export function CustomerReceipts({ userId }: { readonly userId: string }) {
  const { view, t, language, send } = useCashier();
  const { page, failed, trail, next, previous, reload } = useReceiptPages(userId);
  const busy = useBusy('partner.receipts');
  const list = useRef<HTMLElement>(null);
  const { pdf } = view.partner;

  /** The list begins anew: so does who reads it. */
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
      <div role="status">
        {pdf !== null && (
          <p>{t('pdfSaving', { kilobytes: formatNumber(language, Math.round(pdf.receivedBytes / 1_024)) })}</p>
        )}
      </div>
      <Grid least={8} gap={0.75}>
        {pdf !== null && <Button onPress={() => void send('partner.stopPdf', null)}>{t('pdfStop')}</Button>}
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
      <ReceiptPicture item={item} />
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
