import type { z } from 'zod';
import type { ProbeVerdict, ServiceEndpoint } from '../shared/connection.ts';
import { escapedHtml } from '../shared/foreign-text.ts';
import type { ReceiptPage } from '../shared/partner-view.ts';
import type { Settings } from '../shared/settings.ts';
import type { probeRow } from '../shared/window-commands.ts';
import { saying } from './answer-body.ts';
import type { Answer, PartnerAnswer } from './answers.ts';
import { silent, type UntriedParts, untried } from './connection-test.ts';
import { createPartnerClient, type PartnerClient, type PartnerSettings } from './partner-calls.ts';
import { createDeviations, type Deviation, type Deviations } from './reader.ts';

/**
 * Walks the routes of a service once and reports each answer, so that its operator can check it before a shop goes
 * live.
 */

export interface ProbeParts extends Omit<UntriedParts, 'timeouts'> {
  readonly connection: UntriedParts['connection'] & Pick<ServiceEndpoint, 'extensionKey'>;
  /** ISO 8601 with offset, for the receipt that is sent. */
  readonly date: string;
  /** A customer of the loyalty provider; without one no transaction is started. */
  readonly loyaltyUser?: string | undefined;
  readonly partner?: PartnerProbe | undefined;
  /** Additional receipts that are sent as the primary one, each in an example receipt that stays, for a person to look at. */
  readonly printedReceipts?: readonly { readonly contentType: string }[] | undefined;
  /** A registered merchant. Without one the onboarding status is not requested. */
  readonly vendorCustomerId?: string | undefined;
}

interface PartnerProbe {
  readonly settings: PartnerSettings;
  readonly key: string | null;
  /** A user without a customer: the probe creates and deletes it. */
  readonly externalId: string | null;
  /** A user with receipts: the probe lists them and reads one. Null means the created user. */
  readonly userId: string | null;
}

type ProbeRow = z.infer<typeof probeRow>;

export interface ProbeReport {
  readonly rows: ProbeRow[];
  /** The settings that worked where the current ones did not, such as `partner.keyHeader`. */
  readonly settings: Record<string, string>;
}

const notTried = (route: string): ProbeRow => ({ route, verdict: 'notTried', tookMs: null, said: '', deviations: [] });

/**
 * Never throws. It cancels everything that it creates except the printed receipts, and skips a step whose precondition is
 * missing.
 */
