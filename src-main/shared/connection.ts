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
  extensionKey: z.string().regex(/^\S{1,100}$/, 'text of 1 to 100 characters without spaces'),
  selfGeneratedIds: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** A place where an answer differs from receipt-service.md, without the value. */
export const countedSchema = z.strictObject({
  /** The route as the interface description names it: `PUT /v3/loyalty/transactions`. */
  route: z.string(),
  /** A JSON pointer with `*` for the rows of a list; empty for the whole answer. */
  pointer: z.string(),
  found: z.string(),
  expected: z.string(),
  /** The number of such answers on this connection since it was opened. */
  count: z.int(),
});
export type CountedDeviation = z.infer<typeof countedSchema>;

/** The faults of a connection test, which a window shows beside the field. */
export const connectionFaults = [
  'baseUrlWrong', // The address is missing.
  'baseUrlSilent', // No program answers at the address.
  'notUnderstood', // A program answers there, but not as receipt-service.md describes.
  'authUrlWrong',
  'authUrlSilent',
  'accountMissing', // The user name or the password is missing.
  'accountRefused', // OAuth's code means that the user name or the password was refused.
  'clientRefused',
  'scopeRefused',
  'signInRefused', // The sign-in was refused without a reason.
  'storeMissing', // The store id is missing or too long.
  'storeRefused', // No receipt can be registered for the store.
  'permissionMissing', // The account may not register receipts.
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

/** Details of a failed connection test, for support. */
export const connectionTroubles = [
  'noConnection',
  'timeOut',
  'connectionLost', // The connection broke after something may have been sent.
  'serverError',
  'notTheService', // The answer is from an unknown program instead of the service.
  'notUnderstood', // The answer differs from receipt-service.md.
  'proxy',
  'redirect',
  'webPage',
  'signInRefused',
  'refused',
  'storeUnknown',
] as const;

/** `verbatim` is the unchanged message of the service or the system. */
export const connectionTrouble = z.strictObject({
  code: z.enum(connectionTroubles),
  status: z.int().nullable(),
  verbatim: z.string(),
});
export type ConnectionTrouble = z.infer<typeof connectionTrouble>;

export type ServiceEndpoint = Omit<Connection, 'mode'>;

export const endpointOf = (service: ServiceEndpoint): ServiceEndpoint => {
  const { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds } = service;
  return { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds };
};
