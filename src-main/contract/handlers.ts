import type { Result } from '../kernel/result.ts';
import type { CommandInput, CommandName, CommandOutput } from './commands.ts';

/** One handler per row of the table: a missing or misshapen one does not compile. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
    from: 'cashier' | 'customer',
  ) => Promise<Result<CommandOutput<Name>>>;
};