export async function probeService(parts: ProbeParts): Promise<ProbeReport> {
  const { clock, connection, partner } = parts;
  const { storeId, extensionKey } = connection;
  const report: ProbeReport = { rows: [], settings: {} };
  let heard = createDeviations(silent);
  const deviations: Deviations = { tell: (...told) => heard.tell(...told), list: () => heard.list() };
  const { common, tokens, tokensFor, vendor } = untried(parts, deviations);

  async function step<Needed, T>(
    route: string,
    needed: Needed | null | undefined,
    ask: (needed: Needed) => Promise<Answer<T> | PartnerAnswer<T>>,
    expected: Answer<T>['kind'] = 'ok',
  ): Promise<T | null> {
    if (needed == null) {
      report.rows.push(notTried(route));
      return null;
    }
    heard = createDeviations(silent);
    const startedAt = clock.now();
    const answer = await ask(needed);
    const tookMs = clock.now() - startedAt;
    const told = heard.list().map(({ route: _route, count: _count, ...deviation }) => deviation);
    const verdict = verdictOf(answer, expected, told);
    report.rows.push({ route, verdict, tookMs, said: saidBy(answer), deviations: told });
    return answer.kind === 'ok' ? answer.value : null;
  }

  const token = await step('POST token', parts, () => tokens.accessToken());
  const ready = await step('POST /v3/bill/url', token, () => vendor.registerReceipt({ storeId }));
  const bill = { storeId, bill: exampleBill(ready?.billId, parts.date, extensionKey) };
  const send = () => vendor.addBill(bill);
  const stored = await step('POST /v3/bill', ready, send);
  await step('POST /v3/bill, the same again', stored, send, 'alreadyThere');
  await step('POST /v3/bill/{billId}/printed', stored, ({ billId }) => vendor.markPrinted(billId));
  await step('DELETE /v3/bill/{billId}', ready, ({ billId }) => vendor.cancelReceipt(billId));
  for (const printed of parts.printedReceipts ?? []) {
    const example = await step('POST /v3/bill/url', ready, () => vendor.registerReceipt({ storeId }));
    const { misc, ...rest } = exampleBill(example?.billId, parts.date, extensionKey);
    const bill = { ...rest, misc: { ...misc, additionalReceipts: [printed] } };
    const address = example?.type === 'url' ? example.url : '';
    await step(`POST /v3/bill with ${printed.contentType} ${address}`.trim(), example, () =>
      vendor.addBill({ storeId, bill }),
    );
  }
  const loyaltyUser = token && parts.loyaltyUser;
  const started = await step('PUT /v3/loyalty/transactions', loyaltyUser, (user) => vendor.startLoyalty(user));
  await step('DELETE /v3/loyalty/transactions/{transactionId}', started, ({ transactionId }) =>
    vendor.cancelLoyalty(transactionId),
  );

  let now = partner?.settings as PartnerSettings;
  const client =
    partner &&
    createPartnerClient({
      ...common,
      tokens: tokensFor(now.tokenScope),
      key: async () => partner.key,
      settings: () => now,
    });

  /** Asks with the current settings, then with each alternative until one works. All these requests are GET. */
  async function find<T>(
    others: readonly Open[],
    ask: () => Promise<PartnerAnswer<T>>,
    fits: (answer: PartnerAnswer<T>) => boolean = ({ kind }) => kind === 'ok',
  ): Promise<PartnerAnswer<T>> {
    const before = { now, heard };
    const first = await ask();
    if (fits(first) || isSilent(first)) return first;
    for (const other of others) {
      now = { ...before.now, ...other };
      heard = createDeviations(silent);
      const answer = await ask();
      if (!fits(answer)) continue;
      for (const [name, value] of Object.entries(other)) {
        if (before.now[name as keyof Open] !== value) report.settings[`partner.${name}`] = String(value);
      }
      return answer;
    }
    ({ now, heard } = before);
    return first;
  }

  if (client)
    await find(
      accesses,
      () => client.userToken(noUser, null),
      (answer) => !isShutOut(answer),
    );
  const partnerStep = <T>(
    route: string,
    needed: string | null | undefined,
    ask: (known: PartnerClient, needed: string) => Promise<PartnerAnswer<T>>,
  ) => step(route, client && needed != null ? { client, needed } : null, (known) => ask(known.client, known.needed));
  const made = await partnerStep('POST /api/v3/user', partner?.externalId, (known, externalId) =>
    known.createUser({ externalId }),
  );
  const userId = partner?.userId ?? made?.id;
  await partnerStep('GET /api/v3/user/{userId}/token', userId, (known, id) => known.userToken(id, null));

  async function findNames(known: PartnerClient, id: string): Promise<void> {
    const isOne = (answer: PartnerAnswer<ReceiptPage>) => answer.kind === 'ok' && answer.value.items.length === 1;
    const one = await find(named(now, 'take', takes), () => known.listReceipts(id, { take: 1 }), isOne);
    if (one.kind !== 'ok' || !isOne(one) || one.value.continuation === null) return;
    const { continuation, items } = one.value;
    await find(
      named(now, 'continuation', continuations),
      () => known.listReceipts(id, { take: 1, continuation }),
      (answer) => answer.kind === 'ok' && answer.value.items[0]?.receiptId !== items[0]?.receiptId,
    );
  }
  const page = await partnerStep('list of receipts', userId, async (known, id) => {
    const answer = await find(lists, () => known.listReceipts(id, {}));
    const before = heard;
    if (answer.kind === 'ok' && answer.value.items.length > 1) await findNames(known, id);
    heard = before;
    return answer;
  });
  const receiptId = page?.items.find((item) => item.receiptId !== null)?.receiptId;
  await partnerStep('PDF of a receipt', userId && receiptId, async (known, receipt) => {
    const answer = await find(pdfsBelow(now), () => known.receiptPdf(userId ?? '', receipt));
    if (answer.kind === 'ok') answer.value.stop();
    return answer;
  });
  await partnerStep('DELETE /api/user/{userId}', made?.id, (known, id) => known.deleteUser(id));
  await partnerStep('GET onboarding/vendorCustomerId/{vendorCustomerId}', parts.vendorCustomerId, (known, id) =>
    find(prefixes, () => known.onboardingStatus(id)),
  );
  report.rows.push(...['add a receipt', 'POST onboarding'].map(notTried));
  return report;
}

