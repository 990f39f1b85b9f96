import { z } from 'zod';
import type { Clock, Log } from '../ports.ts';
import { retryWhileBusy, StorageBusy } from '../shared/busy.ts';
import { done, type FieldIssue, failed, type Result, SettingLocked } from '../shared/result.ts';
import { commandLineOf, folderOf, type TillScope } from '../shared/till-names.ts';
import { issueSchema } from '../shared/till-view.ts';
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type Commands,
  commands,
} from '../shared/window-commands.ts';
import { storageRefusal } from '../storage/storage-refusal.ts';
import { readInput, type UnknownMembers } from './read-input.ts';

/** All interfaces call commands here. Full disks, locked databases and bugs become results. */
export interface DispatchOf<Rows> {
  <Name extends keyof Rows & string>(by: Actor, name: Name, input: unknown): MaybePromise<Result<OutputOf<Rows[Name]>>>;
  /** A window may send any name. */
  (by: Actor & { readonly kind: 'window' }, name: string, input: unknown): MaybePromise<Result<unknown>>;
}

export type OutputOf<Row> = Row extends { readonly output: infer Output extends z.ZodType } ? z.output<Output> : never;

interface DispatchParts<Rows> {
  readonly actions: Rows;
  /** The contexts for the rows, or the refusal for all callers while no app runs. */
  readonly contexts: { readonly [Name in Exclude<ContextName, 'session'>]: () => Result<unknown> } & {
    /** `whileOpen`: work of a request, for which a stop of the app waits a few seconds. */
    readonly session: () => Result<{ readonly whileOpen: <T>(work: Promise<T>) => Promise<T> }>;
  };
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Log;
  /** The PIN lock. `stay` extends the unlocked time after a command that needs the PIN. */
  readonly lock: { readonly isLocked: () => boolean; readonly stay: () => void };
}

export function createDispatch<Rows extends Readonly<Record<string, Action>>>({
  actions,
  contexts,
  clock,
  log,
  lock,
}: DispatchParts<Rows>): DispatchOf<Rows> {
  /** The log names the command of the row, never the caller's text. */
  function refused(by: Actor, reason: string, action: string | undefined, refusal: Result<never>): Result<never> {
    log.warn('action-refused', { by: by.kind, ...(action !== undefined && { action }), reason });
    return refusal;
  }

  function admitted(by: Actor, name: string): Result<Action> {
    const row = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (row === undefined) {
      return refused(by, 'unknown-action', undefined, failed('notFound', 'There is no such command.'));
    }
    if (!callersOf(by).some((caller) => row.who.includes(caller))) {
      return refused(by, 'wrong-role', name, failed('notAllowed', `${described(by)} may not use ${name}.`));
    }
    // The PIN is required before the input is read, because a locked command reveals nothing about itself.
    return row.locked === true && isBlocked(by) ? lockedOut(by, name) : done(row);
  }

  /** A request belongs to the app under which it began, also when it is tried again. */
  function ask(by: Actor, name: string, input: unknown): Asking {
    const admission = admitted(by, name);
    if (!admission.ok) return { attempt: () => admission, whileOpen: unwatched };
    const row = admission.value;
    if (row.needs !== 'session') {
      const context = contexts[row.needs]();
      return { attempt: () => (context.ok ? run(by, name, input, row, context.value) : context), whileOpen: unwatched };
    }
    const context = contexts.session();
    if (!context.ok) return { attempt: () => context, whileOpen: unwatched };
    const { value } = context;
    return { attempt: () => run(by, name, input, row, value), whileOpen: value.whileOpen };
  }

  function run(by: Actor, name: string, input: unknown, row: Action, context: unknown): MaybePromise<Result<unknown>> {
    const read = readInput(row.input, input, row.unknownMembers);
    if (!read.ok) return refused(by, 'input', name, read);
    const { value, transportWarnings } = read.value;
    const isBehindPin = typeof row.locked === 'function' ? row.locked(context as never, value) : row.locked;
    if (isBehindPin && isBlocked(by)) return lockedOut(by, name);
    if (isBehindPin) lock.stay();
    return row.run(context as never, value, { by, transportWarnings });
  }

  const isBlocked = (by: Actor): boolean => by.kind === 'window' && lock.isLocked();

  const lockedOut = (by: Actor, name: string): Result<never> =>
    refused(by, 'locked', name, failed('pinNeeded', `${name} needs the PIN.`));

  function outcomeOf(name: string, error: unknown): Result<never> {
    const refusal = storageRefusal(error, name, log);
    if (refusal !== null) return refusal;
    if (error instanceof SettingLocked) return failed('notAllowed', error.message);
    log.error('action-failed', { action: name, error: error instanceof Error ? error.stack : String(error) });
    return failed('internal', `${name} failed. See the log.`);
  }

  /** A command that finds the database locked is repeated for a while, and other work runs in between. */
  const later = (error: unknown, name: string, attempt: Asking['attempt']): Promise<Result<unknown>> =>
    (error instanceof StorageBusy && !error.hasWaited ? retryWhileBusy(clock, attempt) : Promise.reject(error)).catch(
      (last: unknown) => outcomeOf(name, last),
    );

  const dispatch = (by: Actor, name: string, input: unknown): MaybePromise<Result<unknown>> => {
    const { attempt, whileOpen } = ask(by, name, input);
    try {
      const outcome = attempt();
      if (!(outcome instanceof Promise)) return outcome;
      return whileOpen(outcome.catch((error: unknown) => later(error, name, attempt)));
    } catch (error) {
      return error instanceof StorageBusy ? whileOpen(later(error, name, attempt)) : outcomeOf(name, error);
    }
  };
  // Every row returns the type of its output schema. The compiler has checked that for each row.
  return dispatch as DispatchOf<Rows>;
}

