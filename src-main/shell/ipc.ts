import { z } from 'zod';
import type { Log, ScreenRole } from '../ports.ts';
import { channels, type DockDrag, type StartingView } from '../shared/bridge.ts';
import { isLogEvent } from '../shared/log-event-names.ts';
import type { LogFields } from '../shared/redact.ts';
import { type AppErrorCode, failed, type Result } from '../shared/result.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';
import { type CommandName, commands } from '../shared/window-commands.ts';
import { screenOrigin } from './protocol.ts';
import type { Windows } from './windows.ts';

export interface SenderEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null;
}

interface Channels {
  handle(channel: string, answer: (event: SenderEvent, ...args: unknown[]) => Promise<unknown>): void;
  on(channel: string, hear: (event: SenderEvent, ...args: unknown[]) => void): unknown;
}

type Ask = (
  by: { readonly kind: 'window'; readonly role: ScreenRole },
  name: string,
  input: unknown,
) => Result<unknown> | Promise<Result<unknown>>;

/** `roleOf` returns the role of a window that main opened, and null for anything else. */
interface IpcParts extends Pick<Windows, 'roleOf' | 'wantKeyboard' | 'callDock' | 'dragDock'> {
  readonly dispatch: Ask;
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null;
  /** The reason why the program waits. The cashier window shows it before its first snapshot. */
  starting(): StartingView;
  /** Called for each new page of the cashier window, in which nobody has entered the PIN yet. */
  pageOpened(): void;
  readonly log: Log;
}

const drag: z.ZodType<DockDrag> = z.strictObject({ x: z.number(), y: z.number(), isDropped: z.boolean() });

/** The most bytes of a command's input as JSON. The command table has the exceptions. */
export const inputMaxBytes = 256 * 1024;

const mostBytesOf = (name: string): number => {
  const row = Object.hasOwn(commands, name) ? commands[name as CommandName] : null;
  return row !== null && 'mostBytes' in row ? row.mostBytes : inputMaxBytes;
};

type Refusal = readonly [code: AppErrorCode, reason: string, message: string];

/** Checks that the sender is one of our windows on its own page. Otherwise returns the reason. */
const admit = (event: SenderEvent, role: ScreenRole | null): ScreenRole | Refusal => {
  if (role === null) return ['notAllowed', 'unknown-window', 'this window is not one of the app'];
  if (event.senderFrame === null) return ['notAllowed', 'frame-gone', 'the calling frame is gone'];
  if (event.senderFrame.parent !== null) return ['notAllowed', 'sub-frame', 'only the top frame may call'];
  if (event.senderFrame.origin !== screenOrigin(role)) {
    return ['notAllowed', 'wrong-origin', `only ${screenOrigin(role)} may call as ${role}`];
  }
  return role;
};

const jsonBytes = (input: unknown): number | null => {
  try {
    const text = JSON.stringify(input);
    return text === undefined ? null : Buffer.byteLength(text, 'utf8');
  } catch {
    return null;
  }
};

/** Checks that only a name and limited JSON cross the bridge. The command's row checks sender and input. */
const refusalOfCall = (name: unknown, input: unknown): Refusal | null => {
  if (typeof name !== 'string') return ['notFound', 'unknown-action', 'There is no such command.'];
  const bytes = jsonBytes(input);
  if (bytes === null) return ['invalid', 'not-json', 'the input is not JSON'];
  const most = mostBytesOf(name);
  return bytes > most ? ['invalid', 'too-large', `the input has ${bytes} bytes; at most ${most}`] : null;
};

const logLevels = ['info', 'warn', 'error'] as const;
const detailMaxChars = 2_000;

/** The only IPC interface. It never throws: a refusal has a code and one log line. */
export const registerIpc = (
  channelsOfMain: Channels,
  { roleOf, dispatch, snapshot, starting, pageOpened, wantKeyboard, callDock, dragDock, log }: IpcParts,
): void => {
  const refused = ([code, reason, message]: Refusal, known: LogFields) => {
    log.warn('ipc-refused', { reason, ...known });
    return failed(code, message);
  };
  const admitted = (event: SenderEvent, channel: string) => {
    const found = admit(event, roleOf(event.sender.id));
    if (typeof found === 'string') return { role: found } as const;
    return { role: null, refusal: refused(found, { channel }) } as const;
  };

  channelsOfMain.handle(channels.command, async (event, name, input) => {
    const { role, refusal } = admitted(event, channels.command);
    if (role === null) return refusal;
    const why = refusalOfCall(name, input);
    return why === null ? dispatch({ kind: 'window', role }, String(name), input) : refused(why, { role });
  });

  channelsOfMain.handle(channels.viewGet, async (event) => {
    const { role } = admitted(event, channels.viewGet);
    return role === null ? null : snapshot(role);
  });

  channelsOfMain.handle(channels.startingGet, async (event) => {
    if (admitted(event, channels.startingGet).role !== 'cashier') return null;
    pageOpened();
    return starting();
  });

  const listen = <Report>(channel: string, schema: z.ZodType<Report>, act: (report: Report) => void): void => {
    channelsOfMain.on(channel, (event, report) => {
      const parsed = schema.safeParse(report);
      if (admitted(event, channel).role !== 'cashier' || !parsed.success) return;
      try {
        act(parsed.data);
      } catch (error) {
        // The place of the dock cannot be saved on a full disk. An uncaught error would restart the program.
        log.error('action-failed', { action: channel, error: String(error) });
      }
    });
  };
  listen(channels.keyboard, z.boolean(), wantKeyboard);
  listen(channels.dockCall, z.boolean(), callDock);
  listen(channels.dockDrag, drag, dragDock);

  channelsOfMain.on(channels.log, (event, level, name, detail) => {
    const { role } = admitted(event, channels.log);
    if (role === null) return;
    const known = logLevels.find((candidate) => candidate === level);
    const line = `window-${String(name)}`;
    const fits = typeof detail === 'string' && detail.length <= detailMaxChars;
    if (known === undefined || !isLogEvent(known, line) || !fits) {
      refused(['invalid', 'log-line', 'not a log line'], { role, channel: channels.log });
    } else log[known](line, { role, detail });
  });
};
