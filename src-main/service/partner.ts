import { isGuid } from '../lib/guid.ts';
import type { OnboardingStatus, PartnerUser, ReceiptPage, UserToken } from '../lib/partner-view.ts';
import type { CallOptions, PartnerAnswer } from './answers.ts';
import { notSent } from './call.ts';
import { addedReceipt, onboardingStatus, pathSegment, receiptList, user, userToken } from './described.ts';
import { type NoAnswer, type OpenAnswer, unreadable } from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { createPartnerCall, type PartnerParts, type PartnerReply } from './partner-call.ts';
import { fillRoute } from './partner-routes.ts';
import { openPdf, type PdfStream } from './pdf-stream.ts';
import { readProblem } from './problems.ts';
import { createDeviations, type Reader, readAnswer } from './reader.ts';
import { fetchPicture } from './receipt-picture.ts';

export interface LoyaltyCard {
  readonly code: string;
  readonly name?: string | undefined;
}

/** The partner interface (interface document 4.7), one try each: what may be repeated the caller knows. */
export interface PartnerClient {
  createUser(
    request: { readonly externalId: string; readonly loyaltyCards?: readonly LoyaltyCard[] | undefined },
    options?: CallOptions,
  ): Promise<PartnerAnswer<PartnerUser>>;
  /** The value is a secret. */
  userToken(
    userId: string,
    applicationClientId: string | null,
    options?: CallOptions,
  ): Promise<PartnerAnswer<UserToken>>;
  deleteUser(userId: string, options?: CallOptions): Promise<PartnerAnswer<null>>;
  listReceipts(
    userId: string,
    page: { readonly take?: number | undefined; readonly continuation?: string | undefined },
    options?: CallOptions,
  ): Promise<PartnerAnswer<ReceiptPage>>;
  receiptPdf(userId: string, receiptId: string, signal?: AbortSignal): Promise<PartnerAnswer<PdfStream>>;
  /** See `fetchPicture`. */
  picture(address: string): Promise<string | null>;
  /** The id that the service gave back. */
  addReceipt(userId: string, receiptId: string, options?: CallOptions): Promise<PartnerAnswer<string>>;
  /** The body as it came, for its fields are not shown (2.12): it holds credentials. */
  onboard(
    request: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<PartnerAnswer<{ readonly text: string }>>;
  onboardingStatus(vendorCustomerId: string, options?: CallOptions): Promise<PartnerAnswer<OnboardingStatus>>;
}

export function createPartnerClient(parts: PartnerParts): PartnerClient {
  const call = createPartnerCall(parts);
  const { settings } = parts;
  const { deviations = createDeviations(parts.log) } = parts;
  const read = <T>(route: string, answer: HttpAnswer, reader: Reader<T>, status?: number): PartnerAnswer<T> =>
    readAnswer(deviations, route, answer, reader, status);

  return {
    async createUser({ externalId, loyaltyCards }, options) {
      const body = { externalId, ...(loyaltyCards !== undefined && { loyaltyCards }) };
      const name = 'POST /api/v3/user';
      const route = { method: 'POST', path: '/api/v3/user', name, body, freshConnection: true } as const;
      const reply = await call.send(route, options);
      return readReply(reply, (answer) => read(name, answer, user));
    },

    async userToken(userId, applicationClientId, options) {
      if (!isGuid(userId)) return notSent('userId', 'a UUID');
      const name = 'GET /api/v3/user/{userId}/token';
      const named = applicationClientId ?? settings().applicationClientId;
      const values = { userId, applicationClientId: named === '' ? undefined : named };
      const reply = await call.send({ ...fillRoute(name, values), name }, options);
      return readReply(reply, (answer) => {
        const token = read(name, answer, userToken);
        return token.kind === 'ok' ? { kind: 'ok', value: { ...token.value, id: token.value.id ?? userId } } : token;
      });
    },

    async deleteUser(userId, options) {
      if (!isGuid(userId)) return notSent('userId', 'a UUID');
      const name = 'DELETE /api/user/{userId}';
      const reply = await call.send({ ...fillRoute(name, { userId }), name }, options);
      // The answer is not shown: every 2xx is a yes.
      return readReply(reply, () => ({ kind: 'ok', value: null }));
    },

    async listReceipts(userId, { take = settings().take, continuation }, options) {
      if (!isGuid(userId)) return notSent('userId', 'a UUID');
      const route = fillRoute(settings().listReceipts, { userId, take: String(take), continuation });
      const name = 'list of receipts';
      const reply = await call.send({ ...route, name }, options);
      return readReply(reply, (answer) => {
        const items = read(name, answer, receiptList);
        if (items.kind !== 'ok') return items;
        const headers = answer.headers ?? {};
        const total = headers['total-count']?.trim() ?? '';
        const totalCount = /^\d{1,15}$/.test(total) ? Number(total) : null;
        const next = (headers.continuationtoken ?? headers.continuation)?.trim() ?? '';
        const hasMore = continuation === undefined && totalCount !== null && totalCount > items.value.length;
        if (hasMore && next === '')
          deviations.tell(name, [{ pointer: '', found: 'absent', expected: 'ContinuationToken' }]);
        return {
          kind: 'ok',
          value: { items: [...items.value], totalCount, continuation: next === '' ? null : next },
        };
      });
    },

    async receiptPdf(userId, receiptId, signal) {
      if (!isGuid(userId)) return notSent('userId', 'a UUID');
      if (!pathSegment.safeParse(receiptId).success) return notSent('receiptId', 'the id of a receipt');
      const route = fillRoute(settings().receiptPdf, { userId, receiptId });
      const reply = await call.open({ ...route, name: 'PDF of a receipt' }, signal);
      if (reply.kind === 'open') return asPdf(reply, parts);
      // A 2xx without a body, or one that is a web page.
      return readReply(reply, notAsDescribed);
    },

    picture: (address) => fetchPicture(parts, address),

    async addReceipt(userId, receiptId, options) {
      if (!isGuid(userId)) return notSent('userId', 'a UUID');
      const { addReceipt, addReceiptBody } = settings();
      const body = addReceiptBody === 'object' ? { receiptId } : receiptId;
      const route = { ...fillRoute(addReceipt, { userId }), name: 'add a receipt', body, freshConnection: true };
      const reply = await call.send(route, options);
      return readReply(reply, (answer) => {
        const added = read(route.name, answer, addedReceipt);
        if (added.kind !== 'ok') return added;
        const isSame = added.value.toLowerCase() === receiptId.toLowerCase();
        return isSame ? added : unreadable(answer, 'the answer speaks of another receipt');
      });
    },

    async onboard(request, options) {
      const path = onboardingPath(settings().onboardingPrefix, '');
      const route = { method: 'POST', path, name: 'POST onboarding', body: request, freshConnection: true } as const;
      const reply = await call.send(route, options);
      return readReply(reply, ({ text }) => ({ kind: 'ok', value: { text } }));
    },

    async onboardingStatus(vendorCustomerId, options) {
      if (!pathSegment.safeParse(vendorCustomerId).success) return notSent('vendorCustomerId', 'the id of a customer');
      const rest = `/vendorCustomerId/${encodeURIComponent(vendorCustomerId)}`;
      const path = onboardingPath(settings().onboardingPrefix, rest);
      const name = 'GET onboarding/vendorCustomerId';
      const reply = await call.send({ method: 'GET', path, name }, options);
      return readReply(reply, (answer) => read(name, answer, onboardingStatus, 200));
    },
  };
}

const onboardingPath = (prefix: string, rest: string): string =>
  `${`/${prefix}`.replace(/^\/+/, '/').replace(/\/+$/, '')}/onboarding${rest}`;

async function asPdf(
  answer: OpenAnswer,
  { clock, settings }: Pick<PartnerParts, 'clock' | 'settings'>,
): Promise<PartnerAnswer<PdfStream>> {
  const pdf = await openPdf(answer, clock, settings().totalTimeoutMs);
  return 'kind' in pdf ? pdf : { kind: 'ok', value: pdf };
}

const notAsDescribed = (answer: HttpAnswer): NoAnswer => unreadable(answer);

/** Which bodies a refusal has is not shown on these routes: problem details, text and nothing at all are the service's. */
function readReply<T>(
  reply: PartnerReply<HttpAnswer>,
  success: (answer: HttpAnswer) => PartnerAnswer<T>,
): PartnerAnswer<T> {
  if (reply.kind !== 'http') return reply;
  if (reply.status < 300) return success(reply);
  const problem = readProblem(reply);
  if (reply.status === 404 && problem.type === 'user-temporarily-not-available') {
    return { kind: 'userNotYetAvailable', retryAfterMs: secondsOf(reply.headers?.['retry-after']) };
  }
  return { kind: 'refused', problem };
}

const secondsOf = (retryAfter: string | undefined): number | null =>
  retryAfter !== undefined && /^\d{1,4}$/.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : null;
