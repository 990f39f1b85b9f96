import { chosenAlready, type Restart } from '../connection/connection-change.ts';
import { noteOtherConnections } from '../connection/other-connections.ts';
import {
  type AppChoice,
  type ConnectionChoice,
  type SetupReason,
  setupRequiredSentences,
} from '../connection/which-connection.ts';
import type { Log } from '../ports.ts';
import { isServing } from '../sales/expiry.ts';
import { retryWhileBusy } from '../shared/busy.ts';
import { createListeners } from '../shared/listeners.ts';
import { asSentence, done, failed, messageOf, type Result } from '../shared/result.ts';
import { ShutdownError } from '../shared/shutdown.ts';
import type { StatusResource, TillChange } from '../shared/till-view.ts';
import { createTurns } from '../shared/waiting.ts';
import { testFolder } from '../storage/folder-test.ts';
import { refusalOfStart } from '../storage/storage-refusal.ts';
import type { createNoAppViews } from '../views/no-app.ts';
import { type App, openApp } from './app.ts';
import type { ProgramParts } from './app-data.ts';
import { type PreparedApp, prepareApp } from './prepared-app.ts';

/** The reason why no app runs. `starting`: none has run yet. */
type NoApp = SetupReason | 'starting' | 'restarting' | 'notOpened';

interface Running {
  readonly app: App;
  readonly prepared: PreparedApp;
}

interface RunningAppParts extends Omit<ProgramParts, 'onReplaced'> {
  readonly noApp: ReturnType<typeof createNoAppViews>;
}

const openAgainMs = 5_000;
const keepViewMs = 500;

/** Runs the slow steps and the steps that may fail, while the present app still runs. */
async function prepareTested(choice: AppChoice, parts: RunningAppParts): Promise<PreparedApp> {
  const { ports, files, ending } = parts;
  const prepared = await prepareApp(choice, parts);
  const test = (): void => {
    ending.throwIfAborted();
    if (prepared.present !== null) testFolder(prepared.present, files.encryption);
  };
  await orReleased(prepared, () => retryWhileBusy(ports.clock, test));
  return prepared;
}

async function orReleased(prepared: PreparedApp, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    await prepared.release();
    throw error;
  }
}

/** Closes the app. If that fails, the next app must open nevertheless. */
const closed = ({ app }: Running, log: Log): Promise<void> =>
  app.stop().catch((error: unknown) => log.warn('database-not-closed', { error: String(error) }));

/** Holds the running app, or the reason why there is none. The windows and the POS API read it. */
function createSlot({ ports, noApp }: Pick<RunningAppParts, 'ports' | 'noApp'>) {
  let running: Running | null = null;
  let why: NoApp = 'starting';
  let reason: string | null = null;
  let cancelTimer: () => void = () => undefined;

  /** Replaces the action that waits for its time. */
  function later(ms: number, action: () => void): void {
    cancelTimer();
    cancelTimer = ports.clock.setTimer(ms, action);
  }

  /** From here on no app runs. `message` is the error of an app that did not open. */
  function empty(because: NoApp, message: string | null = null): void {
    running = null;
    why = because;
    reason = message;
  }

  function refusal(): Result<never> {
    if (why === 'starting' || why === 'restarting') {
      return failed('restarting', 'The app is changing its connection. Nothing was stored. Send it again in a moment.');
    }
    if (why === 'notOpened')
      return failed('restarting', `The data cannot be opened: ${asSentence(reason ?? '')} Nothing was stored.`);
    return failed('notConfigured', setupRequiredSentences[why]);
  }

  function refresh(): void {
    if (running !== null) running.app.windows.refresh();
    else if (why !== 'starting') {
      noApp.showCustomer();
      noApp.showCashier(why);
    }
  }

  return {
    running: () => running,
    fill(next: Running): void {
      cancelTimer();
      running = next;
    },
    empty,
    /** From here on no app runs, and requests get the answer `restarting`. */
    async stop(): Promise<Running | null> {
      const stopping = running;
      if (stopping === null) return null;
      empty('restarting');
      // No view of the stopping app may replace the start screen.
      stopping.app.windows.stop();
      noApp.showCustomer();
      later(keepViewMs, refresh);
      await closed(stopping, ports.log);
      return stopping;
    },
    later,
    cancelTimer: () => cancelTimer(),
    seen: {
      app: (): App | null => running?.app ?? null,
      choice: (): AppChoice | null => running?.prepared.choice ?? null,
      controlUrl: (): string | undefined => running?.prepared.controlUrl,
      session: (): Result<App['context']> => (running === null ? refusal() : done(running.app.context)),
      status: (): StatusResource => (running === null ? noApp.status() : running.app.status()),
      isRestarting: (): boolean => running === null && ['restarting', 'notOpened'].includes(why),
      refusal,
      refusalWhileServing: (): Result<never> | null =>
        running !== null && isServing(running.app.context, ports.clock.now())
          ? failed(
              'customerServed',
              'A customer is being served. Finish or cancel the open sale, then change the connection.',
            )
          : null,
      refresh,
      settingsChanged(): void {
        running?.app.settingsChanged();
        refresh();
      },
    },
  };
}

