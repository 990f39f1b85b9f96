import { z } from 'zod';
import { serviceAddressOrEmpty as address } from './service-address.ts';

export const connectionSchema = z.strictObject({
  mode: z.enum(['training', 'live']),
  baseUrl: address,
  authUrl: address,
  partnerUrl: address,
  clientId: z.string().max(200),
  scopeBase: z.string().max(500),
  storeId: z.string().max(36),
  extensionKey: z.string().min(1).max(100),
  selfGeneratedIds: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** One place where an answer of the service differs from receipt-service.md. The value is never reported. */
export const deviationSchema = z.strictObject({
  /** As the document names it: `PUT /v3/loyalty/transactions`. */
  route: z.string(),
  /** A JSON pointer, rows of a list as `*`; empty is the answer as a whole. */
  pointer: z.string(),
  found: z.string(),
  expected: z.string(),
  /** How many answers differed so since the connection was opened. */
  count: z.int(),
});
export type ToldDeviation = z.infer<typeof deviationSchema>;

/** How a route answered. `notThere`: 404, 405 or a web page. `notTried`: it has no address, or its input is missing. */
export const probeVerdicts = ['asDescribed', 'deviates', 'refused', 'notThere', 'noAnswer', 'notTried'] as const;
export type ProbeVerdict = (typeof probeVerdicts)[number];

/** The fault that a connection test found, so that a window can show it beside the field. */
export const connectionFaults = [
  'baseUrlWrong', // no address
  'baseUrlSilent', // no program answers there
  'notUnderstood', // a program answers there, but not as receipt-service.md describes
  'authUrlWrong',
  'authUrlSilent',
  'accountMissing', // no user name and password
  'accountRefused', // OAuth's word for a user name or password that is not accepted
  'clientRefused',
  'scopeRefused',
  'signInRefused', // refused without saying what
  'storeMissing', // no store id, or one that is too long
  'storeRefused', // no receipt can be registered for it
  'permissionMissing', // the account may not register receipts
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

/** For support: `said` is the verbatim message of the service or the system. */
export const connectionTroubles = [
  'noConnection',
  'timeOut',
  'connectionLost', // after something may have been sent
  'serverError',
  'notTheService', // something else answered that cannot be identified
  'notUnderstood', // it answered, and not as receipt-service.md has it
  'proxy',
  'redirect',
  'webPage',
  'signInRefused',
  'refused',
  'storeUnknown',
] as const;

export const connectionTrouble = z.strictObject({
  code: z.enum(connectionTroubles),
  status: z.int().nullable(),
  /** Empty: there was no message. */
  said: z.string(),
});
export type ConnectionTrouble = z.infer<typeof connectionTrouble>;

/** The same without whether it is in use. */
export type ServiceEndpoint = Omit<Connection, 'mode'>;

export const endpointOf = (service: ServiceEndpoint): ServiceEndpoint => {
  const { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds } = service;
  return { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds };
};

const typed = z.string().max(2_048);

/** A connection that is being typed: half an address is no fault yet. */
export const draftConnectionSchema = connectionSchema.extend({
  baseUrl: typed,
  authUrl: typed,
  partnerUrl: typed,
  clientId: typed,
  scopeBase: typed,
  storeId: typed,
  extensionKey: typed,
});
