import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, startProgram, startService, till } from './processes.ts';
import { smallBill } from './test-app.ts';

const headless = 'src-main/headless.ts';

interface LedgerOnTheWire {
  readonly bills: readonly { readonly billId: string }[];
  readonly printed: readonly { readonly billId: string }[];
  readonly cancels: readonly { readonly billId: string }[];
  readonly loyalty: readonly { readonly state: string }[];
  readonly complaints: readonly unknown[];
  readonly requests: readonly { readonly route: string }[];
}

async function ledgerOf(service: Readonly<Record<string, string>>): Promise<LedgerOnTheWire> {
  return (await (await fetch(`${service.controlUrl}/ledger`)).json()) as LedgerOnTheWire;
}

async function addFault(service: Readonly<Record<string, string>>, fault: unknown): Promise<void> {
  const answer = await fetch(`${service.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.ok).toBe(true);
}

test('headless does its whole job with a service in another process, and the ledger contains exactly that', async () => {
  const { ready: service } = await startProgram('scripts/simulator.ts', []);
  const { args, env } = connectedTo(service, tempFolder());
  const app = await startProgram(headless, args, env);
  expect(app.ready).toMatchObject({ ready: true, mode: 'live' });
  const pos = till(app.ready.posApi ?? '');
  await pos.untilPoolHas(5);

  const sale = await pos.json('POST', '/sales', { reference: 'till-1/1', amount: 19.9 });
  expect(sale.url).toContain(sale.billId);
  await pos.json('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'card-1' });
  await pos.json('PUT', `/sales/${sale.id}/bill`, { bill: smallBill() });
  await pos.sale(sale.id, ({ state }) => state === 'delivered');
  await pos.json('POST', `/sales/${sale.id}/printed`);
  await pos.sale(sale.id, ({ printed }) => printed === 'done');

  const other = await pos.json('POST', '/sales', { reference: 'till-1/2' });
  await pos.json('PUT', `/sales/${other.id}/loyalty`, { externalUserId: 'card-2' });
  expect(await pos.json('DELETE', `/sales/${other.id}/loyalty`)).toMatchObject({ status: 'CANCELED' });
  await pos.json('DELETE', `/sales/${other.id}`);
  await pos.sale(other.id, ({ cancelled }) => cancelled === 'done');

  const ledger = await ledgerOf(service);
  expect(ledger.bills.map(({ billId }) => billId)).toEqual([sale.billId]);
  expect(ledger.printed.map(({ billId }) => billId)).toEqual([sale.billId]);
  expect(ledger.cancels.map(({ billId }) => billId)).toEqual([other.billId]);
  expect(ledger.loyalty.map(({ state }) => state)).toEqual(['ended', 'cancelled']);
  expect(ledger.complaints).toEqual([]);
  expect(await app.end('SIGTERM')).toBe(0);
});

test('accepted receipts survive kill -9 before and after the service stored them and are delivered once; an interrupted loyalty start blocks nothing', async () => {
  const service = await startService();
  const { args, env } = connectedTo(service, tempFolder());
  const first = await startProgram(headless, args, env);
  const before = till(first.ready.posApi ?? '');
  const asked = async (route: string) => (await ledgerOf(service)).requests.filter((one) => one.route === route).length;
  const sales: Record<string, unknown>[] = [];
  // The service stores the second one, but its answer is lost.
  for (const [index, effect] of [{ kind: 'hang' }, { kind: 'hang', processed: true }].entries()) {
    await before.untilPoolHas(1);
    await addFault(service, { route: 'bill', effect });
    const sale = await before.json('POST', '/sales', { reference: `bill-${index}`, amount: 19.9 });
    sales.push(sale);
    expect(await before.json('PUT', `/sales/${sale.id}/bill`, { bill: smallBill() })).toMatchObject({
      state: 'queued',
    });
    while ((await asked('bill')) <= index);
  }
  await addFault(service, { route: 'loyaltyStart', effect: { kind: 'hang' } });
  const member = await before.json('POST', '/sales', { reference: 'loyalty', amount: 19.9 });
  const starting = before.call('PUT', `/sales/${member.id}/loyalty`, { externalUserId: 'card-1' }).catch(() => null);
  while ((await asked('loyaltyStart')) === 0);
  await before.json('PUT', `/sales/${member.id}/bill`, { bill: smallBill() });
  await first.end('SIGKILL');
  expect(await starting).toBeNull();

  const second = await startProgram(headless, args, env);
  const after = till(second.ready.posApi ?? '');
  for (const { id, billId } of sales) {
    expect(await after.sale(id, ({ state }) => state === 'delivered')).toMatchObject({ billId });
  }
  // The bill waited for it in the process that ended, and no answer can come any more. The state must become unknown
  // and not stay in progress for ever.
  expect(await after.sale(member.id, ({ state }) => state === 'delivered')).toMatchObject({
    loyalty: { state: 'unknown' },
  });
  const { bills } = await ledgerOf(service);
  expect(bills.map(({ billId }) => billId).toSorted()).toEqual(
    [...sales, member].map(({ billId }) => billId).toSorted(),
  );
});
