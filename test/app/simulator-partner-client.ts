import { test as base } from 'vitest';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { type JsonBody, readBody, startSignedInTill, type TestTill } from './simulator-till.ts';

/** A plain client of the partner interface, written with fetch alone. */
export interface SimulatorPartner {
  readonly till: TestTill;
  readonly partnerUrl: string;
  /** Sends a request with the partner key; `body` becomes JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  user(externalId: string, loyaltyCards?: unknown): Promise<string>;
  receipts(userId: string, query?: string): Promise<Response>;
  onboard(vendorCustomer?: JsonBody): Promise<JsonBody>;
  /** Stores a bill of this customer and returns its id. */
  bill(externalId: string | null, bill: JsonBody): Promise<string>;
}

export async function startPartnerClient(options: SimulatorOptions = {}, seed = 7): Promise<SimulatorPartner> {
  // With the default switch one user of 500 is slow by chance.
  const switches = { slowUserChance: 0, ...options.switches };
  const till = await startSignedInTill({ ...options, switches }, seed);
  const partnerUrl = `${till.baseUrl}/partner`;
  const partner: SimulatorPartner = {
    till,
    partnerUrl,
    ask: (method, path, body, headers = { 'x-api-key': till.simulator.account.partnerKey }) =>
      fetch(`${partnerUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    user: async (externalId, loyaltyCards) => {
      const answer = await readBody(await partner.ask('POST', '/api/v3/user', { externalId, loyaltyCards }));
      return String(answer.id);
    },
    receipts: (userId, query = '') => partner.ask('GET', `/api/v3/user/${userId}/receipts${query}`),
    onboard: async (vendorCustomer = {}) =>
      readBody(await partner.ask('POST', '/onboarding', { vendorCustomer, invoicingDetails: {} })),
    bill: async (externalId, bill) => {
      const request = externalId === null ? {} : { userIdentification: { externalId } };
      return String((await readBody(await till.sendBill(bill, request))).billId);
    },
  };
  return partner;
}

export const test = base.extend('partner', () => startPartnerClient());
