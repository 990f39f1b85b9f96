import { commandLineOf, folderOf, type TillScope } from '../lib/till-names.ts';

/** Who asks. A door makes one of what it has checked itself: a frame, a token, a file. */
export type Actor =
  | { readonly kind: 'window'; readonly role: 'cashier' | 'customer' }
  /** `till`: whose references it uses (`lib/till-names.ts`). */
  | { readonly kind: 'till'; readonly till: string; readonly scopes: readonly TillScope[] }
  /** `receipt-companion send`: with the token of this till, and references of its own. */
  | { readonly kind: 'commandLine'; readonly till: string; readonly scopes: readonly TillScope[] }
  /** `isFresh`: the customer of this file may still be there. `file`: tells it from any other. `owner`: see `folderOf`. */
  | { readonly kind: 'folder'; readonly owner: number | null; readonly isFresh: boolean; readonly file: string };

/** What a row of the table names: a role, a scope or a door. Who is not named may not ask. */
export type Caller = 'cashier' | 'customer' | TillScope | 'folder';

/** As what the actor may ask. The command line may ask what the till may whose token it has. */
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

/** Whose references the actor uses (`lib/till-names.ts`). Throws for who has none: a row that asks for it names who has. */
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
