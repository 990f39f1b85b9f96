import { z } from 'zod';
import { connectionSchema } from './connection.ts';
import { serviceAddress } from './service-address.ts';

/** A provider's set-up code (docs/set-up-code.md). A misspelt field is reported by name, not dropped. */
const someText = (most: number) => z.string().trim().min(1).max(most);

export const setupCodeSchema = z
  .strictObject({
    receiptCompanion: z.literal(1),
    baseUrl: serviceAddress,
    authUrl: serviceAddress,
    partnerUrl: serviceAddress.exactOptional(),
    clientId: someText(200),
    scopeBase: someText(500),
    storeId: someText(36).exactOptional(),
    extensionKey: connectionSchema.shape.extensionKey.exactOptional(),
    selfGeneratedIds: z.boolean().exactOptional(),
    shopName: someText(100).exactOptional(),
    username: someText(320).exactOptional(),
    password: z.string().min(1).max(600).exactOptional(),
  })
  .refine(({ username, password }) => username === undefined || password !== undefined, {
    path: ['password'],
    message: 'a password beside the user name, or neither',
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    path: ['username'],
    message: 'a user name beside the password, or neither',
  });

export type SetupCode = Readonly<z.infer<typeof setupCodeSchema>>;

export const setupCodeMaxChars = 8_192;

/** The start of a code of letters and digits only, for scanners. */
export const packedMark = 'RC1.';
