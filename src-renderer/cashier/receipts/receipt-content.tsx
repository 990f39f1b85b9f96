import type { ReceiptView } from '../../../src-main/contract/record-views.ts';
import { formatDay, formatMoney, formatNumber, formatPercent, formatTime } from '../../text/numbers.ts';
import { keyed } from '../../ui/keyed.ts';
import { useCashier } from '../cashier-context.ts';
import { handoverWords } from '../day/handover-words.ts';
import { useRecordsText } from '../use-records-text.ts';

/** The lines, the VAT and the payment of a receipt. */
export function ReceiptContent({ receipt }: { readonly receipt: ReceiptView }) {
  const { language, view } = useCashier();
  const r = useRecordsText();
  const { bill, total, isPaid } = receipt;
  if (bill === null) return <p className="quiet">{r(isPaid ? 'billGone' : 'noBillYet')}</p>;
  const currency = total?.currency ?? view.till.currency;
  const money = (amount: number): string => formatMoney(language, { amount, currency });
  return (
    <>
      {bill.lines.length > 0 && (
        <table className="bill">
          <caption>{r('lines')}</caption>
          <thead>
            <tr>
              <th scope="col">{r('article')}</th>
              <th scope="col">{r('quantityHead')}</th>
              <th scope="col">{r('amountHead')}</th>
            </tr>
          </thead>
          <tbody>
            {keyed(bill.lines, ({ text }) => text).map(({ key, item: line }) => (
              <tr key={key} data-kind={line.kind}>
                <td>{line.text}</td>
                <td>{line.quantity === null ? '' : formatNumber(language, line.quantity)}</td>
                <td>{line.amount === null ? '' : money(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {bill.vat.length > 0 && (
        <table className="bill">
          <caption>{r('vat')}</caption>
          <thead>
            <tr>
              <th scope="col">{r('vatRateHead')}</th>
              <th scope="col">{r('netHead')}</th>
              <th scope="col">{r('vatHead')}</th>
              <th scope="col">{r('grossHead')}</th>
            </tr>
          </thead>
          <tbody>
            {bill.vat.map(({ percent, net, vat, gross }) => (
              <tr key={`${percent} ${gross}`}>
                <td>{formatPercent(language, percent)}</td>
                <td>{money(net)}</td>
                <td>{money(vat)}</td>
                <td>{money(gross)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {bill.payments.length > 0 && (
        <table className="bill">
          <caption>{r('payment')}</caption>
          <tbody>
            {keyed(bill.payments, ({ name }) => name).map(({ key, item: { name, amount } }) => (
              <tr key={key}>
                <td>{name}</td>
                <td>{money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** What happened to it, oldest first. */
export function ReceiptTimes({ receipt }: { readonly receipt: ReceiptView }) {
  const { t, language } = useCashier();
  const r = useRecordsText();
  const issuedAt = receipt.issuedAt === null ? Number.NaN : Date.parse(receipt.issuedAt);
  const times: readonly (readonly [words: string, at: number | null])[] = [
    [r('timeOpened'), receipt.createdAt],
    [r('timeIssued'), Number.isNaN(issuedAt) ? null : issuedAt],
    [r('timeAccepted'), receipt.acceptedAt],
    [r('timeDelivered'), receipt.deliveredAt],
    ...receipt.handover.map((entry) => [t(handoverWords(entry)), entry.at] as const),
  ];
  const known = times.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((a, b) => a.at - b.at);
  return (
    <section className="times" aria-label={r('times')}>
      <h3>{r('times')}</h3>
      <dl>
        {known.map(({ words, at }) => (
          <div key={`${words} ${at}`}>
            <dt>{words}</dt>
            <dd>
              {formatDay(language, at)}, {formatTime(language, at)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
