import type { ConnectionFault, ConnectionTrouble, ToldDeviation } from '../lib/connection.ts';
import type { Clock, Fetch, Log } from '../ports.ts';
import type { Answer, NoAnswerReason } from './answers.ts';
import { exchange, startDeadline } from './http.ts';
import { createDeviations } from './reader.ts';
import { type Credentials, tokenUrl } from './sign-in.ts';
import { createTokens, inMemory } from './tokens.ts';
import { createVendorClient, type VendorParts, vendorUrl } from './vendor.ts';

/** What Settings has about the connection; nothing of it is kept. */
export interface ConnectionUnderTest {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly scopeBase: string;
  readonly tokenScope?: string;
  readonly storeId: string;
}

export interface ConnectionTestParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly connection: ConnectionUnderTest;
  /** As typed in, or as the keychain has them; null when there are none. */
  readonly credentials: Credentials | null;
  readonly timeouts?: Pick<ReturnType<VendorParts['settings']>, 'connectTimeoutMs' | 'totalTimeoutMs'>;
}

export interface ConnectionStep {
  readonly name: 'address' | 'signIn' | 'store';
  readonly ok: boolean;
  /** Null when it went well, or was not tried. */
  readonly fault: ConnectionFault | null;
  /** What the service or the way to it did. Holds no secret and no user name. */
  readonly trouble: ConnectionTrouble | null;
}

export interface ConnectionTestResult {
  readonly ok: boolean;
  readonly steps: readonly ConnectionStep[];
  /** Where its answers were not as described. */
  readonly deviations: readonly ToldDeviation[];
}

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
const usualTimeouts = { connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 };

/**
 * Tries a connection before it goes live: does the address answer, does it accept the sign-in (one password
 * request), does it know the store (registers one receipt id and cancels it). Always three steps; after one that failed the rest
 * are not tried. Never throws.
 */
export async function testConnection(parts: ConnectionTestParts): Promise<ConnectionTestResult> {
  const { fetch, clock, connection, credentials } = parts;
  const { baseUrl } = connection;
  // One by one: whoever hands in a whole section of settings must not bring its addresses along.
  const { connectTimeoutMs, totalTimeoutMs } = parts.timeouts ?? usualTimeouts;
  const timeouts = { connectTimeoutMs, totalTimeoutMs };
  const deviations = createDeviations(silent);
  const tokens = createTokens({
    fetch,
    clock,
    log: silent,
    deviations,
    settings: () => ({ ...connection, ...timeouts }),
    credentials: { get: async () => credentials },
    refreshTokenStore: inMemory(),
  });
  const settings = (): ReturnType<VendorParts['settings']> => ({ baseUrl, ...timeouts });
  const vendor = createVendorClient({ fetch, clock, log: silent, deviations, tokens, settings });

  const store = async (): Promise<ConnectionStep> => {
    const { storeId } = connection;
    if (storeId.length < 1 || storeId.length > 36) return failed('store', 'storeMissing');
    const registered = await vendor.registerReceipt({ storeId });
    if (registered.kind !== 'ok') return failed('store', storeFault(registered), troubleOf(registered));
    const cancelled = await vendor.cancelReceipt(registered.value.billId);
    // The store is known all the same.
    return passed('store', cancelled.kind === 'ok' ? null : troubleOf(cancelled));
  };
  const signIn = async (): Promise<ConnectionStep> => {
    const token = await tokens.accessToken();
    if (token.kind === 'ok') return passed('signIn');
    return credentials === null
      ? failed('signIn', 'accountMissing')
      : failed('signIn', signInFault(token), troubleOf(token));
  };
  const tries = { address: () => reach(fetch, clock, connection, timeouts), signIn, store };

  const steps: ConnectionStep[] = [];
  for (const name of ['address', 'signIn', 'store'] as const) {
    const goOn = steps.every((step) => step.ok);
    steps.push(goOn ? await tries[name]() : failed(name, null));
  }
  return { ok: steps.every((step) => step.ok), steps, deviations: deviations.list() };
}

