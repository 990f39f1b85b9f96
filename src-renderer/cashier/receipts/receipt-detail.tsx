import {
  ChevronLeft,
  ExternalLink,
  Printer,
  QrCode,
  RotateCcw,
  ScreenShare,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { shownText } from '../../../src-main/shared/foreign-text.ts';
import type { ReceiptView } from '../../../src-main/shared/record-views.ts';
import type { SaleRowView } from '../../../src-main/shared/views.ts';
import {
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  issuanceWords,
  t,
} from '../../text/cashier-words.ts';
import { Foreign, isMadeReference, WhoseSale } from '../../text/foreign.tsx';
import { Button, Card, ConfirmButton, Row, Stack } from '../../ui/controls.tsx';
import { Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { QrHere } from '../sale/qr-here.tsx';
import { StateChip } from '../sale/state-chip.tsx';
import { useRefund } from '../sale/use-sale-actions.ts';
import { Drawer } from '../settings/drawer.tsx';
import { CommandButton, openRefused, send, session, useView } from '../window-state.tsx';

export const numberWords = ({ number, reference }: Pick<SaleRowView, 'number' | 'reference'>): string | null =>
  number === null || number === reference ? null : t('receiptNumber', { number });

export function ReceiptHead({ sale }: { readonly sale: SaleRowView }) {
  const time = `${formatDay(sale.createdAt)}, ${formatTime(sale.createdAt)}`;
  return (
    <Row as="header" className="attention__head" gap={[0.25, 1]} justify="space-between">
      <h2 className="figure">{sale.total === null ? t('noAmount') : formatMoney(sale.total)}</h2>
      <StateChip state={sale.state} />
      <p className="quiet">
        <WhoseSale sale={sale} number={numberWords(sale)} after={time} />
      </p>
    </Row>
  );
}

export function ReceiptDetail({ saleId }: { readonly saleId: string }) {
  const query = useAnswer('receipts.get', { saleId }, useRecordsMoment());
  const [isCodeHere, setCodeHere] = useState(false);
  const receipt = query.value;
  if (receipt === null) {
    return (
      <div className="records">
        <BackToList />
        <Unanswered of={query} />
      </div>
    );
  }
  const amount = receipt.total === null ? t('noAmount') : formatMoney(receipt.total);
  if (isCodeHere && receipt.url !== null) {
    // The customer scans this screen and must not see other customers' data.
    return (
      <div className="records">
        <Row as="header" className="attention__head" gap={[0.25, 1]} justify="space-between">
          <h2 className="figure">{amount}</h2>
          <Button icon={X} onPress={() => setCodeHere(false)}>
            {t('hideCode')}
          </Button>
        </Row>
        <QrHere url={receipt.url} />
      </div>
    );
  }
  return (
    <div className="records receipt">
      <BackToList />
      <Card as="article" gap={1.5} aria-label={shownText(receipt.reference)}>
        <ReceiptHead sale={receipt} />
        <ReceiptContent receipt={receipt} />
      </Card>
      <Stack gap={1.5}>
        <ReceiptTools receipt={receipt} onCode={() => setCodeHere(true)} onChanged={query.again} />
        <Drawer title={t('details')}>
          {isMadeReference(receipt.reference) && (
            <p className="quiet">
              <Foreign text={receipt.reference} />
            </p>
          )}
          <ReceiptTimes receipt={receipt} />
          <ConfirmButton
            icon={X}
            isDisabled={!receipt.can.cancel || receipt.undo !== null}
            confirmLabel={t('cancelSure', { sale: amount })}
            onConfirm={() => void send('sale.cancel', { saleId }).then(query.again)}
          >
            {t(receipt.cancelled === null ? 'cancelNow' : 'stateCancelled')}
          </ConfirmButton>
        </Drawer>
      </Stack>
    </div>
  );
}

export function BackToList() {
  return (
    <Button
      icon={ChevronLeft}
      className="receipt__back"
      onPress={() => session.setState({ receipt: null, prints: false })}
    >
      {t('attentionBack')}
    </Button>
  );
}

interface ToolsProps {
  readonly receipt: ReceiptView;
  readonly onCode: () => void;
  readonly onChanged: () => void;
}

function ReceiptTools({ receipt, onCode, onChanged }: ToolsProps) {
  const view = useView();
  const { id: saleId, can, undo, url, printed, state, refundLeft } = receipt;
  const act = (name: 'sale.show' | 'sale.print' | 'sale.undo'): void => void send(name, { saleId }).then(onChanged);
  const refund = useRefund();
  const openPage = async (): Promise<void> => {
    const answer = await send('receipts.openPage', { saleId });
    if (answer.ok && !answer.value.opened) session.setState({ notice: { kind: 'pageNotOpened' } });
  };
  return (
    <Stack gap={0.5}>
      {state === 'attention' && (
        <Button icon={TriangleAlert} look="accent" onPress={() => openRefused(saleId)}>
          {t('repair')}
        </Button>
      )}
      {view.printer.declined.includes(saleId) && (
        <CommandButton icon={Printer} command="printer.printDeclined" input={{ saleId }} onDone={onChanged}>
          {t('paperPrintAfterAll')}
        </CommandButton>
      )}
      {view.status.display.connected && (
        <Button icon={ScreenShare} isDisabled={!can.show} onPress={() => act('sale.show')}>
          {t('actionShowAgain')}
        </Button>
      )}
      <Button icon={QrCode} isDisabled={!can.show} onPress={onCode}>
        {t('showCode')}
      </Button>
      <Button icon={ExternalLink} isDisabled={url === null} onPress={() => void openPage()}>
        {t('openPage')}
      </Button>
      {refund !== null && refundLeft > 0 && (
        <Button icon={RotateCcw} onPress={() => refund(receipt)}>
          {t('refund')}
        </Button>
      )}
      {undo === null ? (
        <Button icon={Printer} isDisabled={!can.print} onPress={() => act('sale.print')}>
          {printed === null ? t('actionGivePaper') : t('markPrinted')}
        </Button>
      ) : (
        <Button icon={Undo2} onPress={() => act('sale.undo')}>
          {t('undo')}
        </Button>
      )}
    </Stack>
  );
}

function ReceiptContent({ receipt }: { readonly receipt: ReceiptView }) {
  const view = useView();
  const { bill, total, isPaid } = receipt;
  if (bill === null) return <p className="quiet">{t(isPaid ? 'billDeleted' : 'noBillYet')}</p>;
  const currency = total?.currency ?? view.till.currency;
  const money = (amount: number): string => formatMoney({ amount, currency });
  const parts: readonly Part[] = [
    {
      caption: t('lines'),
      heads: [t('article'), t('quantityHead'), t('amountHead')],
      rows: bill.lines.map(({ text, quantity, amount }) => [
        text,
        quantity === null ? '' : formatNumber(quantity),
        amount === null ? '' : money(amount),
      ]),
    },
    {
      caption: t('vat'),
      heads: [t('vatRateHead'), t('netHead'), t('vatHead'), t('grossHead')],
      rows: bill.vat.map(({ percent, net, vat, gross }) => [formatPercent(percent), ...[net, vat, gross].map(money)]),
    },
    { caption: t('payment'), heads: [], rows: bill.payments.map(({ name, amount }) => [name, money(amount)]) },
  ];
  return parts.filter(({ rows }) => rows.length > 0).map((part) => <Table key={part.caption} {...part} />);
}

interface Part {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first value of each row may be text from outside. */
  readonly rows: readonly (readonly string[])[];
}

const Table = ({ caption, heads, rows }: Part) => (
  <table className="bill">
    <caption>{caption}</caption>
    {heads.length > 0 && (
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
    )}
    <tbody>
      {[...rows.entries()].map(([row, cells]) => (
        <tr key={row}>
          {[...cells.entries()].map(([column, cell]) => (
            <td key={column}>
              <Foreign text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function ReceiptTimes({ receipt }: { readonly receipt: ReceiptView }) {
  const issuedAt = receipt.issuedAt === null ? Number.NaN : Date.parse(receipt.issuedAt);
  const times: readonly (readonly [words: string, at: number | null])[] = [
    [t('timeOpened'), receipt.createdAt],
    [t('timeIssued'), Number.isNaN(issuedAt) ? null : issuedAt],
    [t('timeAccepted'), receipt.acceptedAt],
    [t('timeDelivered'), receipt.deliveredAt],
    ...receipt.issuanceLog.map((entry) => [t(issuanceWords(entry)), entry.at] as const),
  ];
  const known = times.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((a, b) => a.at - b.at);
  return (
    <section className="times" aria-label={t('times')}>
      <h3>{t('times')}</h3>
      <dl className="lined">
        {known.map(({ words, at }) => (
          <Row key={`${words} ${at}`} gap={[0, 1]} justify="space-between">
            <dt className="quiet">{words}</dt>
            <dd>
              {formatDay(at)}, {formatTime(at)}
            </dd>
          </Row>
        ))}
      </dl>
    </section>
  );
}
