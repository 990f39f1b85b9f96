import type { ProbeVerdict } from '../lib/connection.ts';
import { escapedHtml } from '../lib/html-text.ts';
import type { Clock, Fetch, Log } from '../ports.ts';
import type { Answer, PartnerAnswer } from './answers.ts';
import type { ConnectionUnderTest } from './connection-test.ts';
import { createPartnerClient, type PartnerSettings } from './partner.ts';
import type { Deviation, Deviations } from './reader.ts';
import type { Credentials } from './sign-in.ts';
import { createTokens, inMemory } from './tokens.ts';
import { createVendorClient } from './vendor.ts';

/** Walks the routes of a service once and says how each answers: what its operator wants to know before a shop goes live. */

export interface ProbeParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly connection: ConnectionUnderTest & { readonly extensionKey: string };
  readonly credentials: Credentials | null;
  /** ISO 8601 with offset, for the receipt that is sent. */
  readonly date: string;
  /** A customer of the loyalty provider; without one no transaction is started. */
  readonly loyaltyUser?: string | undefined;
  /** The partner interface and an external id that no customer has: a user is made for it and deleted. */
  readonly partner?:
    | { readonly settings: PartnerSettings; readonly key: string | null; readonly externalId: string | null }
    | undefined;
  /** A merchant who was registered; without one nobody is asked for. */
  readonly vendorCustomerId?: string | undefined;
}

export interface ProbeRow {
  readonly route: string;
  readonly verdict: ProbeVerdict;
  readonly tookMs: number | null;
  /** The status and the service's own words, or why there is no answer. */
  readonly said: string;
  readonly deviations: readonly Deviation[];
}

export interface ProbeReport {
  readonly rows: readonly ProbeRow[];
  /** Settings by which it was found, where those of now did not lead there. */
  readonly settings: Readonly<Record<string, string>>;
}

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Places that the document leaves open (4.7) and that others have chosen; asked for with GET only. */
const placesOfList = ['receipts', 'receipt', 'bills', 'bill'].flatMap((name) =>
  ['/api/v3/user', '/api/user'].map((start) => `GET ${start}/{userId}/${name}`),
);

/** What a walk leaves at the service, for whoever has to agree to it first. */
export const leavesBehind = ({ connection, loyaltyUser, partner }: ProbeParts): readonly string[] => [
  `one receipt over 0.01 with isExample for store ${connection.storeId}, cancelled`,
  ...(loyaltyUser === undefined ? [] : ['one loyalty transaction, cancelled']),
  ...(partner?.externalId == null ? [] : ['one customer of the partner interface, deleted']),
];

/** Never throws. What it makes it cancels; a step whose ground is missing is not tried. */
export async function probeService(parts: ProbeParts): Promise<ProbeReport> {
  const { fetch, clock, connection, credentials, loyaltyUser } = parts;
  const { baseUrl, storeId, extensionKey } = connection;
  const timeouts = { connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 };
  const rows: ProbeRow[] = [];
  const settings: Record<string, string> = {};
  let found: Deviation[] = [];
  const deviations: Deviations = { tell: (_route, told) => void found.push(...told), list: () => [] };
  const tokens = createTokens({
    ...{ fetch, clock, log: silent, deviations, refreshTokenStore: inMemory() },
    settings: () => ({ ...connection, ...timeouts }),
    credentials: { get: async () => credentials },
  });
  const vendor = createVendorClient({
    ...{ fetch, clock, log: silent, deviations, tokens },
    settings: () => ({ baseUrl, ...timeouts }),
  });

  /** `call` null: what it needs is not there. */
  async function step<T>(
    route: string,
    call: (() => Promise<Answer<T> | PartnerAnswer<T>>) | null,
    expected: Answer<T>['kind'] = 'ok',
  ): Promise<T | null> {
    if (call === null) {
      rows.push({ route, verdict: 'notTried', tookMs: null, said: '', deviations: [] });
      return null;
    }
    found = [];
    const startedAt = clock.now();
    const answer = await call();
    const tookMs = clock.now() - startedAt;
    rows.push({ route, verdict: verdictOf(answer, expected, found), tookMs, said: saidBy(answer), deviations: found });
    return answer.kind === 'ok' ? answer.value : null;
  }

  const token = await step('POST token', () => tokens.accessToken());
  const ready = await step('POST /v3/bill/url', token === null ? null : () => vendor.registerReceipt({ storeId }));
  const billId = ready?.billId ?? null;
  const body = { storeId, bill: exampleBill(billId, parts.date, extensionKey) };
  const stored = await step('POST /v3/bill', billId === null ? null : () => vendor.addBill(body));
  const isThere = billId !== null && stored !== null;
  await step('POST /v3/bill, the same again', isThere ? () => vendor.addBill(body) : null, 'alreadyThere');
  await step('POST /v3/bill/{billId}/printed', isThere ? () => vendor.markPrinted(billId) : null);
  await step('DELETE /v3/bill/{billId}', billId === null ? null : () => vendor.cancelReceipt(billId));

  const mayStart = token !== null && loyaltyUser !== undefined;
  const started = await step('PUT /v3/loyalty/transactions', mayStart ? () => vendor.startLoyalty(loyaltyUser) : null);
  const cancel = started === null ? null : () => vendor.cancelLoyalty(started.transactionId);
  await step('DELETE /v3/loyalty/transactions/{transactionId}', cancel);

  const { partner, vendorCustomerId } = parts;
  let listReceipts = partner?.settings.listReceipts ?? '';
  const client =
    partner === undefined
      ? null
      : createPartnerClient({
          ...{ fetch, clock, log: silent, deviations, tokens, key: async () => partner.key },
          settings: () => ({ ...partner.settings, listReceipts }),
        });
  const externalId = partner?.externalId ?? null;
  const made = externalId === null ? null : () => client?.createUser({ externalId }) ?? nobody();
  const userId = (await step('POST /api/v3/user', made))?.id ?? null;
  const ofUser = <T>(call: (known: NonNullable<typeof client>, id: string) => Promise<PartnerAnswer<T>>) =>
    client === null || userId === null ? null : () => call(client, userId);
  await step(
    'GET /api/v3/user/{userId}/token',
    ofUser((known, id) => known.userToken(id, null)),
  );
  const list = ofUser(async (known, id) => {
    const configured = listReceipts;
    for (const place of [configured, ...placesOfList]) {
      listReceipts = place;
      found = [];
      const page = await known.listReceipts(id, {});
      if (page.kind === 'ok' && place !== configured) settings['partner.listReceipts'] = place;
      if (page.kind === 'ok' || !isNotThere(page)) return page;
    }
    listReceipts = configured;
    return known.listReceipts(id, {});
  });
  await step('list of receipts', list);
  await step(
    'DELETE /api/user/{userId}',
    ofUser((known, id) => known.deleteUser(id)),
  );
  const known =
    client === null || vendorCustomerId === undefined ? null : () => client.onboardingStatus(vendorCustomerId);
  await step('GET onboarding/vendorCustomerId/{vendorCustomerId}', known);
  for (const route of ['PDF of a receipt', 'add a receipt', 'POST onboarding']) await step(route, null);
  return { rows, settings };
}

