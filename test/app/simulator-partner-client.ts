import { test as base } from 'vitest';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { type JsonBody, readBody, send, startSignedInTill } from './simulator-till.ts';

export type SimulatorPartner = Awaited<ReturnType<typeof startPartnerClient>>;

/** A plain client of the partner interface, written with fetch alone. */
export async function startPartnerClient(options: SimulatorOptions = {}, seed = 7) {
  // With the default switch one user of 500 is slow by chance.
  const switches = { slowUserChance: 0, ...options.switches };
  const till = await startSignedInTill({ ...options, switches }, seed);
  const partnerUrl = `${till.baseUrl}/partner`;
  const withKey: Readonly<Record<string, string>> = { 'x-api-key': till.simulator.account.partnerKey };
  const partner = {
    till,
    /** Sends a request with the partner key. */
    ask: (method: string, path: string, body?: unknown, headers = withKey) =>
      send(`${partnerUrl}${path}`, method, body, headers),
    user: async (externalId: string, loyaltyCards?: unknown) => {
      const answer = await readBody(await partner.ask('POST', '/api/v3/user', { externalId, loyaltyCards }));
      return String(answer.id);
    },
    receipts: (userId: string, query = '') => partner.ask('GET', `/api/v3/user/${userId}/receipts${query}`),
    onboard: async (vendorCustomer: JsonBody = {}) =>
      readBody(await partner.ask('POST', '/onboarding', { vendorCustomer, invoicingDetails: {} })),
    /** Stores a bill of this customer and returns its id. */
    bill: async (externalId: string | null, bill: JsonBody) => {
      const request = externalId === null ? {} : { userIdentification: { externalId } };
      return String((await readBody(await till.sendBill(bill, request))).billId);
    },
  };
  return partner;
}

export const test = base.extend('partner', () => startPartnerClient());
