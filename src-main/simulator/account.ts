import type { Random } from '../ports.ts';

/** What a merchant is given to reach the service (interface document 5). Invented for each instance unless given. */
export interface Account {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  /** `<SCOPE_BASE>` of interface document 5.2. */
  readonly scopeBase: string;
  /** Opens the partner routes (interface document 5.8 does not show what does; see partner-switches.ts). */
  readonly partnerKey: string;
  /** The stores that exist; the first one is offered to whoever asks for one. */
  readonly storeIds: readonly [string, ...string[]];
}

export function inventAccount(random: Random, given: Partial<Account>): Account {
  return {
    username: `till-${random.uuid().slice(0, 8)}@training.invalid`,
    password: Buffer.from(random.bytes(18)).toString('base64url'),
    clientId: random.uuid(),
    scopeBase: 'https://receipts.training.invalid',
    storeIds: [random.uuid()],
    partnerKey: Buffer.from(random.bytes(24)).toString('base64url'),
    ...given,
  };
}

/** The scope that a token request must name (interface document 5.2). */
export const vendorScope = '<SCOPE_BASE>/vendor/bill offline_access';

/** A field `scope` with this account's `<SCOPE_BASE>`. */
export function scopeOf(account: Account, template: string): string {
  return template.replaceAll('<SCOPE_BASE>', account.scopeBase);
}
