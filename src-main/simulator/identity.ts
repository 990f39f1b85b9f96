import type { Clock, Random } from '../ports.ts';
import { type Account, requiredScope } from './account.ts';
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

export interface Identity {
  /** Answers a token request whose fields were already found complete. */
  grant(form: Form): TokenAnswer | TokenRefusal;
  accepts(accessToken: string): boolean;
  revokeAccessTokens(): void;
  revokeRefreshTokens(): void;
}

interface IdentityParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly account: () => Account;
  readonly requests: Journal<TokenRequest>;
}

export function createIdentity({ clock, random, switches, account, requests }: IdentityParts): Identity {
  const accessTokens = new Map<string, number>();
  const refreshTokens = new Map<string, number>();

  const issue = (tokens: Map<string, number>, seconds: number): string => {
    const now = clock.now();
    for (const [token, expiresAt] of tokens) if (expiresAt <= now) tokens.delete(token);
    const token = Buffer.from(random.bytes(32)).toString('base64url');
    tokens.set(token, now + seconds * 1000);
    return token;
  };
  const alive = (tokens: Map<string, number>, token: string): boolean => (tokens.get(token) ?? 0) > clock.now();

  const refusalOf = (form: Form): TokenRefusal | null => {
    const { username, password, clientId } = account();
    const refuse = (error: string, error_description: string): TokenRefusal => ({ error, error_description });
    if (form.get('client_id') !== clientId) return refuse('unauthorized_client', 'The client id is not known.');
    if (form.get('scope') !== requiredScope(account())) return refuse('invalid_scope', 'The scope is not known.');
    if (form.get('grant_type') === 'password') {
      const right = form.get('username') === username && form.get('password') === password;
      const accepted = right && switches.current().acceptsSignIn;
      return accepted ? null : refuse('invalid_grant', 'The user name or password is wrong.');
    }
    const accepted = alive(refreshTokens, form.get('refresh_token') ?? '') && switches.current().acceptsSignIn;
    return accepted ? null : refuse('invalid_grant', 'The refresh token is expired, revoked or not known.');
  };

  return {
    grant: (form) => {
      const grantType = form.get('grant_type') ?? '';
      const refusal = refusalOf(form);
      requests.add({ grantType, error: refusal?.error ?? null, at: clock.now() });
      if (refusal !== null) return refusal;
      const { accessTokenSeconds, refreshTokenSeconds, singleUseRefreshTokens } = switches.current();
      if (singleUseRefreshTokens) refreshTokens.delete(form.get('refresh_token') ?? '');
      return {
        access_token: issue(accessTokens, accessTokenSeconds),
        token_type: 'Bearer',
        expires_in: String(accessTokenSeconds),
        refresh_token: issue(refreshTokens, refreshTokenSeconds),
        ...(grantType === 'refresh_token' && { refresh_token_expires_in: String(refreshTokenSeconds) }),
      };
    },
    accepts: (token) => alive(accessTokens, token),
    revokeAccessTokens: () => accessTokens.clear(),
    revokeRefreshTokens: () => refreshTokens.clear(),
  };
}
