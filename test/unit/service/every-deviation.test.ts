import { afterAll, expect, test } from 'vitest';
import { createPartnerClient } from '../../../src-main/service/partner-calls.ts';
import { createDeviations } from '../../../src-main/service/reader.ts';
import { requestToken } from '../../../src-main/service/tokens.ts';
import { createVendorClient } from '../../../src-main/service/vendor.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { type Deviation, deviate } from '../../../src-main/simulator/deviations.ts';
import type { Reply } from '../../../src-main/simulator/replies.ts';
import { deviationsOf } from '../../fakes/every-deviation.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { scriptedFetch } from './scripted-fetch.ts';
import { bill, billId, url } from './scripted-vendor.ts';

/**
 * Tries every single deviation of each described answer against one rule: if the answer is provably from the service,
 * its effect counts, every deviation is reported except at places that the document leaves open, and nothing is sent
 * twice.
 */

type Body = Readonly<Record<string, unknown>>;
type Outcome = { readonly kind: string; readonly reason?: string; readonly value?: unknown };

interface Described {
  readonly status?: number;
  readonly body: unknown;
  readonly call: (clients: ReturnType<typeof clientsFor>) => Promise<Outcome>;
  /** The fields that identify the effect; with `free` a number is as good as its text. */
  readonly ids?: readonly string[];
  readonly free?: boolean;
  /** The places that the document leaves open; a place that ends in `/` includes everything below it. */
  readonly open?: Readonly<Record<string, readonly Deviation['how'][]>>;
  /** The fields that identify another receipt or transaction, or none. */
  readonly lost?: readonly string[];
}

const maybe = ['null', 'absent'] as const;
const { service, partner } = settingsSchema.parse({});
const settings = { ...service, ...partner, partnerUrl: 'https://partner.invalid', baseUrl: 'https://service.invalid' };

function clientsFor({ status, headers, body }: Reply) {
  const answer = () => new Response(body === '' ? null : String(body), { status, headers });
  const { fetch, sent } = scriptedFetch(answer);
  const log = createKeptLog();
  const deviations = createDeviations(log);
  const tokens = { accessToken: async () => ({ kind: 'ok', value: 'token' }) as const, rejected: () => undefined };
  const parts = { fetch, clock: createManualClock(), log, deviations, tokens };
  const signIn = { authUrl: 'https://auth.invalid', clientId: 'c', scopeBase: 's' };
  return {
    vendor: createVendorClient({ ...parts, settings: () => settings }),
    partner: createPartnerClient({ ...parts, settings: () => settings, key: async () => 'key' }),
    signIn: async (): Promise<Outcome> => {
      const outcome = await requestToken(parts, signIn, { grant_type: 'refresh_token', refresh_token: 'R' });
      return outcome.kind === 'issued' ? { kind: 'ok', value: { access_token: outcome.accessToken } } : outcome;
    },
    sent,
    told: () => deviations.list(),
  };
}

const addressed = { type: 'url', url, billId };
const assigned = { type: 'externalId', isAssigned: true, billId };
const token = { accessToken: 'A', refreshToken: 'R', expiresIn: '3600' };
const receipt = {
  ...{ receiptId: 'R-1', storeId: 'S', amount: 1.5, currency: 'EUR', date: '2026-01-01T00:00:00Z' },
  ...{ imageResource: 'https://pictures.invalid/1', vendorName: 'Shop' },
  vendorAddress: { street: 'A 1', city: 'B', postalCode: '1', countryCode: 'DE' },
};
const start = {
  ...{ transactionId: 'T-1', customerId: 'K-1', providerType: 'Acme', points: 120 },
  activatedRewards: [{ identifier: 'R1', name: 'Coffee', description: 'A cup' }],
  providerData: { level: 3 },
};

