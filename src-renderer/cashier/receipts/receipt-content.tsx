import type { ReceiptView } from '../../../src-main/lib/record-views.ts';
import { Foreign } from '../../text/foreign.tsx';
import { formatDay, formatMoney, formatNumber, formatPercent, formatTime } from '../../text/numbers.ts';
import { keyed } from '../../ui/keyed.ts';
import { useCashier } from '../cashier-context.ts';
import { handoverWords } from '../day/handover-words.ts';

/** The lines, the VAT and the payment of a receipt. */
export function ReceiptContent({ receipt }: { readonly receipt: ReceiptView }) {
  const { t, language, view } = useCashier();
  const { bill, total, isPaid } = receipt;
  if (bill === null) return <p className="quiet">{t(isPaid ? 'billGone' : 'noBillYet')}</p>;
  const currency = total?.currency ?? view.till.currency;
  const money = (amount: number): string => formatMoney(language, { amount, currency });
  const parts: readonly Part[] = [
    {
      caption: t('lines'),
      heads: [t('article'), t('quantityHead'), t('amountHead')],
      rows: bill.lines.map(({ text, quantity, amount }) => [
        text,
        quantity === null ? '' : formatNumber(language, quantity),
        amount === null ? '' : money(amount),
      ]),
    },
    {
      caption: t('vat'),
      heads: [t('vatRateHead'), t('netHead'), t('vatHead'), t('grossHead')],
      rows: bill.vat.map(({ percent, net, vat, gross }) => [
        formatPercent(language, percent),
        ...[net, vat, gross].map(money),
      ]),
    },
    { caption: t('payment'), heads: [], rows: bill.payments.map(({ name, amount }) => [name, money(amount)]) },
  ];
  return parts.filter(({ rows }) => rows.length > 0).map((part) => <Table key={part.caption} {...part} />);
}

interface Part {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first of each may be somebody else's words. */
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
      {keyed(rows, String).map(({ key, item: cells }) => (
        <tr key={key}>
          {keyed(cells, String).map(({ key: place, item: cell }) => (
            <td key={place}>
              <Foreign text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** What happened to it, oldest first. */
export function ReceiptTimes({ receipt }: { readonly receipt: ReceiptView }) {
  const { t, language } = useCashier();
  const issuedAt = receipt.issuedAt === null ? Number.NaN : Date.parse(receipt.issuedAt);
  const times: readonly (readonly [words: string, at: number | null])[] = [
    [t('timeOpened'), receipt.createdAt],
    [t('timeIssued'), Number.isNaN(issuedAt) ? null : issuedAt],
    [t('timeAccepted'), receipt.acceptedAt],
    [t('timeDelivered'), receipt.deliveredAt],
    ...receipt.handover.map((entry) => [t(handoverWords(entry)), entry.at] as const),
  ];
  const known = times.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((a, b) => a.at - b.at);
  return (
    <section className="times" aria-label={t('times')}>
      <h3>{t('times')}</h3>
      <dl>
        {known.map(({ words, at }) => (
          <div key={`${words} ${at}`}>
            <dt className="quiet">{words}</dt>
            <dd>
              {formatDay(language, at)}, {formatTime(language, at)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
