import type { TokenParts } from '../../service/tokens.ts';
import type { SealedValues } from '../../storage/sealed-values.ts';

/** The refresh token as it is kept: good only for the account, and the place to sign in, that `signInKey` names. */
export function keptRefreshToken(
  kept: SealedValues,
  signInKey: () => string,
  name = 'refresh-token',
): TokenParts['refreshTokenStore'] {
  const prefix = (): string => `${signInKey()} `;
  return {
    get() {
      const value = kept.get(name);
      return value?.startsWith(prefix()) ? value.slice(prefix().length) : null;
    },
    set: (token) => kept.set(name, token === null ? null : prefix() + token),
  };
}
