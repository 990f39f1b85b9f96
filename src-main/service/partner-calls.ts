import type { JsonText } from '../shared/json-text.ts';
import type { ReceiptPage } from '../shared/partner-view.ts';
import type { Settings } from '../shared/settings.ts';
import type { CallOptions, HttpAnswer, NotConfigured, PartnerAnswer, ServiceProblem } from './answers.ts';
import { type CallCredentials, type CallParts, createCall, type Route, signInFirst } from './call.ts';
import { addedReceipt, onboardingStatus, receiptList, user, userToken } from './described.ts';
import { addressBelow, headerOf, unreadable } from './http.ts';
import { mapped, type Report, readAnswer, withId } from './reader.ts';
import { signInNeeded } from './tokens.ts';

export type PartnerSettings = Settings['service'] & Settings['partner'];

interface PartnerParts extends CallParts {
  readonly settings: () => PartnerSettings;
  /** The key for the address in the settings; null if there is none. Rejects without a keychain. */
  readonly key: () => Promise<string | null>;
}

export interface LoyaltyCard {
  readonly code: string;
  readonly name?: string | undefined;
}

export type PartnerClient = ReturnType<typeof createPartnerClient>;

/** No PDF of a receipt needs more. */
const mostPdfBytes = 16 * 1024 * 1024;

/** Recognizes a PDF by its first bytes (ISO 32000-1, 7.5.2; readers search the first 1,024). */
const isPdf = ({ text }: HttpAnswer): boolean => text.slice(0, 1_024).includes('%PDF-');

/** The partner interface (receipt-service.md 4.7), one attempt per call. */
export function createPartnerClient(parts: PartnerParts) {
  const { settings, tokens } = parts;

  /** The headers that authenticate a request. The service does not describe them (receipt-service.md 5, rule 8). */
  async function access(signal: AbortSignal) {
    const { authentication, keyHeader, keyPrefix } = settings();
    if (authentication === 'token') return signInFirst(tokens, signal);
    const key = await parts.key().catch(() => undefined);
    if (key === undefined) return signInNeeded('the keychain does not answer');
    if (key === null) return { kind: 'notConfigured', lacks: 'key' } as const;
    const refused = () => signInNeeded('the partner key was refused');
    return { headers: { [keyHeader]: `${keyPrefix}${key}` }, refused } satisfies CallCredentials;
  }
  const { ask } = createCall<NotConfigured>(parts, {
    name: 'partner',
    settings,
    address: (path) => addressBelow(settings().partnerUrl, path) ?? { kind: 'notConfigured', lacks: 'address' },
    access,
  });
  const send = <T>(options: CallOptions | undefined, route: Route<T>): Promise<PartnerAnswer<T>> =>
    ask(options, { ...route, refusal: notYetThere });
  const onboarding = (rest: string): string =>
    `${`/${settings().onboardingPrefix}`.replace(/^\/+/, '/').replace(/\/+$/, '')}/onboarding${rest}`;

  return {
    createUser: (body: { readonly externalId: string; readonly loyaltyCards?: readonly LoyaltyCard[] | undefined }) =>
      send(undefined, { template: 'POST /api/v3/user', body, freshConnection: true, success: readAnswer(user) }),
    /** The value is a secret. `applicationClientId` null means the one of the settings. */
    userToken: (userId: string, applicationClientId: string | null, options?: CallOptions) =>
      send(options, {
        template: 'GET /api/v3/user/{userId}/token',
        values: { userId, applicationClientId: (applicationClientId ?? settings().applicationClientId) || undefined },
        success: readAnswer(mapped(userToken, (token) => ({ ...token, id: token.id ?? userId }))),
      }),
    /** Every 2xx is a success, because the answer is not described. */
    deleteUser: (userId: string, options?: CallOptions) =>
      send(options, {
        template: 'DELETE /api/user/{userId}',
        values: { userId },
        success: () => ({ kind: 'ok', value: null }),
      }),
    listReceipts: (
      userId: string,
      { take, continuation }: { readonly take?: number | undefined; readonly continuation?: string | undefined },
      options?: CallOptions,
    ) =>
      send(options, {
        template: settings().listReceipts,
        name: 'list of receipts',
        values: { userId, take: String(take ?? settings().take), continuation },
        success: (answer, report) => pageOf(answer, report, continuation === undefined),
      }),
    /** The bytes of the PDF, which a slow connection may bring later than other answers. */
    receiptPdf: (userId: string, receiptId: string) =>
      send(
        { timeoutMs: 4 * settings().totalTimeoutMs },
        {
          template: settings().receiptPdf,
          name: 'PDF of a receipt',
          values: { userId, receiptId },
          accept: 'application/pdf',
          mostBytes: mostPdfBytes,
          success: (answer) =>
            isPdf(answer) ? { kind: 'ok', value: answer.bytes ?? Buffer.of() } : unreadable(answer),
        },
      ),
    addReceipt: (userId: string, receiptId: string) =>
      send(undefined, {
        template: settings().addReceipt,
        name: 'add a receipt',
        values: { userId },
        body: settings().addReceiptBody === 'object' ? { receiptId } : receiptId,
        freshConnection: true,
        success: readAnswer(withId(addedReceipt, 'receiptId', receiptId)),
      }),
    /** Returns the text of the answer, because its fields are not described (receipt-service.md 2.12). */
    onboard: (body: JsonText) =>
      send(undefined, {
        template: `POST ${onboarding('')}`,
        name: 'POST onboarding',
        body,
        freshConnection: true,
        success: ({ text }) => ({ kind: 'ok', value: { text } }),
      }),
    onboardingStatus: (vendorCustomerId: string, options?: CallOptions) =>
      send(options, {
        template: `GET ${onboarding('/vendorCustomerId/{vendorCustomerId}')}`,
        name: 'GET onboarding/vendorCustomerId',
        values: { vendorCustomerId },
        success: readAnswer(onboardingStatus, 200),
      }),
  };
}

function pageOf(answer: HttpAnswer, report: Report, isFirst: boolean) {
  const items = readAnswer(receiptList)(answer, report);
  if (items.kind !== 'ok') return items;
  const total = headerOf(answer, 'total-count') ?? '';
  const totalCount = /^\s*\d{1,15}\s*$/.test(total) ? Number(total) : null;
  const next = (headerOf(answer, 'continuationtoken') ?? headerOf(answer, 'continuation') ?? '').trim() || null;
  if (isFirst && next === null && totalCount !== null && totalCount > items.value.length) {
    report([{ pointer: '', found: 'absent', expected: 'ContinuationToken' }]);
  }
  const value: ReceiptPage = { items: [...items.value], totalCount, continuation: next };
  return { kind: 'ok', value } as const;
}

/** A new user is not available yet (receipt-service.md 8). The answer has the seconds to wait. */
function notYetThere({ status, type }: ServiceProblem, answer: HttpAnswer) {
  if (status !== 404 || type !== 'user-temporarily-not-available') return null;
  const seconds = headerOf(answer, 'retry-after')?.trim() ?? '';
  return {
    kind: 'userNotYetAvailable',
    retryAfterMs: /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1_000 : null,
  } as const;
}
