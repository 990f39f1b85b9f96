import { z } from 'zod';
import { loopback } from './loopback.ts';

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);
/** Scheme and host, without a backslash or blank, which programs interpret differently. */
const parts = /^(https?):\/\/([^/?#\\\s]+)(?:[/?#][^\\\s]*)?$/i;
/** Invisible characters and characters that change the text direction hide where an address leads. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The only check of web addresses from outside. A user name before an `@` is refused, because it can deceive. */
export function addressFault(address: string): string | null {
  const [, scheme = '', host = ''] = parts.exec(address) ?? [];
  if (host === '' || !webAddress.safeParse(address).success) return 'expected an address that starts with https://';
  if (unseen.test(address)) return 'found a character in the address that is not seen; expected an address without it';
  if (host.includes('@')) return 'found a user name in the address; expected an address without a user name';
  if (scheme.toLowerCase() === 'http' && !loopback.test(host)) {
    return `found http to ${host}; expected https (http is for this computer only: 127.0.0.1, localhost, [::1])`;
  }
  return null;
}

const judge = (address: string, context: z.RefinementCtx): void => {
  const fault = addressFault(address);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
};

/** An address of the receipt service from any source: at most 2,048 characters. */
export const serviceAddress = z.string().superRefine(judge);

export const serviceAddressOrEmpty = z.string().superRefine((address, context) => {
  if (address !== '') judge(address, context);
});
