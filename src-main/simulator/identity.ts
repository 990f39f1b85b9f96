import type { Clock, Random } from '../ports.ts';
import { type Account, scopeOf, vendorScope } from './account.ts';
import type { Journal, TokenRequest } from './ledger.ts';
import type { SwitchBoard } from './switches.ts';

export type Form = ReadonlyMap<string, string>;

/** Interface document 5.3 and 5.4. Every lifetime is a string of seconds. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: string;
  readonly refresh_token: string;
  readonly refresh_token_expires_in?: string;
}

export interface TokenRefusal {
  readonly error: string;
  readonly error_description: string;
}

/** Whom a token speaks for, and what for. */
export interface Holder {
  /** The onboarded merchant; null for the main account. */
  readonly vendorCustomerId: string | null;
  /** The field `scope` of the request. */
  readonly scope: string;
}

export interface Identity {
  /** Answers a token request whose fields were already found complete. */
  grant(form: Form): TokenAnswer | TokenRefusal;
  /** Null when the token is expired, revoked or not known. */
  holderOf(accessToken: string): Holder | null;
  revokeAccessTokens(): void;
  revokeRefreshTokens(): void;
}

interface IdentityParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly account: () => Account;
  readonly requests: Journal<TokenRequest>;
  /** The onboarded merchant with these credentials (interface document 4.7), or null. */
  readonly merchantOf: (username: string, password: string) => string | null;
}

interface Issued extends Holder {
  readonly expiresAt: number;
}

export function createIdentity({ clock, random, switches, account, requests, merchantOf }: IdentityParts): Identity {
  const accessTokens = new Map<string, Issued>();
  const refreshTokens = new Map<string, Issued>();

  const issue = (tokens: Map<string, Issued>, seconds: number, holder: Holder): string => {
    const now = clock.now();
    for (const [token, { expiresAt }] of tokens) if (expiresAt <= now) tokens.delete(token);
    const token = Buffer.from(random.bytes(32)).toString('base64url');
    tokens.set(token, { ...holder, expiresAt: now + seconds * 1000 });
    return token;
  };
  const alive = (tokens: Map<string, Issued>, token: string): Issued | null => {
    const found = tokens.get(token);
    return found !== undefined && found.expiresAt > clock.now() ? found : null;
  };

  const knownScopes = (): readonly string[] => {
    const { partnerAccess, onboardingAccess, partnerScope } = switches.current();
    const partner = partnerAccess === 'token' || onboardingAccess === 'token' ? [partnerScope] : [];
    return [vendorScope, ...partner].map((template) => scopeOf(account(), template));
  };

  /** Whom these credentials or this refresh token belong to, else null. */
  const personOf = (form: Form): Pick<Holder, 'vendorCustomerId'> | null => {
    if (!switches.current().acceptsSignIn) return null;
    if (form.get('grant_type') !== 'password') return alive(refreshTokens, form.get('refresh_token') ?? '');
    const [username = '', password = ''] = [form.get('username'), form.get('password')];
    if (username === account().username && password === account().password) return { vendorCustomerId: null };
    const vendorCustomerId = merchantOf(username, password);
    return vendorCustomerId === null ? null : { vendorCustomerId };
  };

  const admit = (form: Form): Holder | TokenRefusal => {
    const refuse = (error: string, error_description: string): TokenRefusal => ({ error, error_description });
    const scope = form.get('scope') ?? '';
    if (form.get('client_id') !== account().clientId) {
      return refuse('unauthorized_client', 'The client id is not known.');
    }
    if (!knownScopes().includes(scope)) return refuse('invalid_scope', 'The scope is not known.');
    const person = personOf(form);
    if (person !== null) return { vendorCustomerId: person.vendorCustomerId, scope };
    return form.get('grant_type') === 'password'
      ? refuse('invalid_grant', 'The user name or password is wrong.')
      : refuse('invalid_grant', 'The refresh token is expired, revoked or not known.');
  };

  return {
    grant: (form) => {
      const grantType = form.get('grant_type') ?? '';
      const holder = admit(form);
      requests.add({ grantType, error: 'error' in holder ? holder.error : null, at: clock.now() });
      if ('error' in holder) return holder;
      const { accessTokenSeconds, refreshTokenSeconds, singleUseRefreshTokens } = switches.current();
      if (singleUseRefreshTokens) refreshTokens.delete(form.get('refresh_token') ?? '');
      return {
        access_token: issue(accessTokens, accessTokenSeconds, holder),
        token_type: 'Bearer',
        expires_in: String(accessTokenSeconds),
        refresh_token: issue(refreshTokens, refreshTokenSeconds, holder),
        ...(grantType === 'refresh_token' && { refresh_token_expires_in: String(refreshTokenSeconds) }),
      };
    },
    holderOf: (token) => alive(accessTokens, token),
    revokeAccessTokens: () => accessTokens.clear(),
    revokeRefreshTokens: () => refreshTokens.clear(),
  };
}