const nobody = async () => ({ kind: 'notConfigured', lacks: 'address' }) as const;

/** The smallest receipt that the document's 2.2 to 2.8 take, marked as an example. */
const exampleBill = (id: string | null, date: string, extensionKey: string) => ({
  id,
  head: { date },
  data: { currency: 'EUR', fullAmountInclVat: 0.01 },
  security: {},
  misc: { [extensionKey]: { isExample: true } },
});

type Ended = Answer<unknown> | PartnerAnswer<unknown>;

function verdictOf(answer: Ended, expected: string, deviations: readonly Deviation[]): ProbeVerdict {
  if (answer.kind === expected) return deviations.length === 0 ? 'asDescribed' : 'deviates';
  if (isNotThere(answer)) return 'notThere';
  if (answer.kind === 'noAnswer') return answer.reason === 'not-understood' ? 'deviates' : 'noAnswer';
  return answer.kind === 'ok' ? 'deviates' : 'refused';
}

function isNotThere(answer: Ended): boolean {
  if (answer.kind === 'noAnswer') return answer.inTheWay === 'webPage';
  return 'problem' in answer && (answer.problem.status === 404 || answer.problem.status === 405);
}

function saidBy(answer: Ended): string {
  switch (answer.kind) {
    case 'ok':
      return '';
    case 'noAnswer':
    case 'signInNeeded':
      return answer.detail;
    case 'notConfigured':
      return `no ${answer.lacks}`;
    case 'tooLarge':
      return `longer than ${answer.mostBytes} bytes`;
    case 'userNotYetAvailable':
      return 'the user is not there yet';
    default: {
      const { status, title, detail } = answer.problem;
      return [...new Set([`HTTP ${status}`, title, detail])].filter((words) => words !== '').join(': ');
    }
  }
}

/** One line a route, and below it one a deviation. */
export const reportAsText = ({ rows, settings }: ProbeReport): string =>
  [
    ...rows.flatMap(({ route, verdict, tookMs, said, deviations }) => [
      `${route.padEnd(50)} ${verdict.padEnd(12)} ${tookMs === null ? '' : `${tookMs} ms`} ${said}`.trimEnd(),
      ...deviations.map(
        ({ pointer, found, expected }) => `    ${pointer || '(whole)'}: found ${found}, expected ${expected}`,
      ),
    ]),
    ...Object.entries(settings).map(([name, value]) => `setting found: ${name} = ${value}`),
  ].join('\n');

/** A page to send to the operator: no script, no style from elsewhere. */
export function reportAsPage(report: ProbeReport, title: string): string {
  const row = ({ route, verdict, tookMs, said, deviations }: ProbeRow): string => {
    const places = deviations.map(
      ({ pointer, found, expected }) => `${pointer || '(whole)'}: ${found}, expected ${expected}`,
    );
    const cells = [route, verdict, tookMs === null ? '' : `${tookMs} ms`, [said, ...places].filter(Boolean).join('; ')];
    return `<tr>${cells.map((cell) => `<td>${escapedHtml(cell)}</td>`).join('')}</tr>`;
  };
  const found = Object.entries(report.settings).map(([name, value]) => `<li>${escapedHtml(`${name} = ${value}`)}</li>`);
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapedHtml(title)}</title>`,
    '<style>body{font:1rem system-ui;margin:2rem}td,th{padding:.3rem .8rem;text-align:left;border-bottom:1px solid #ccc}</style>',
    `<h1>${escapedHtml(title)}</h1><table><tr><th>Route</th><th>Answer</th><th>Time</th><th>Details</th></tr>`,
    ...report.rows.map(row),
    `</table>${found.length === 0 ? '' : `<h2>Settings that were found</h2><ul>${found.join('')}</ul>`}</html>`,
  ].join('\n');
}