/** Any answer shows that somebody is there; whether it is the service, signing in and registering will show. */
async function reach(
  fetch: Fetch,
  clock: Clock,
  { baseUrl, authUrl }: ConnectionUnderTest,
  {
    connectTimeoutMs,
    totalTimeoutMs,
  }: Pick<ReturnType<VendorParts['settings']>, 'connectTimeoutMs' | 'totalTimeoutMs'>,
): Promise<ConnectionStep> {
  if (vendorUrl(baseUrl, '') === null) return failed('address', 'baseUrlWrong');
  if (tokenUrl(authUrl) === null) return failed('address', 'authUrlWrong');
  const deadline = startDeadline(clock, totalTimeoutMs);
  try {
    const request = { method: 'GET', url: baseUrl, headers: {}, body: null, connectTimeoutMs } as const;
    const answer = await exchange({ fetch, clock }, request, deadline.signal);
    if (answer.kind === 'http' || (answer.status !== null && answer.status < 500)) return passed('address');
    // The root of a service often leads to its own page.
    return answer.reason === 'not-the-service' || answer.reason === 'not-understood'
      ? passed('address')
      : failed('address', 'baseUrlSilent', troubleOf(answer));
  } finally {
    deadline.cancel();
  }
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
  switch (answer.kind) {
    case 'noAnswer': {
      const { reason, inTheWay, status, said = '' } = answer;
      return { code: inTheWay ?? troubleOfReason[reason], status, said };
    }
    case 'signInNeeded':
      return { code: 'signInRefused', status: null, said: answer.code ?? '' };
    case 'storeUnknown':
    case 'refused':
    case 'registrationExpired':
    case 'alreadyThere': {
      const { status, title, detail } = answer.problem;
      // A title that is ours says the status once more.
      const said = [title, detail].filter((words) => words !== '' && words !== `HTTP ${status}`).join(': ');
      return { code: answer.kind === 'storeUnknown' ? 'storeUnknown' : 'refused', status, said };
    }
  }
}

const passed = (name: ConnectionStep['name'], trouble: ConnectionTrouble | null = null): ConnectionStep => ({
  name,
  ok: true,
  fault: null,
  trouble,
});
const failed = (
  name: ConnectionStep['name'],
  fault: ConnectionFault | null,
  trouble: ConnectionTrouble | null = null,
): ConnectionStep => ({ name, ok: false, fault, trouble });

type NotOk = Exclude<Answer<unknown>, { readonly kind: 'ok' }>;

/** RFC 6749 5.2; `access_denied` is what some identity providers say of a wrong password. */
const faultOfCode: Readonly<Record<string, ConnectionFault>> = {
  invalid_grant: 'accountRefused',
  access_denied: 'accountRefused',
  invalid_client: 'clientRefused',
  unauthorized_client: 'clientRefused',
  invalid_scope: 'scopeRefused',
};

function signInFault(answer: NotOk): ConnectionFault {
  if (answer.kind === 'noAnswer') return answer.reason === 'not-understood' ? 'notUnderstood' : 'authUrlSilent';
  const code = answer.kind === 'signInNeeded' ? (answer.code ?? '') : '';
  return (Object.hasOwn(faultOfCode, code) ? faultOfCode[code] : undefined) ?? 'signInRefused';
}

function storeFault(answer: NotOk): ConnectionFault {
  if (answer.kind === 'noAnswer') return answer.reason === 'not-understood' ? 'notUnderstood' : 'baseUrlSilent';
  if (answer.kind === 'signInNeeded') return 'signInRefused';
  // Interface document 5.6: a missing scope or API user permission.
  return answer.kind === 'refused' && answer.problem.status === 403 ? 'permissionMissing' : 'storeRefused';
}
