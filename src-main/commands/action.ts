import { z } from 'zod';
import { type CommandInput, type CommandName, type CommandOutput, type Commands, commands } from '../lib/commands.ts';
import { done, type FieldIssue, type Result } from '../lib/result.ts';
import { issueSchema } from '../lib/till-view.ts';
import type { Actor, Caller } from './actor.ts';
import type { UnknownMembers } from './unknown-members.ts';

export type MaybePromise<T> = T | Promise<T>;

/** Who asks, and what was odd about the input and taken all the same: for the sale that can carry it. */
export interface Asked {
  readonly by: Actor;
  readonly transportWarnings: readonly FieldIssue[];
}

/** On what rows work: the connection that is open; the windows, also while nobody has chosen one; what lives as long as the program. */
export type ContextName = 'session' | 'windows' | 'program';

/** As a method, like `run`: a list of rows of every kind is one list. */
type LockedBy<Context, Input> = { judges(context: Context, input: Input): boolean }['judges'];

/**
 * One thing that can be asked for, at whatever door. `needs` names what `run` works on, and `Context` what it uses of that:
 * with `session` there is a connection when it runs. A disk that is full and a database that is held may be thrown: they mean
 * that nothing was stored.
 */
export interface Action<
  Needs extends ContextName = ContextName,
  Context = never,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly who: readonly Caller[];
  readonly needs: Needs;
  /** Behind the PIN for the windows, where one is set; a function says it of this input. Tills have their token instead. */
  readonly locked: boolean | LockedBy<Context, z.output<Input>>;
  readonly input: Input;
  /** What becomes of a member that `input` does not know; left out, it is ignored: nothing can be lost by that. */
  readonly unknownMembers?: UnknownMembers;
  readonly output: Output;
  run(context: Context, input: z.output<Input>, asked: Asked): MaybePromise<Result<z.output<Output>>>;
}

/** A row for tills, the folder or anybody; those for windows take who, input and output from the windows' own table. */
export const defineAction = <Needs extends ContextName, Context, Input extends z.ZodType, Output extends z.ZodType>(
  row: Omit<Action<Needs, Context, Input, Output>, 'locked' | 'who'> & {
    readonly who: readonly Exclude<Caller, 'cashier' | 'customer'>[];
  },
): Action<Needs, Context, Input, Output> => ({ ...row, locked: false });

export interface CommandAction<Name extends CommandName, Needs extends ContextName = ContextName, Context = never>
  extends Omit<Action<Needs>, 'input' | 'output' | 'run' | 'locked'> {
  readonly name: Name;
  readonly input: Commands[Name]['input'];
  readonly output: Commands[Name]['output'];
  readonly locked: boolean | LockedBy<Context, CommandInput<Name>>;
  run(context: Context, input: CommandInput<Name>, asked: Asked): MaybePromise<Result<CommandOutput<Name>>>;
}

/** Where the command's row says `byInput`, what it does says which inputs are behind the PIN. */
type Runs<Name extends CommandName, Context> = Commands[Name]['locked'] extends 'byInput'
  ? { locked(context: Context, input: CommandInput<Name>): boolean; readonly run: Run<Name, Context> }
  : Run<Name, Context>;

/** That it is done is all that a window is told of most commands; what it came to stands in its view. */
type Run<Name extends CommandName, Context> = (
  context: Context,
  input: CommandInput<Name>,
  asked: Asked,
) => MaybePromise<CommandOutput<Name> extends null ? Told<unknown> : Result<CommandOutput<Name>>>;
// biome-ignore lint/suspicious/noConfusingVoidType: what only does something returns nothing
type Told<Value> = Result<Value> | void;

const isDone = (told: Told<unknown>): Result<unknown> => (told?.ok === false ? told : done(null));
const quiet =
  <Given extends unknown[]>(run: (...given: Given) => MaybePromise<Told<unknown>>) =>
  (...given: Given): MaybePromise<Result<unknown>> => {
    const told = run(...given);
    return told instanceof Promise ? told.then(isDone) : isDone(told);
  };

/** Rows for commands of `lib/commands.ts`: what they do, and in `Context` all that they may touch for it. */
export const commandsOn =
  <Context>() =>
  <Needs extends ContextName, Name extends CommandName>(
    needs: Needs,
    runs: { readonly [Each in Name]: Runs<Each, Context> },
  ) => {
    const rows = (Object.keys(runs) as Name[]).map((name) => {
      const { from, input, output, locked } = commands[name];
      const does = runs[name] as Runs<Name, Context>;
      const { run } = typeof does === 'function' ? { run: does } : does;
      const told = output instanceof z.ZodNull ? quiet(run) : run;
      return [name, { name, who: from, needs, input, output, locked, ...does, run: told }];
    });
    return Object.fromEntries(rows) as { readonly [Each in Name]: CommandAction<Each, Needs, Context> };
  };

/** For an answer that is no sale: what was odd and taken all the same. */
export const withWarnings = {
  warnings: z.array(issueSchema).optional().describe('Only where something was odd about the request'),
};

export const told = <T extends object>(result: Result<T>, warnings: readonly FieldIssue[]) =>
  result.ok && warnings.length > 0 ? done({ ...result.value, warnings: [...warnings] }) : result;