type Open = Partial<Settings['partner']>;

/** Common choices for the parts that the service does not describe (receipt-service.md 4.7 and 5, rule 8). */
const byKey = { authentication: 'key', keyPrefix: '' } as const;
const accesses: readonly Open[] = [
  ...['X-Api-Key', 'Api-Key', 'Ocp-Apim-Subscription-Key'].map((keyHeader) => ({ ...byKey, keyHeader })),
  ...['Bearer ', 'ApiKey ', ''].map((keyPrefix) => ({ ...byKey, keyHeader: 'Authorization', keyPrefix })),
  { authentication: 'token' },
];
const prefixes = ['', '/api', '/api/v3', '/v3', '/api/v1'].map((onboardingPrefix) => ({ onboardingPrefix }));
const lists = ['/api/v3', '/api'].flatMap((start) =>
  ['receipts', 'receipt', 'bills', 'bill'].flatMap((name) =>
    [`${start}/user/{userId}/${name}`, `${start}/${name}`].map((path) => ({ listReceipts: `GET ${path}` })),
  ),
);
const pdfsBelow = ({ listReceipts }: PartnerSettings): readonly Open[] =>
  ['/{receiptId}/pdf', '/{receiptId}', '/{receiptId}.pdf', '/pdf/{receiptId}'].map((end) => ({
    receiptPdf: `${listReceipts.replace(/\?.*$/, '')}${end}`,
  }));
const named = ({ listReceipts }: PartnerSettings, value: string, names: readonly string[]): readonly Open[] =>
  names.map((name) => ({ listReceipts: `${listReceipts}${listReceipts.includes('?') ? '&' : '?'}${name}={${value}}` }));
const takes = ['limit', 'pageSize', 'size', 'top', 'Take'];
const continuations = ['continuationToken', 'ContinuationToken', 'Continuation', 'cursor', 'next', 'token'];

/** Any user id will do: the answer for an unknown user also shows whether the authentication is accepted. */
const noUser = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** The smallest receipt that fits receipt-service.md 2.2 to 2.8, marked as an example. */
const exampleBill = (id: string | undefined, date: string, extensionKey: string) => ({
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

/** A server that is silent now does not answer at another path either. */
const isSilent = (answer: Ended): boolean =>
  answer.kind === 'noAnswer' && answer.reason !== 'not-the-service' && answer.reason !== 'not-understood';

const isShutOut = (answer: Ended): boolean =>
  answer.kind === 'signInNeeded' || ('problem' in answer && [401, 403].includes(answer.problem.status));

function isNotThere(answer: Ended): boolean {
  if (answer.kind === 'noAnswer') return answer.inTheWay === 'webPage';
  return 'problem' in answer && (answer.problem.status === 404 || answer.problem.status === 405);
}

function saidBy(answer: Ended): string {
  if ('problem' in answer) return [`HTTP ${answer.problem.status}`, saying(answer.problem)].filter(Boolean).join(': ');
  if ('detail' in answer) return answer.detail;
  if (answer.kind === 'notConfigured') return `no ${answer.lacks}`;
  if (answer.kind === 'tooLarge') return `longer than ${answer.mostBytes} bytes`;
  return answer.kind === 'ok' ? '' : 'the user is not there yet';
}

/** A page for the operator, without scripts and external styles. */
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
