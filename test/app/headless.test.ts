import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, posClient, startProgram, startService } from './processes.ts';
import { smallBill } from './test-app.ts';

const headless = 'src-main/headless.ts';

interface LedgerOnTheWire {
  readonly bills: readonly { readonly billId: string }[];
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

test.each(['SIGHUP', 'the file stop'])('%s ends the program with exit code 0', async (how) => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'stop'), 'of an earlier run');
  const app = await startProgram(headless, ['--training', '--pos-port=0', '--data-dir', dataDir], {
    RECEIPT_COMPANION_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  if (how !== 'SIGHUP') writeFileSync(join(dataDir, 'stop'), '');
  expect(await (how === 'SIGHUP' ? app.end('SIGHUP') : app.exited)).toBe(0);
  expect(app.stderr()).toContain('"event":"app-stopped"');
});

test('accepted receipts survive kill -9 before and after the service stored them and are delivered once; an interrupted loyalty start blocks nothing', async () => {
  const service = await startService();
  const { args, env } = connectedTo(service, tempFolder());
  const first = await startProgram(headless, args, env);
  const before = posClient(first.ready.posApi ?? '');
  const requestCount = async (route: string) =>
    (await ledgerOf(service)).requests.filter((one) => one.route === route).length;
  const sales: Record<string, unknown>[] = [];
  // The service stores the second bill, but its answer never arrives.
  for (const [index, effect] of [{ kind: 'hang' }, { kind: 'hang', processed: true }].entries()) {
    await before.untilPoolHas(1);
    await addFault(service, { route: 'bill', effect });
    const sale = await before.json('POST', '/sales', { reference: `bill-${index}`, amount: 19.9 });
    sales.push(sale);
    expect(await before.json('PUT', `/sales/${sale.id}/bill`, { bill: smallBill() })).toMatchObject({
      state: 'queued',
    });
    while ((await requestCount('bill')) <= index);
  }
  await addFault(service, { route: 'loyaltyStart', effect: { kind: 'hang' } });
  const member = await before.json('POST', '/sales', { reference: 'loyalty', amount: 19.9 });
  const starting = before.call('PUT', `/sales/${member.id}/loyalty`, { externalUserId: 'card-1' }).catch(() => null);
  while ((await requestCount('loyaltyStart')) === 0);
  await before.json('PUT', `/sales/${member.id}/bill`, { bill: smallBill() });
  await first.end('SIGKILL');
  expect(await starting).toBeNull();

  const second = await startProgram(headless, args, env);
  const after = posClient(second.ready.posApi ?? '');
  for (const { id, billId } of sales) {
    expect(await after.sale(id, ({ state }) => state === 'delivered')).toMatchObject({ billId });
  }
  // The program was killed while it waited for the loyalty answer, which cannot arrive any more. The state must become
  // unknown.
  expect(await after.sale(member.id, ({ state }) => state === 'delivered')).toMatchObject({
    loyalty: { state: 'unknown' },
  });
  const { bills } = await ledgerOf(service);
  expect(bills.map(({ billId }) => billId).toSorted()).toEqual(
    [...sales, member].map(({ billId }) => billId).toSorted(),
  );
});