interface Asking {
  readonly attempt: () => MaybePromise<Result<unknown>>;
  /** A stop of the app waits a few seconds for this work, which includes the repetitions during a lock. */
  readonly whileOpen: <T>(work: Promise<T>) => Promise<T>;
}

const unwatched: Asking['whileOpen'] = (work) => work;

const described = (by: Actor): string =>
  by.kind === 'window' ? `The ${by.role} window` : `A caller of the kind ${by.kind}`;

/** The caller. An interface creates it from something that it has verified: a frame, a token, a file. */
export type Actor =
  | { readonly kind: 'window'; readonly role: 'cashier' | 'customer' }
  /** `till` owns the references that the actor uses (`shared/till-names.ts`). `file`: the print of the printer's till. */
  | { readonly kind: 'till'; readonly till: string; readonly scopes: readonly TillScope[]; readonly file?: string }
  /** `receipt-companion send` uses the token of this till, and separate references. */
  | { readonly kind: 'commandLine'; readonly till: string; readonly scopes: readonly TillScope[] }
  | FolderActor;

export interface FolderActor {
  readonly kind: 'folder';
  /** The account that owns the file (`folderOf`); null for that of the app, and where the system does not tell owners. */
  readonly owner: number | null;
  /** The customer may still be at the till. The receipt of a customer that has gone is not shown to the next one. */
  readonly isFresh: boolean;
  /** The file may come from a backup: the original app may have delivered the sale that it opens. */
  readonly isRestored?: boolean;
  /** The identity of the file: a hash of its content, modification time and owner. */
  readonly file: string;
  /** When the file was written, or now if its time cannot be right: a reference means a sale of that business day. */
  readonly writtenAt: number;
}

export type Caller = 'cashier' | 'customer' | TillScope | 'folder';

/** The role under which the actor acts. The command line may do what the till of its token may. */
function callersOf(actor: Actor): readonly Caller[] {
  if (actor.kind === 'window') return [actor.role];
  return actor.kind === 'folder' ? [actor.kind] : actor.scopes;
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

export type MaybePromise<T> = T | Promise<T>;

export interface RequestInfo {
  readonly by: Actor;
  readonly transportWarnings: readonly FieldIssue[];
}

export type ContextName = 'session' | 'windows' | 'program';

/** Declared as a method like `run`, so that rows of every kind fit into one list. */
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
  /** The treatment of unknown members. By default the schema decides: it ignores them, unless it is strict. */
  readonly unknownMembers?: UnknownMembers;
  readonly output: Output;
  run(context: Context, input: z.output<Input>, request: RequestInfo): MaybePromise<Result<z.output<Output>>>;
}

/** Defines an action for tills, the watched folder or everyone. Windows have `commandsOn` instead. */
export const defineAction = <Needs extends ContextName, Context, Input extends z.ZodType, Output extends z.ZodType>(
  row: Omit<Action<Needs, Context, Input, Output>, 'locked' | 'who'> & {
    readonly who: readonly Exclude<Caller, 'cashier' | 'customer'>[];
  },
): Action<Needs, Context, Input, Output> => ({ ...row, locked: false });

/** The function of a command. If the row of the command says `byInput`, `locked` decides which inputs need the PIN. */
type Runs<Name extends CommandName, Context> = Commands[Name]['locked'] extends 'byInput'
  ? { locked(context: Context, input: CommandInput<Name>): boolean; readonly run: Run<Name, Context> }
  : Run<Name, Context>;

/** Most commands only report that they are done, because the view of the window shows their effect. */
type Run<Name extends CommandName, Context> = (
  context: Context,
  input: CommandInput<Name>,
  request: RequestInfo,
) => MaybePromise<CommandOutput<Name> extends null ? Returned<unknown> : Result<CommandOutput<Name>>>;
// biome-ignore lint/suspicious/noConfusingVoidType: a command may forward a function that returns nothing, such as `pairing.stop`
type Returned<Value> = Result<Value> | void;

const isDone = (result: Returned<unknown>): Result<unknown> => (result?.ok === false ? result : done(null));
const quiet =
  <Given extends unknown[]>(run: (...given: Given) => MaybePromise<Returned<unknown>>) =>
  (...given: Given): MaybePromise<Result<unknown>> => {
    const result = run(...given);
    return result instanceof Promise ? result.then(isDone) : isDone(result);
  };

/** Joins each function, which gets a `Context`, with the row of its command in `shared/window-commands.ts`. */
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
      const doesRun = output instanceof z.ZodNull ? quiet(run) : run;
      return [name, { who: from, needs, input, output, locked, ...does, run: doesRun }];
    });
    return Object.fromEntries(rows) as {
      readonly [Each in Name]: Action<Needs, Context, Commands[Each]['input'], Commands[Each]['output']>;
    };
  };

export const withWarnings = {
  warnings: z.array(issueSchema).optional().describe('Present only if the request caused a warning'),
};

export const addWarnings = <T extends object>(result: Result<T>, warnings: readonly FieldIssue[]) =>
  result.ok && warnings.length > 0 ? done({ ...result.value, warnings: [...warnings] }) : result;
