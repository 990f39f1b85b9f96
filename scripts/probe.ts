import { problemText } from '../src-main/service/answer-body.ts';
import type { Answer, PartnerAnswer } from '../src-main/service/answers.ts';
import { silentLog, type UntriedParts, untried } from '../src-main/service/connection-test.ts';
import { createPartnerClient, type PartnerClient, type PartnerSettings } from '../src-main/service/partner-calls.ts';
import { createDeviations, type Deviation, type Deviations } from '../src-main/service/reader.ts';
import type { ServiceEndpoint } from '../src-main/shared/connection.ts';

/**
 * Calls each route of a service once and reports each answer, so that its operator can check it before a shop goes
 * live.
 */

export interface ProbeParts extends UntriedParts {
  readonly connection: UntriedParts['connection'] & Pick<ServiceEndpoint, 'extensionKey'>;
  readonly date: string;
  /** A customer of the loyalty provider; without one no transaction is started. */
  readonly loyaltyUser?: string | undefined;
  readonly partner?: PartnerProbe | undefined;
  /** Additional printed receipts, each in an example receipt that stays, so that a person can look at it. */
  readonly printedReceipts?: readonly { readonly contentType: string }[] | undefined;
  /** A registered merchant. Without one the onboarding status is not requested. */
  readonly vendorCustomerId?: string | undefined;
}

interface PartnerProbe {
  readonly settings: PartnerSettings;
  readonly key: string | null;
  /** The external id of a user that the probe creates and deletes. No customer may have this id. */
  readonly externalId: string | null;
  /** A user with receipts, which the probe lists and reads. Null: the user that the probe creates. */
  readonly userId: string | null;
}

/** `notThere`: 404, 405 or a web page. `notTried`: the address or the input of the route is missing. */
type ProbeVerdict = 'asDescribed' | 'deviates' | 'refused' | 'notThere' | 'noAnswer' | 'notTried';

export interface ProbeRow {
  readonly route: string;
  readonly verdict: ProbeVerdict;
  readonly tookMs: number | null;
  /** The status and the service's own text, or why there is no answer. */
  readonly note: string;
  readonly deviations: readonly Omit<Deviation, 'route' | 'count'>[];
}

export interface ProbeReport {
  readonly rows: ProbeRow[];
}

const notTried = (route: string): ProbeRow => ({ route, verdict: 'notTried', tookMs: null, note: '', deviations: [] });

/** Never throws. Cancels what it creates except printed receipts; skips steps without their precondition. */
export async function probeService(parts: ProbeParts): Promise<ProbeReport> {
  const { clock, connection, partner } = parts;
  const { storeId, extensionKey } = connection;
  const rows: ProbeRow[] = [];
  let collected = createDeviations(silentLog);
  const deviations: Deviations = { report: (...args) => collected.report(...args), list: () => collected.list() };
  const { common, tokens, vendor } = untried(parts, deviations);

  async function step<Needed, T>(
    route: string,
    needed: Needed | null | undefined,
    ask: (needed: Needed) => Promise<Answer<T> | PartnerAnswer<T>>,
    expected: Answer<T>['kind'] = 'ok',
  ): Promise<T | null> {
    if (needed == null) {
      rows.push(notTried(route));
      return null;
    }
    collected = createDeviations(silentLog);
    const startedAt = clock.now();
    const answer = await ask(needed);
    const tookMs = clock.now() - startedAt;
    const found = collected.list().map(({ route: _route, count: _count, ...deviation }) => deviation);
    const verdict = verdictOf(answer, expected, found);
    rows.push({ route, verdict, tookMs, note: noteOf(answer), deviations: found });
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

  const partnerConnection = { ...connection, ...(partner && { tokenScope: partner.settings.tokenScope }) };
  const client =
    partner &&
    createPartnerClient({
      ...common,
      tokens: untried({ ...parts, connection: partnerConnection }, deviations).tokens,
      key: async () => partner.key,
      settings: () => partner.settings,
    });
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

  const page = await partnerStep('list of receipts', userId, (known, id) => known.listReceipts(id, {}));
  const receiptId = page?.items.find((item) => item.receiptId !== null)?.receiptId;
  await partnerStep('PDF of a receipt', userId && receiptId, (known, id) => known.receiptPdf(userId ?? '', id));
  await partnerStep('DELETE /api/user/{userId}', made?.id, (known, id) => known.deleteUser(id));
  await partnerStep('GET onboarding/vendorCustomerId/{vendorCustomerId}', parts.vendorCustomerId, (known, id) =>
    known.onboardingStatus(id),
  );
  rows.push(...['add a receipt', 'POST onboarding'].map(notTried));
  return { rows };
}

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

function isNotThere(answer: Ended): boolean {
  if (answer.kind === 'noAnswer') return answer.inTheWay === 'webPage';
  return 'problem' in answer && (answer.problem.status === 404 || answer.problem.status === 405);
}

function noteOf(answer: Ended): string {
  if ('problem' in answer)
    return [`HTTP ${answer.problem.status}`, problemText(answer.problem)].filter(Boolean).join(': ');
  if ('detail' in answer) return answer.detail;
  if (answer.kind === 'notConfigured') return `no ${answer.lacks}`;
  return answer.kind === 'ok' ? '' : 'the user is not there yet';
}
