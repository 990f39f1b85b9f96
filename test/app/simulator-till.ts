import { test as base, onTestFinished } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { validBill } from '../fixtures/receipts/valid-bills.ts';

export type JsonBody = Readonly<Record<string, unknown>>;

export type TestTill = Awaited<ReturnType<typeof startTill>>;

const ext = 'extension:service';

/** The smallest bill that receipt-service.md 2.1 to 2.7 permits. */
export function plainBill(extra: JsonBody = {}): JsonBody {
  const head = { date: '2026-01-05T10:00:00+01:00' };
  return { head, data: { currency: 'EUR', fullAmountInclVat: 2.5 }, security: {}, ...extra };
}

/** A bill with every field, to be sent without a registered id. */
export const fullBill = (): JsonBody => ({ ...validBill('every-field'), id: null });

export function line(extra: JsonBody = {}, extension: JsonBody = {}): JsonBody {
  const item = { number: '1', quantity: 2, pricePerUnit: 1.25 };
  return { text: 'Rye roll', item, [ext]: { sequenceNumber: 1, type: 'Default', ...extension }, ...extra };
}

export async function readBody(response: Response): Promise<JsonBody> {
  return (await response.json()) as JsonBody;
}

/** Sends a request, whose body becomes JSON, and follows no redirect. */
export const send = (url: string, method: string, body: unknown, headers: Readonly<Record<string, string>>) =>
  fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

export async function startTill(options: SimulatorOptions = {}, seed = 7) {
  const clock = createManualClock();
  const log = createTestLog();
  const simulator = createSimulator({ control: true, ...options }, { clock, random: createSeededRandom(seed), log });
  const { baseUrl, authUrl, controlUrl } = await simulator.start();
  onTestFinished(() => simulator.stop());
  const { account } = simulator;
  let token = '';

  const scope = `${account.scopeBase}/vendor/bill offline_access`;
  const shared = { client_id: account.clientId, scope, response_type: 'token' };
  const till = {
    simulator,
    clock,
    log,
    baseUrl,
    authUrl,
    controlUrl: controlUrl ?? '',
    storeId: account.storeIds[0],
    askToken: (fields: Readonly<Record<string, string>>) =>
      fetch(`${authUrl}?p=b2c_1_ropc_vendor`, { method: 'POST', body: new URLSearchParams({ ...fields }) }),
    passwordFields(): Record<string, string> {
      const { username, password } = account;
      return { grant_type: 'password', username, password, ...shared };
    },
    refreshFields: (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken, ...shared }),
    signIn: async (): Promise<JsonBody> => {
      const answer = await readBody(await till.askToken(till.passwordFields()));
      token = String(answer.access_token);
      return answer;
    },
    /** Sends a request with the bearer token of the last sign-in. */
    call: (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send(`${baseUrl}/api${path}`, method, body, { authorization: `Bearer ${token}`, ...headers }),
    register: async (extra: JsonBody = {}): Promise<JsonBody> =>
      readBody(await till.call('POST', '/v3/bill/url', { storeId: till.storeId, ...extra })),
    sendBill: (bill = plainBill(), request: JsonBody = {}): Promise<Response> =>
      till.call('POST', '/v3/bill', { storeId: till.storeId, bill, ...request }),
  };
  return till;
}

export async function startSignedInTill(options: SimulatorOptions = {}, seed = 7): Promise<TestTill> {
  const till = await startTill(options, seed);
  await till.signIn();
  return till;
}

export const test = base.extend('till', () => startSignedInTill());
