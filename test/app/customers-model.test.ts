import fc from 'fast-check';
import { expect, test } from 'vitest';
import { volume } from '../fakes/drawn.ts';
import { always, type Checked, command, died, networkBack, networkDown, restart, serviceUp } from './model-commands.ts';
import { idle, inTime } from './pass-time.ts';
import { numberedBill, numberOf } from './small-bill.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** What a till and a cashier said about the customer of a sale. */
interface NamedSale {
  readonly id: string;
  readonly name: string;
  /** The customers that calls of the till named. */
  readonly byTill: Set<string>;
  /** The customer whose code the cashier scanned last. */
  scanned: string | null;
  /** What its first accepted bill said: a customer, `nobody`, or nothing. */
  billed: string | null;
  isBilled: boolean;
}
interface Model extends Checked {
  readonly sales: NamedSale[];
}

const known = ['c-1', 'c-2'] as const;
const customer = fc.constantFrom(...known, 'c-9');
const back = fc.nat(3);
const named = (externalId: string) => ({ userIdentification: { externalId } });
const amountOf = (name: string): number => 10 + Number(name.slice('sale-'.length)) / 100;
const addressOf = (name: string): string => `${name}@customer.test`;
const billOf = (name: string) => ({ bill: numberedBill(name, amountOf(name)) });

interface Sent {
  readonly userIdentification?: { readonly externalId?: string | null } | null;
  readonly bill: { readonly head: { readonly buyer?: { readonly eMailAddress?: string } } };
}

/** Each stored receipt may reach only the customer that its own sale named. */
function checkReceipts({ sales }: Model, { simulator }: TestApp): void {
  const { bills, registrations } = simulator.ledger();
  for (const { billId, body } of bills) {
    const sale = sales.find(({ name }) => name === numberOf(body));
    if (sale === undefined) throw new Error(`${numberOf(body)} is no sale`);
    const sent = body as Sent;
    const reached = sent.userIdentification?.externalId ?? null;
    const registered = registrations.find((one) => one.billId === billId && one.assigned);
    const owners = known.filter((id) => JSON.stringify(registered?.buyerInformation ?? null).includes(`"${id}"`));
    const found = { ...sale, byTill: [...sale.byTill], reached, owners };
    for (const id of reached === null ? owners : [reached, ...owners])
      expect(sale.byTill.has(id) || sale.scanned === id, JSON.stringify(found)).toBe(true);
    if (reached !== null)
      expect(
        owners.filter((id) => id !== reached),
        JSON.stringify(found),
      ).toEqual([]);
    if (sale.billed === 'nobody')
      expect([reached, ...owners].filter((id) => id !== null && id !== sale.scanned)).toEqual([]);
    else if (sale.billed !== null) expect(reached).toBe(sale.billed);
    else if (sale.scanned !== null) expect(reached, JSON.stringify(found)).toBe(sale.scanned);
    expect([undefined, addressOf(sale.name)]).toContain(sent.bill.head.buyer?.eMailAddress);
  }
}

/** The customer display shows at most one sale. */
function checkDisplay({ sales }: Model, { app, till }: TestApp): void {
  const shown = JSON.stringify(app.snapshot('customer')?.view);
  const onDisplay = sales.filter(({ id, name }) => {
    const url = till.findSale(id)?.url ?? null;
    return (url !== null && shown.includes(url)) || shown.includes(String(Math.round(amountOf(name) * 100)));
  });
  expect(onDisplay.map(({ name }) => name).slice(1), shown).toEqual([]);
}

const onSale = <T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  run: (sale: NamedSale, testApp: TestApp, value: T) => Promise<unknown>,
) =>
  fc.tuple(back, drawn).map(([before, value]) =>
    command(`${name}(${before}, ${JSON.stringify(value)})`, async (model: Model, testApp) => {
      const sale = model.sales.at(-1 - before);
      if (sale !== undefined) await run(sale, testApp, value);
    }),
  );

type Naming = readonly [how: 'customer' | 'user' | 'buyer' | 'nobody' | 'none', id: string];
const naming = fc.tuple(
  fc.constantFrom('none', 'none', 'customer', 'user', 'buyer', 'nobody'),
  customer,
) as fc.Arbitrary<Naming>;
function wordsOf([how, id]: Naming) {
  if (how === 'customer') return { customer: { externalId: id } };
  if (how === 'user') return named(id);
  if (how === 'buyer') return { buyerInformation: named(id) };
  return how === 'nobody' ? { userIdentification: null } : {};
}
const isNamed = ([how]: Naming): boolean => how !== 'none' && how !== 'nobody';

function noteBill(sale: NamedSale, [how, id]: Naming): void {
  if (sale.isBilled) return;
  sale.isBilled = true;
  if (isNamed([how, id])) sale.byTill.add(id);
  if (how === 'nobody') sale.billed = 'nobody';
  else if (how === 'user' || how === 'customer') sale.billed = id;
}

