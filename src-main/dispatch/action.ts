import { z } from 'zod';
import { done, type FieldIssue, type Result } from '../shared/result.ts';
import { issueSchema } from '../shared/till-view.ts';
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type Commands,
  commands,
} from '../shared/window-commands.ts';
import type { Actor, Caller } from './actor.ts';
import type { UnknownMembers } from './read-input.ts';

export type MaybePromise<T> = T | Promise<T>;

export interface Asked {
  readonly by: Actor;
  readonly transportWarnings: readonly FieldIssue[];
}

/** What rows work on: the open connection, the windows (also before one is chosen), or the program. */
export type ContextName = 'session' | 'windows' | 'program';

/** As a method, like `run`: a list of rows of every kind is one list. */
type LockedBy<Context, Input> = { judges(context: Context, input: Input): boolean }['judges'];

/** One command for every interface. It may throw for a full disk or a locked database. */
export interface Action<
  Needs extends ContextName = ContextName,
  Context = never,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly who: readonly Caller[];
  readonly needs: Needs;
  /** Windows need the PIN for it, if one is set. A function decides for each input. Tills have their token instead. */
  readonly locked: boolean | LockedBy<Context, z.output<Input>>;
  readonly input: Input;
  /** How a member that `input` does not know is treated. By default it is ignored, because nothing can be lost by that. */
  readonly unknownMembers?: UnknownMembers;
  readonly output: Output;
  run(context: Context, input: z.output<Input>, asked: Asked): MaybePromise<Result<z.output<Output>>>;
}

/** A row for tills, the watched folder or everyone. Rows for windows come from their own table. */
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

/** Required where the command's row says `byInput`: decides which inputs need the PIN. */
type Runs<Name extends CommandName, Context> = Commands[Name]['locked'] extends 'byInput'
  ? { locked(context: Context, input: CommandInput<Name>): boolean; readonly run: Run<Name, Context> }
  : Run<Name, Context>;

/** Most commands report to a window only that they are done. Their effect is in its view. */
type Run<Name extends CommandName, Context> = (
  context: Context,
  input: CommandInput<Name>,
  asked: Asked,
) => MaybePromise<CommandOutput<Name> extends null ? Told<unknown> : Result<CommandOutput<Name>>>;
// biome-ignore lint/suspicious/noConfusingVoidType: an action without an output returns nothing
type Told<Value> = Result<Value> | void;

const isDone = (told: Told<unknown>): Result<unknown> => (told?.ok === false ? told : done(null));
const quiet =
  <Given extends unknown[]>(run: (...given: Given) => MaybePromise<Told<unknown>>) =>
  (...given: Given): MaybePromise<Result<unknown>> => {
    const told = run(...given);
    return told instanceof Promise ? told.then(isDone) : isDone(told);
  };

/** The functions of commands in `shared/window-commands.ts`. `Context` names everything that they may use. */
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

/** For an answer that is not a sale: the warnings about its input. */
export const withWarnings = {
  warnings: z.array(issueSchema).optional().describe('Only where something was odd about the request'),
};

export const told = <T extends object>(result: Result<T>, warnings: readonly FieldIssue[]) =>
  result.ok && warnings.length > 0 ? done({ ...result.value, warnings: [...warnings] }) : result;
