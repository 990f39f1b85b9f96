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
  return (
    <>
      {bill.lines.length > 0 && (
        <table className="bill">
          <caption>{t('lines')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('article')}</th>
              <th scope="col">{t('quantityHead')}</th>
              <th scope="col">{t('amountHead')}</th>
            </tr>
          </thead>
          <tbody>
            {keyed(bill.lines, ({ text }) => text).map(({ key, item: line }) => (
              <tr key={key} data-kind={line.kind}>
                <td>
                  <Foreign text={line.text} />
                </td>
                <td>{line.quantity === null ? '' : formatNumber(language, line.quantity)}</td>
                <td>{line.amount === null ? '' : money(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {bill.vat.length > 0 && (
        <table className="bill">
          <caption>{t('vat')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('vatRateHead')}</th>
              <th scope="col">{t('netHead')}</th>
              <th scope="col">{t('vatHead')}</th>
              <th scope="col">{t('grossHead')}</th>
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
          <caption>{t('payment')}</caption>
          <tbody>
            {keyed(bill.payments, ({ name }) => name).map(({ key, item: { name, amount } }) => (
              <tr key={key}>
                <td>
                  <Foreign text={name} />
                </td>
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
