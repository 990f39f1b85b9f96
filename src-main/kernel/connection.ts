import { z } from 'zod';
import { serviceAddressOrEmpty as address } from './service-address.ts';

/** The connection to the receipt service as Settings shows it; secrets go in and never come out. */
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

/** The same without whether it is in use. */
export type ServicePlace = Omit<Connection, 'mode'>;

/** What describes the place, of whatever stands beside it. */
export const placeOf = (service: ServicePlace): ServicePlace => {
  const { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds } = service;
  return { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds };
};
