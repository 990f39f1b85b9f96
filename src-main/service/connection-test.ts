import type { z } from 'zod';
import type { Log, SystemPorts } from '../ports.ts';
import type { ConnectionFault, ConnectionTrouble, CountedDeviation, ServiceEndpoint } from '../shared/connection.ts';
import type { connectionStep } from '../shared/window-commands.ts';
import { problemText } from './answer-body.ts';
import type { Answer, NoAnswerReason } from './answers.ts';
import { exchange, startDeadline } from './http.ts';
import { createDeviations, type Deviations } from './reader.ts';
import { type Credentials, createTokens, type SignInSettings, tokenUrl } from './tokens.ts';
import { createVendorClient, vendorUrl } from './vendor.ts';

export interface UntriedParts extends Pick<SystemPorts, 'fetch' | 'clock'> {
  readonly connection: SignInSettings & Pick<ServiceEndpoint, 'baseUrl' | 'storeId'>;
  readonly credentials: Credentials | null;
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

export function untried({ fetch, clock, connection, credentials }: UntriedParts, deviations: Deviations) {
  const common = { fetch, clock, log: silentLog, deviations };
  const settings = () => connection;
  const tokens = createTokens({ ...common, settings, credentials: { get: async () => credentials } });
  return { common, tokens, vendor: createVendorClient({ ...common, tokens, settings }) };
}

type ConnectionStep = z.infer<typeof connectionStep>;

/** Tests address, sign-in and store. Steps after a failure are skipped. Never throws. */
export async function testConnection(
  parts: UntriedParts,
): Promise<{ ok: boolean; steps: ConnectionStep[]; deviations: CountedDeviation[] }> {
  const { connection, credentials } = parts;
  const deviations = createDeviations(silentLog);
  const { tokens, vendor } = untried(parts, deviations);

  const tries = {
    address: () => reach(parts),
    async signIn(): Promise<Found> {
      const token = await tokens.accessToken();
      if (token.kind === 'ok') return fine;
      return credentials === null
        ? { fault: 'accountMissing' }
        : { fault: signInFault(token), trouble: troubleOf(token) };
    },
    async store(): Promise<Found> {
      const { storeId } = connection;
      if (storeId.length < 1 || storeId.length > 36) return { fault: 'storeMissing' };
      const registered = await vendor.registerReceipt({ storeId });
      if (registered.kind !== 'ok') return { fault: storeFault(registered), trouble: troubleOf(registered) };
      const cancelled = await vendor.cancelReceipt(registered.value.billId);
      return cancelled.kind === 'ok' ? fine : { fault: null, trouble: troubleOf(cancelled) };
    },
  };

  const steps: ConnectionStep[] = [];
  for (const name of ['address', 'signIn', 'store'] as const) {
    const isFine = steps.every((step) => step.ok);
    const { fault, trouble = null } = isFine ? await tries[name]() : fine;
    steps.push({ name, ok: isFine && fault === null, fault, trouble });
  }
  return { ok: steps.every((step) => step.ok), steps, deviations: [...deviations.list()] };
}

interface Found {
  readonly fault: ConnectionFault | null;
  readonly trouble?: ConnectionTrouble;
}
const fine: Found = { fault: null };

async function reach({ fetch, clock, connection }: UntriedParts): Promise<Found> {
  const { baseUrl, authUrl, connectTimeoutMs, totalTimeoutMs } = connection;
  if (vendorUrl(baseUrl, '') === null) return { fault: 'baseUrlWrong' };
  if (tokenUrl(authUrl) === null) return { fault: 'authUrlWrong' };
  const deadline = startDeadline(clock, totalTimeoutMs);
  const request = { method: 'GET', url: baseUrl, headers: {}, body: null, connectTimeoutMs } as const;
  const answer = await exchange({ fetch, clock }, request, deadline.signal);
  deadline.cancel();
  // The root of a service often redirects to its own page.
  const isThere =
    answer.kind === 'http' ||
    (answer.status !== null && answer.status < 500) ||
    ['not-the-service', 'not-understood'].includes(answer.reason);
  return isThere ? fine : { fault: 'baseUrlSilent', trouble: troubleOf(answer) };
}

const troubleOfReason = {
  'no-connection': 'noConnection',
  'time-out': 'timeOut',
  'connection-lost': 'connectionLost',
  'server-error': 'serverError',
  'not-the-service': 'notTheService',
  'not-understood': 'notUnderstood',
} as const satisfies Record<NoAnswerReason, ConnectionTrouble['code']>;

function troubleOf(answer: NotOk): ConnectionTrouble {
  if (answer.kind === 'signInNeeded') return { code: 'signInRefused', status: null, verbatim: answer.code ?? '' };
  if (answer.kind === 'noAnswer') {
    const { reason, inTheWay, status, verbatim = '' } = answer;
    return { code: inTheWay ?? troubleOfReason[reason], status, verbatim };
  }
  const code = answer.kind === 'storeUnknown' ? 'storeUnknown' : 'refused';
  return { code, status: answer.problem.status, verbatim: problemText(answer.problem) };
}

type NotOk = Exclude<Answer<unknown>, { readonly kind: 'ok' }>;

/** The codes of RFC 6749 5.2. Some identity providers send `access_denied` for a wrong password. */
const faultOfCode = new Map<string, ConnectionFault>([
  ['invalid_grant', 'accountRefused'],
  ['access_denied', 'accountRefused'],
  ['invalid_client', 'clientRefused'],
  ['unauthorized_client', 'clientRefused'],
  ['invalid_scope', 'scopeRefused'],
]);

function signInFault(answer: NotOk): ConnectionFault {
  const code = answer.kind === 'signInNeeded' ? (answer.code ?? '') : '';
  return unanswered(answer, 'authUrlSilent') ?? faultOfCode.get(code) ?? 'signInRefused';
}

function storeFault(answer: NotOk): ConnectionFault {
  if (answer.kind === 'signInNeeded') return 'signInRefused';
  // A scope or the permission of an API user is missing (receipt-service.md 5, rule 6).
  const isForbidden = answer.kind === 'refused' && answer.problem.status === 403;
  return unanswered(answer, 'baseUrlSilent') ?? (isForbidden ? 'permissionMissing' : 'storeRefused');
}

const unanswered = (answer: NotOk, silentOne: ConnectionFault): ConnectionFault | null =>
  answer.kind !== 'noAnswer' ? null : answer.reason === 'not-understood' ? 'notUnderstood' : silentOne;
