import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { Ledger } from '../../src-main/simulator/ledger.ts';
import { numberOf } from '../app/small-bill.ts';
import type { SaleHistory } from './traffic.ts';

/** `duplicates`, `lost` and `other` have one sentence for each broken promise. */
export function checkHistories(
  histories: readonly SaleHistory[],
  sales: ReadonlyMap<string, SaleResource>,
  ledger: Ledger,
) {
  const duplicates: string[] = [];
  const lost: string[] = [];
  const other: string[] = [];
  const billsOf = Map.groupBy(ledger.bills, ({ body }) => numberOf(body));
  const printed = new Set(ledger.printed.map(({ billId }) => billId));
  const cancelsOf = Map.groupBy(ledger.cancels, ({ billId }) => billId);
  const startsOf = Map.groupBy(ledger.loyalty, ({ externalUserId }) => externalUserId);
  const owner = new Map<string, string>();

  for (const history of histories) {
    const name = `${history.reference} (${history.id ?? 'never answered'})`;
    const sale = sales.get(history.reference);
    const bills = billsOf.get(history.reference) ?? [];

    for (const billId of new Set([...history.billIds, ...(sale?.billId == null ? [] : [sale.billId])])) {
      const before = owner.get(billId);
      if (before !== undefined) duplicates.push(`${name}: its receipt id ${billId} belongs to ${before} as well`);
      owner.set(billId, history.reference);
      if (sale !== undefined && sale.billId !== billId && !sale.qrReplaced) {
        other.push(`${name}: its receipt id was ${billId} and is ${sale.billId}, and nobody was told`);
      }
    }
    if (bills.length > 1) duplicates.push(`${name}: its bill is stored ${bills.length} times at the service`);

    if (sale === undefined) {
      if (history.open === 'acknowledged') lost.push(`${name}: the sale was acknowledged and is gone`);
      if (bills.length > 0) other.push(`${name}: the service has a bill of a sale that the app does not know`);
      continue;
    }
    if (history.bill === 'acknowledged' && history.cancel === 'no') {
      if (sale.state !== 'delivered') lost.push(`${name}: its bill was acknowledged and the sale is ${sale.state}`);
      if (bills.length === 0) lost.push(`${name}: its bill was acknowledged and the service does not have it`);
    }
    if (bills.some(({ billId }) => billId !== sale.billId)) {
      other.push(`${name}: the service stored it under another id than ${sale.billId}`);
    }
    if (history.printed === 'acknowledged' && history.cancel === 'no' && !printed.has(sale.billId ?? '')) {
      lost.push(`${name}: its print mark was acknowledged and is not at the service`);
    }
    if (history.cancel === 'acknowledged') {
      if (sale.state !== 'cancelled' || sale.cancelled !== 'done') {
        lost.push(`${name}: its cancel was acknowledged, and it is ${sale.state}, cancelled: ${sale.cancelled}`);
      }
      const cancels = cancelsOf.get(sale.billId ?? '') ?? [];
      if (sale.billId !== null && cancels.length === 0) lost.push(`${name}: its cancel did not reach the service`);
      const last = Math.max(...cancels.map(({ at }) => at));
      if (bills.some(({ at }) => at > last)) lost.push(`${name}: its bill was stored after its last cancel`);
    } else if (history.cancel === 'no' && sale.state === 'cancelled') {
      other.push(`${name}: nobody cancelled it, and it is cancelled`);
    }
    const starts = startsOf.get(history.loyalty?.externalUserId ?? '') ?? [];
    if (starts.length > 1) duplicates.push(`${name}: its loyalty transaction was started ${starts.length} times`);
    if (history.loyalty?.wish === 'acknowledged' && starts.length === 0) {
      lost.push(`${name}: its loyalty transaction was acknowledged and is not at the service`);
    }
    if (history.cancel === 'acknowledged' && sale.loyalty?.state === 'active') {
      lost.push(`${name}: it is cancelled and its loyalty transaction is still active`);
    }
  }
  const known = new Set(histories.map(({ reference }) => reference));
  for (const number of billsOf.keys()) if (!known.has(number)) other.push(`${number}: a bill that no till sent`);
  return {
    accepted: histories.filter(({ bill }) => bill === 'acknowledged').length,
    delivered: ledger.bills.length,
    cancelled: [...sales.values()].filter(({ state }) => state === 'cancelled').length,
    duplicates,
    lost,
    other,
  };
}
