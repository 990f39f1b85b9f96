import type { CommandHandlers } from '../contract/handlers.ts';
import { done, failed } from '../kernel/result.ts';
import type { Pairing } from '../tills/pairing.ts';
import type { TillTable } from '../tills/till-table.ts';

export interface PairingCommandParts {
  readonly pairing: Pairing;
  readonly tills: () => TillTable;
  /** A till was removed. */
  readonly revoked: () => void;
}

/** What the cashier window does about tills. */
export function pairingCommands({
  pairing,
  tills,
  revoked,
}: PairingCommandParts): Pick<CommandHandlers, Extract<keyof CommandHandlers, `pairing.${string}`>> {
  return {
    'pairing.start': async ({ desk }) => done(pairing.start(desk)),
    async 'pairing.stop'() {
      pairing.stop();
      return done(null);
    },
    'pairing.list': async () =>
      done(
        tills()
          .list()
          .map((till) => ({ ...till, scopes: [...till.scopes] })),
      ),
    async 'pairing.revoke'({ id }) {
      if (!tills().remove(id)) return failed('notFound', `there is no paired till ${id}`);
      revoked();
      return done(null);
    },
  };
}
