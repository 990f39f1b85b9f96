import { commandLineOf, folderOf, type TillScope } from '../shared/till-names.ts';

/** The caller. An interface creates it from something that it has verified: a frame, a token, a file. */
export type Actor =
  | { readonly kind: 'window'; readonly role: 'cashier' | 'customer' }
  /** `till`: whose references it uses (`lib/till-names.ts`). */
  | { readonly kind: 'till'; readonly till: string; readonly scopes: readonly TillScope[] }
  /** `receipt-companion send`: with the token of this till, and references of its own. */
  | { readonly kind: 'commandLine'; readonly till: string; readonly scopes: readonly TillScope[] }
  /** `isFresh`: the customer of this file may still be there. `file`: tells it from any other. `owner`: see `folderOf`. */
  | { readonly kind: 'folder'; readonly owner: number | null; readonly isFresh: boolean; readonly file: string };

/** The actors that a row lists: a role, a scope or an interface. Other actors may not use its command. */
export type Caller = 'cashier' | 'customer' | TillScope | 'folder';

/** The role under which the actor acts. The command line may do what the till of its token may. */
export function callersOf(actor: Actor): readonly Caller[] {
  switch (actor.kind) {
    case 'window':
      return [actor.role];
    case 'till':
    case 'commandLine':
      return actor.scopes;
    case 'folder':
      return [actor.kind];
  }
}

export function tillOf(actor: Actor): string {
  switch (actor.kind) {
    case 'till':
      return actor.till;
    case 'commandLine':
      return commandLineOf(actor.till);
    case 'folder':
      return folderOf(actor.owner);
    case 'window':
      throw new Error(`a ${actor.kind} has no references`);
  }
}