const newSale = (id: string, name: string, byTill: readonly string[]): NamedSale => ({
  ...{ id, name, byTill: new Set(byTill) },
  ...{ scanned: null, billed: null, isBilled: false },
});

const open = naming.map((words) =>
  command(`open(${words.join()})`, async ({ sales }: Model, testApp) => {
    const name = `sale-${sales.length + 1}`;
    const request = { reference: name, amount: amountOf(name), ...wordsOf(words) };
    const opened = await inTime(testApp, testApp.till.openSale(request));
    if (!opened.ok) throw new Error(opened.error.message);
    sales.push(newSale(opened.value.sale.id, name, isNamed(words) ? [words[1]] : []));
  }),
);
const bill = onSale('bill', naming, async (sale, testApp, words) => {
  const [how, id] = words;
  // A till may replace a refused bill, also by one that names another customer.
  const isRefused = testApp.till.findSale(sale.id)?.state === 'attention';
  if (how === 'customer' || how === 'buyer' || isRefused) return;
  const taken = await inTime(
    testApp,
    testApp.till.acceptBill(sale.id, { ...billOf(sale.name), ...wordsOf([how, id]) }),
  );
  if (taken.ok) noteBill(sale, words);
});
const receipt = naming.map((words) =>
  command(`receipt(${words.join()})`, async ({ sales }: Model, testApp) => {
    const name = `sale-${sales.length + 1}`;
    const request = { reference: name, ...billOf(name), ...wordsOf(words) };
    const taken = await inTime(testApp, testApp.till.acceptReceipt(request));
    if (!taken.ok) throw new Error(taken.error.message);
    const sale = newSale(taken.value.id, name, []);
    noteBill(sale, words);
    sales.push(sale);
  }),
);
const scan = onSale('scan', fc.tuple(customer, fc.boolean()), async (sale, testApp, [code, replaces]) => {
  const asked = await inTime(testApp, testApp.cashier['sale.identify']({ saleId: sale.id, code, replaces }));
  if (asked.ok && asked.value.as !== 'other' && !sale.byTill.has(code)) sale.scanned = code;
});
const email = onSale('email', fc.boolean(), async ({ id: saleId, name }, testApp, isRemoved) => {
  await testApp.cashier['sale.email']({ saleId, address: isRemoved ? null : addressOf(name) });
  if (!isRemoved) await testApp.cashier['sale.confirmEmail']({ saleId });
});
const byCashier = onSale(
  'cashier',
  fc.constantFrom('sale.cancel', 'sale.undo', 'sale.show', 'sale.close', 'sale.select'),
  ({ id: saleId }, testApp, name) => inTime(testApp, testApp.cashier[name]({ saleId })),
);

const effects = [
  { effect: { kind: 'status', status: 503 } },
  { effect: { kind: 'status', status: 503, processed: true } },
  { effect: { kind: 'hang', processed: true } },
  { effect: { kind: 'resetAfter' } },
  { effect: { kind: 'none' }, answerDelayMs: 3_000 },
] as const;
const fault = fc
  .tuple(
    fc.constantFrom('register', 'register', 'bill', 'cancel'),
    fc.constantFrom(...effects),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([route, effect, times]) =>
    command(`fault(${route}, ${JSON.stringify(effect)}, ${times})`, (_model, { simulator }) => {
      simulator.faults.add({ ...effect, route, times });
    }),
  );

test('tills and cashiers who name customers in any order bring no receipt, e-mail or code to another customer', async () => {
  const commands = [
    ...[open, open, bill, bill, receipt, scan, scan, email, byCashier, byCashier, fault],
    always('idDies', ({ simulator }) => void simulator.faults.add({ route: 'bill', effect: died })),
    ...[serviceUp, networkDown, networkBack, restart],
    fc
      .constantFrom(100, 1_000, 5_100, 600_000)
      .map((ms) => command(`advance(${ms})`, (_model, { clock }) => clock.advance(ms))),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 50, size: 'max' }), async (chosen) => {
      const testApp = await openTestApp({
        settings: {
          ...{ customer: { prefix: 'c-' }, cashier: { emailReceipts: true } },
          ...{ delivery: { abandonAfterHours: null }, pool: { target: 2 } },
        },
        simulator: { switches: { knownExternalIds: [...known] } },
      });
      try {
        const check = (app: TestApp): void => {
          checkReceipts(model, app);
          checkDisplay(model, app);
        };
        const model: Model = { sales: [], check };
        await fc.asyncModelRun(() => ({ model, real: testApp }), chosen);
        testApp.simulator.faults.clear();
        for (let round = 0; round < 20 && testApp.till.status().outbox.queued > 0; round += 1) {
          testApp.reconnect();
          await idle(testApp, 300);
          testApp.clock.advance(20_000);
        }
        expect(testApp.till.status().outbox.queued).toBe(0);
        checkReceipts(model, testApp);
      } finally {
        await testApp.close();
      }
    }),
    { numRuns: volume(300, 20), endOnFailure: true },
  );
});
