import type { z } from 'zod';
import type { Clock, Log } from '../ports.ts';
import { StorageBusy, whileBusy } from '../shared/busy.ts';
import { done, failed, type Result, SettingLocked } from '../shared/result.ts';
import { storageRefusal } from '../storage/storage-refusal.ts';
import type { Action, ContextName, MaybePromise } from './action.ts';
import { type Actor, callersOf } from './actor.ts';
import { readInput } from './read-input.ts';

/** The one way in for every interface. It turns a full disk, a locked database and a bug into results. */
export interface DispatchOf<Rows> {
  <Name extends keyof Rows & string>(by: Actor, name: Name, input: unknown): MaybePromise<Result<OutputOf<Rows[Name]>>>;
  /** A window sends any name. */
  (by: Actor & { readonly kind: 'window' }, name: string, input: unknown): MaybePromise<Result<unknown>>;
}

export type OutputOf<Row> = Row extends { readonly output: infer Output extends z.ZodType } ? z.output<Output> : never;

interface DispatchParts<Rows> {
  readonly actions: Rows;
  /** What the rows work on now. A Result, because every caller gets the same answer while no app runs. */
  readonly contexts: { readonly [Name in Exclude<ContextName, 'session'>]: () => Result<unknown> } & {
    /** `whileOpen`: work of a request, for which a stop of the app waits a few seconds. */
    readonly session: () => Result<{ readonly whileOpen: <T>(work: Promise<T>) => Promise<T> }>;
  };
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Log;
  /** The PIN. `stay` is called for each command that needs it. */
  readonly lock: { readonly isLocked: () => boolean; readonly stay: () => void };
}

export function createDispatch<Rows extends Readonly<Record<string, Action>>>({
  actions,
  contexts,
  clock,
  log,
  lock,
}: DispatchParts<Rows>): DispatchOf<Rows> {
  /** Known to the log by its row, never by the caller's text. */
  function refused(by: Actor, reason: string, action: string | undefined, refusal: Result<never>): Result<never> {
    log.warn('action-refused', { by: by.kind, ...(action !== undefined && { action }), reason });
    return refusal;
  }

  /** The row, if this actor may use it. */
  function admitted(by: Actor, name: string): Result<Action> {
    const row = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (row === undefined) {
      return refused(by, 'unknown-action', undefined, failed('notFound', 'There is no such command.'));
    }
    if (!callersOf(by).some((caller) => row.who.includes(caller))) {
      return refused(by, 'wrong-role', name, failed('notAllowed', `${described(by)} may not use ${name}.`));
    }
    // Checked before the input is read, because a locked command reveals nothing about itself.
    return row.locked === true && isKeptOut(by) ? lockedOut(by, name) : done(row);
  }

  /** A request belongs to the app under which it began, also when it is tried again. */
  function ask(by: Actor, name: string, input: unknown): Asking {
    const asked = admitted(by, name);
    if (!asked.ok) return () => asked;
    const row = asked.value;
    if (row.needs !== 'session') {
      const context = contexts[row.needs]();
      return context.ok ? () => run(by, name, input, row, context.value) : () => context;
    }
    const context = contexts.session();
    if (!context.ok) return () => context;
    return () => {
      const outcome = run(by, name, input, row, context.value);
      return outcome instanceof Promise ? context.value.whileOpen(outcome) : outcome;
    };
  }

  function run(by: Actor, name: string, input: unknown, row: Action, context: unknown): MaybePromise<Result<unknown>> {
    const read = readInput(row.input, input, row.unknownMembers);
    if (!read.ok) return refused(by, 'input', name, read);
    const { value, transportWarnings } = read.value;
    const isBehindPin = typeof row.locked === 'function' ? row.locked(context as never, value) : row.locked;
    if (isBehindPin && isKeptOut(by)) return lockedOut(by, name);
    if (isBehindPin) lock.stay();
    return row.run(context as never, value, { by, transportWarnings });
  }

  const isKeptOut = (by: Actor): boolean => by.kind === 'window' && lock.isLocked();

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
  const later = (error: unknown, name: string, asking: Asking): Promise<Result<unknown>> =>
    (error instanceof StorageBusy ? whileBusy(clock, asking) : Promise.reject(error)).catch((last: unknown) =>
      outcomeOf(name, last),
    );

  const dispatch = (by: Actor, name: string, input: unknown): MaybePromise<Result<unknown>> => {
    const asking = ask(by, name, input);
    try {
      const outcome = asking();
      return outcome instanceof Promise ? outcome.catch((error: unknown) => later(error, name, asking)) : outcome;
    } catch (error) {
      return error instanceof StorageBusy ? later(error, name, asking) : outcomeOf(name, error);
    }
  };
  // Every row returns the type of its output schema. The compiler has checked that for each row.
  return dispatch as DispatchOf<Rows>;
}

type Asking = () => MaybePromise<Result<unknown>>;

const described = (by: Actor): string => (by.kind === 'window' ? `the ${by.role} window` : `who asks (${by.kind})`);
