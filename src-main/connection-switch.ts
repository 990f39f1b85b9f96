import type { ContextsNow, Dispatch } from './actions/dispatch.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import { type Choice, type ConnectionParts, chooseNow, type OpenConnection, openChosen } from './connection.ts';
import type { Snapshot, ViewOf } from './contract/views.ts';
import type { Change } from './flows/changes.ts';
import type { HouseFiles } from './house-files.ts';
import { type Ending, ProgramEnds } from './kernel/ending.ts';
import { done, failed } from './kernel/result.ts';
import type { StatusResource } from './kernel/till-view.ts';
import type { ScreenRole } from './ports.ts';

/** The one connection that is open, and its change for another one: training, live, or what stands in for both. */
export interface ConnectionSwitch {
  /** What actions work on now; while the connection is being changed everybody gets the same answer. */
  readonly contexts: Pick<ContextsNow, 'session' | 'windows'>;
  readonly now: () => OpenConnection | null;
  /** Opens what the settings say. Throws what `openChosen` does. */
  open(): Promise<void>;
  /**
   * Goes over to the connection of the settings; one change after the other. The same receipts stay open, and only the way
   * to the service changes; others are opened in place of them. Where that cannot be done, what was open before goes on, and
   * this rejects with the reason.
   */
  reconnect(): Promise<void>;
  /** Training until the program ends, without a word in the settings. */
  practise(): void;
  /** Once `ending` is over: lets a change that is under way end, then closes. */
  end(): Promise<void>;
  /** Of the connection of now, or of the one before while it is being changed. */
  status(): StatusResource;
  /** Listeners stay while the connection behind them changes. */
  onChange(listener: (change: Change) => void): () => void;
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null;
}

export interface SwitchParts {
  readonly ports: AppPorts;
  readonly config: AppConfig;
  readonly computer: ConnectionParts['computer'];
  readonly files: HouseFiles;
  readonly ending: Ending;
  readonly dispatch: Dispatch;
  readonly touch: ConnectionParts['touch'];
  readonly policy: ConnectionParts['policy'];
  readonly window: Pick<
    ConnectionParts['window'],
    'posApi' | 'tillNames' | 'pairing' | 'pin' | 'setupOffered' | 'policy' | 'onboarding'
  >;
  /** The files are gone and could not be opened again: the program ends. */
  readonly giveUp: () => Promise<void>;
}

const openAgainMs = 5_000;

export function createConnectionSwitch(parts: SwitchParts): ConnectionSwitch {
  const { ports, files, ending } = parts;
  const listeners = new Set<(change: Change) => void>();
  let connection: OpenConnection | null = null;
  let lastStatus: StatusResource | null = null;
  let endListening: () => void = () => undefined;
  /** Of the connection before: a window outlives it. */
  let lastRev = 0;
  let isTrainingForNow = false;
  let isReplaced = false;
  /** None could be opened: the one that goes on, as soon as one can. */
  let closed: OpenConnection | null = null;
  let switching: Promise<void> = Promise.resolve();

  const choose = (): Promise<Choice> => chooseNow({ ...parts, isTrainingForNow });

  async function open(choice: Choice): Promise<void> {
    const connectionParts: ConnectionParts = {
      ...parts,
      onReplaced,
      isTrainingForNow,
      keyring: files.keyring,
      installation: files.installation(),
      notices: files.notices(),
      window: { ...parts.window, firstRev: lastRev },
    };
    const opened = await openChosen(connectionParts, choice);
    endListening = opened.onChange((change) => {
      for (const listener of listeners) listener(change);
    });
    connection = opened;
    closed = null;
    opened.takeFiles();
  }

  async function close(): Promise<void> {
    const closing = connection;
    if (closing === null) return;
    endListening();
    try {
      lastStatus = closing.status();
    } catch {
      // A database that cannot be read any more: the status of before has to do, and the end goes on.
    }
    connection = null;
    lastRev = await closing.close();
  }

  /** `isReopened`: the files are others, whatever the settings say. */
  function reconnect(isReopened = false): Promise<void> {
    const change = async (): Promise<void> => {
      const choice = await choose();
      if (!isReopened && (await connection?.swap(choice)) === true) return;
      const before = connection ?? closed;
      await close();
      await open(choice).catch(async (error: unknown) => {
        if (!(error instanceof ProgramEnds)) await goOnWith(before);
        throw error;
      });
    };
    const switched = switching.then(async () => {
      if (ending.isOver()) return;
      await change().catch((error: unknown) => {
        if (error instanceof ProgramEnds) return;
        ports.log.error('connection-not-changed', { error: String(error) });
        throw error;
      });
    });
    switching = switched.catch(() => undefined);
    return switched;
  }

  /** What held both back, such as another program with the database, passes: then whatever the settings say is opened. */
  async function goOnWith(before: OpenConnection | null): Promise<void> {
    try {
      if (before !== null) await open(before.choice);
    } catch (error) {
      if (error instanceof ProgramEnds) return;
      ports.log.error('connection-not-opened-again', { error: String(error) });
      closed = before;
      ports.clock.setTimer(openAgainMs, () => void reconnect().catch(() => undefined));
    }
  }

  /**
   * Somebody put a backup in the place of files that are in use, or took them away. What was accepted so far is kept
   * under another name; then whatever is there now is opened like at a start.
   */
  function onReplaced(): void {
    if (isReplaced) return;
    isReplaced = true;
    queueMicrotask(async () => {
      try {
        const keptAs = connection?.keepAside() ?? 'nothing';
        ports.log.error('database-replaced', { keptAs });
        files
          .notices()
          .raise(
            'databaseMoved',
            `The files in ${parts.config.dataDir} were replaced while the program was running. What it had is kept as ${keptAs}: keep it and give it to your support. Stop the program before you put a backup back.`,
          );
        files.lockAgain();
        await reconnect(true);
        isReplaced = false;
      } catch (error) {
        ports.log.error('not-opened-again', { error: String(error) });
        await parts.giveUp();
      }
    });
  }

  const notNow = failed('shuttingDown', 'the connection is being changed; send it again in a moment');

  return {
    contexts: {
      session: () => connection?.session ?? notNow,
      windows: () => (connection === null ? notNow : done(connection.windows)),
    },
    now: () => connection,
    open: async () => open(await choose()),
    reconnect: () => reconnect(),
    practise() {
      isTrainingForNow = true;
    },
    async end() {
      await switching;
      await close();
    },
    status() {
      lastStatus = connection?.status() ?? lastStatus;
      if (lastStatus === null) throw new Error('the app has not been started');
      // Nothing is at work: what was true of the one before is not true of none.
      return closed === null ? lastStatus : { ...lastStatus, service: 'unknown' };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (role) => connection?.snapshot(role) ?? null,
  };
}