const routes: Readonly<Record<string, Described>> = {
  token: {
    body: { access_token: 'A', token_type: 'Bearer', expires_in: '3600', refresh_token: 'R' },
    call: ({ signIn }) => signIn(),
    ...{ ids: ['/access_token'], free: true, open: { '/refresh_token': maybe } },
  },
  'POST bill/url': {
    body: addressed,
    call: ({ vendor }) => vendor.registerReceipt({ storeId: 's' }),
    ...{ ids: ['/url', '/billId'], open: { '/billId': ['otherId'] } },
  },
  'POST bill/url, a known customer': {
    body: assigned,
    call: ({ vendor }) => vendor.registerReceipt({ storeId: 's', buyerInformation: {} }),
    ...{ ids: ['/isAssigned', '/billId'], open: { '/billId': ['otherId'] } },
  },
  'POST bill': { body: addressed, call: ({ vendor }) => vendor.addBill(bill), ids: ['/billId'] },
  'POST bill, a known customer': { body: assigned, call: ({ vendor }) => vendor.addBill(bill), ids: ['/billId'] },
  'DELETE bill': { status: 204, body: '', call: ({ vendor }) => vendor.cancelReceipt(billId) },
  'POST printed': {
    body: { billId },
    call: ({ vendor }) => vendor.markPrinted(billId),
    ids: ['/billId'],
    open: { '': ['alone'] },
  },
  'PUT loyalty': {
    body: start,
    call: ({ vendor }) => vendor.startLoyalty('C-1'),
    ...{ ids: ['/transactionId'], free: true },
    open: {
      '/transactionId': ['otherId'],
      ...{ '/customerId': [...maybe, 'number'], '/providerType': [...maybe, 'number'], '/points': maybe },
      ...{ '/activatedRewards': maybe, '/activatedRewards/0/': [], '/providerData': maybe, '/providerData/': [] },
    },
  },
  'DELETE loyalty': {
    body: { transactionId: 'T-1', status: 'CANCELED' },
    call: ({ vendor }) => vendor.cancelLoyalty('T-1'),
    lost: ['number /transactionId', 'otherId /transactionId'],
  },
  'POST user': {
    body: { id: billId },
    call: ({ partner }) => partner.createUser({ externalId: 'x' }),
    ...{ ids: ['/id'], lost: ['alone '] },
    open: { '': ['created'] },
  },
  'GET user token': {
    body: { id: billId, ...token },
    call: ({ partner }) => partner.userToken(billId, null),
    ...{ ids: ['/accessToken', '/refreshToken', '/expiresIn'], free: true, open: { '': ['created'] } },
  },
  'list of receipts': {
    body: [receipt],
    call: async ({ partner }) => {
      const page = await partner.listReceipts(billId, {});
      return page.kind === 'ok' ? { kind: 'ok', value: page.value.items[0] } : page;
    },
    open: {
      '': ['created'],
      ...Object.fromEntries(Object.keys(receipt).map((name) => [`/0/${name}`, name === 'receiptId' ? [] : maybe])),
      ...Object.fromEntries(
        Object.keys(receipt.vendorAddress).map((name) => [
          `/0/vendorAddress/${name}`,
          [...maybe, 'number', 'otherCase'],
        ]),
      ),
    },
  },
  'DELETE user': {
    status: 204,
    body: '',
    call: ({ partner }) => partner.deleteUser(billId),
    open: { '': ['created'] },
  },
  'add a receipt': {
    body: 'R-1',
    call: ({ partner }) => partner.addReceipt(billId, 'R-1'),
    open: { '': ['created', 'plain'] },
  },
  'GET onboarding': {
    body: { type: 'activated', customerId: billId },
    call: ({ partner }) => partner.onboardingStatus('V-1'),
    ...{ ids: ['/type'], open: { '/customerId': maybe } },
  },
};

const table = new Map<string, { all: number; kept: number; told: number; open: number }>();
afterAll(() => console.table(Object.fromEntries(table)));

for (const [name, route] of Object.entries(routes)) {
  test(`${name}: any single deviation has its defined effect, and is reported`, async () => {
    const body = route.body === '' ? '' : JSON.stringify(route.body);
    const headers: Reply['headers'] = body === '' ? {} : { 'content-type': 'application/json' };
    const described = { status: route.status ?? 200, headers, body };
    const usual = clientsFor(described);
    const { value: whole, kind } = await route.call(usual);
    expect([kind, usual.told()]).toEqual(['ok', []]);
    const counts = { all: 0, kept: 0, told: 0, open: 0 };
    table.set(name, counts);
    for (const deviation of deviationsOf(described)) {
      const clients = clientsFor(deviate(described, deviation));
      const outcome = await route.call(clients);
      const what = `${name}: ${deviation.how} ${deviation.pointer}`;
      const told = clients.told().map(({ pointer }) => pointer);
      expect(clients.sent.length, what).toBe(1);
      counts.all += 1;
      if (provesItIsOurs(route, deviation)) {
        counts.kept += 1;
        expect(outcome.kind, what).toBe('ok');
        expect(untouched(outcome.value, deviation), what).toEqual(untouched(whole, deviation, outcome.value));
      } else {
        expect(outcome, what).toMatchObject({ kind: 'noAnswer', reason: 'not-understood', mayHaveArrived: true });
      }
      if (isOpen(route, deviation)) {
        counts.open += 1;
        expect(told, what).toEqual([]);
      } else {
        counts.told += 1;
        expect(
          told.some((pointer) => isAbout(pointer, deviation)),
          `${what} ${told.join()}`,
        ).toBe(true);
      }
    }
  });
}

function provesItIsOurs(
  { ids = [], free = false, lost = [], open = {} }: Described,
  { how, pointer }: Deviation,
): boolean {
  if (how === 'empty' || lost.includes(`${how} ${pointer}`)) return false;
  // If the request named no id, another id is valid.
  const isNew = how === 'otherId' && open[pointer]?.includes(how) === true;
  return !ids.includes(pointer) || how === 'otherCase' || isNew || (how === 'number' && free);
}

const isOpen = ({ open = {} }: Described, { how, pointer }: Deviation): boolean =>
  open[pointer]?.includes(how) === true ||
  Object.keys(open).some((place) => place.endsWith('/') && pointer.startsWith(place));

/**
 * The changed place, or the place that contains it. A member in another spelling is reported at that place. Rows count
 * as one place.
 */
const isAbout = (told: string, { pointer }: Deviation): boolean => {
  const [one, other] = [told, pointer].map((text) => text.toLowerCase().replace(/^\/(?:0|\*)(?=\/|$)/, '/*'));
  return one !== undefined && other !== undefined && (one === '' ? other === '' : `${other}/`.startsWith(`${one}/`));
};

/** Every member of a value but the touched one, and the kind of an answer, which follows from the others. */
function untouched(value: unknown, { how, pointer }: Deviation, like: unknown = value): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [first = '', second = ''] = pointer.split('/').slice(1);
  const touched = first === '0' ? second : first;
  const isGone = first === '0' && second === '' && how !== 'plain';
  return Object.fromEntries(
    Object.entries(value as Body).filter(
      ([key]) => !isGone && key !== touched && key !== 'type' && Object.hasOwn(like as Body, key),
    ),
  );
}