/** Each connection has its own app. A change of the connection stops one app and opens another. */
export type RunningApp = ReturnType<typeof createRunningApp>;

export function createRunningApp(parts: RunningAppParts) {
  const { config, files, ending, snapshots } = parts;
  const { log } = parts.ports;
  const changes = createListeners<[change: TillChange]>();
  const restarts = createListeners<[]>();
  const turns = createTurns();
  const slot = createSlot(parts);
  let waitsToOpen: PreparedApp | null = null;

  /** A change that still waits at the shutdown is refused (`ShutdownError`). */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turns.run(() => {
      ending.throwIfAborted();
      return work();
    });

  async function open(prepared: PreparedApp): Promise<void> {
    snapshots.sendAgain();
    const app = await openApp(prepared, { ...parts, onReplaced });
    slot.fill({ app, prepared });
    app.onChange(changes.emit);
    files.notices().settle('setupRequired');
    if (waitsToOpen !== prepared) await waitsToOpen?.release();
    waitsToOpen = null;
    restarts.emit();
    app.takeFiles();
  }

  function askPerson(setupRequired: SetupReason): void {
    slot.empty(setupRequired);
    log.error('setup-required', { why: setupRequired, meaning: setupRequiredSentences[setupRequired] });
    files.notices().raise('setupRequired', setupRequiredSentences[setupRequired]);
    noteOtherConnections(config.homeDir ?? config.dataDir, null, { notices: files.notices(), log });
    slot.seen.refresh();
  }

  async function change({ choice, save, restorePoint, isFirst }: Restart): Promise<Result<null>> {
    if (isFirst && slot.running() !== null) return chosenAlready;
    const prepared = await prepareTested(choice, parts);
    const served = slot.seen.refusalWhileServing();
    if (served !== null) {
      await prepared.release();
      return served;
    }
    const old = await slot.stop();
    const restore = restorePoint();
    try {
      save();
      await open(prepared);
    } catch (error) {
      await prepared.release();
      // The old app reads the addresses from the settings, so it opens only with those that it had.
      if (old === null) restore();
      else await openAgain(old.prepared, restore);
      throw error;
    }
    await old?.prepared.release();
    return done(null);
  }

  /** If the old app does not open either, the program keeps trying. */
  async function openAgain(prepared: PreparedApp, before: () => void): Promise<void> {
    try {
      before();
      await open(prepared);
    } catch (error) {
      waitsToOpen = prepared;
      if (error instanceof ShutdownError) return;
      slot.empty('notOpened', messageOf(refusalOfStart(error, config.dataDir)));
      log.error('connection-not-reopened', { error: String(error) });
      slot.seen.refresh();
      const again = async (): Promise<void> => (slot.running() === null ? openAgain(prepared, before) : undefined);
      slot.later(openAgainMs, () => void inTurn(again).catch(() => undefined));
    }
  }

  /** Call it when another program replaced files in use. Closing saves the accepted data, then the new files open. */
  function onReplaced(): void {
    const replaced = slot.running();
    if (replaced === null) return;
    void inTurn(async () => {
      if (slot.running() !== replaced) return;
      const old = await slot.stop();
      if (old !== null) await openAgain(old.prepared, files.lockAgain);
    }).catch(() => undefined);
  }

  return {
    ...slot.seen,
    onChange: changes.add,
    /** The listener is called after each opened app, because its sales are in another database. */
    onRestart: restarts.add,
    open: (choice: ConnectionChoice): Promise<void> =>
      inTurn(async () => {
        // The policy's connection may have been tested again during a slow start, and its app is open.
        if (slot.running() !== null) return;
        if (choice.kind === 'setupRequired') return askPerson(choice.why);
        const prepared = await prepareApp(choice, parts);
        await orReleased(prepared, () => open(prepared));
      }),
    /** If a step before the stop fails, the old app keeps running. If a later step fails, it is opened again. */
    restart: (next: Restart): Promise<Result<null>> =>
      inTurn(() => change(next)).catch((error: unknown) => {
        if (!(error instanceof ShutdownError)) log.error('connection-not-changed', { error: String(error) });
        throw refusalOfStart(error, config.dataDir);
      }),
    /** Called after the shutdown began. A running change ends first. */
    async stop(): Promise<void> {
      await turns.ended();
      slot.cancelTimer();
      const stopping = slot.running();
      slot.empty('restarting');
      if (stopping !== null) await closed(stopping, log);
      await stopping?.prepared.release();
      await waitsToOpen?.release();
    },
  };
}
