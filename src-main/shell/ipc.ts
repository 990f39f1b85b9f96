import { channels } from '../contract/bridge.ts';
import { type CommandName, commands } from '../contract/commands.ts';
import type { CommandHandlers } from '../contract/handlers.ts';
import type { Snapshot, ViewOf } from '../contract/views.ts';
import { type AppErrorCode, type FieldIssue, failed, type Result } from '../kernel/result.ts';
import type { Log, ScreenRole } from '../ports.ts';
import { originOf } from './protocol.ts';

/** What the door needs to know of Electron's event: who sent it, and from which frame. */
export interface SenderEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null;
}

interface Channels {
  handle(channel: string, answer: (event: SenderEvent, ...args: unknown[]) => Promise<unknown>): void;
  on(channel: string, hear: (event: SenderEvent, ...args: unknown[]) => void): unknown;
}

export interface Door {
  /** The role of a window that main opened itself; null for anything else. */
  roleOf(webContentsId: number): ScreenRole | null;
  readonly handlers: CommandHandlers;
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null;
  readonly log: Log;
}

/** A command's input is at most this large as JSON in UTF-8. */
export const inputMaxBytes = 256 * 1024;

type Refusal = {
  readonly code: AppErrorCode;
  readonly reason: string;
  readonly message: string;
  readonly fields?: readonly FieldIssue[];
};
type Checked<T> = { readonly value: T } | { readonly refusal: Refusal };

const refuse = (code: AppErrorCode, reason: string, message: string, fields?: readonly FieldIssue[]) =>
  ({ refusal: fields === undefined ? { code, reason, message } : { code, reason, message, fields } }) as const;

/** Who calls: a window of ours, its top frame, still on its own page. */
const admitSender = (event: SenderEvent, roleOf: Door['roleOf']): Checked<ScreenRole> => {
  const role = roleOf(event.sender.id);
  if (role === null) return refuse('notAllowed', 'unknown-window', 'this window is not one of the app');
  if (event.senderFrame === null) return refuse('notAllowed', 'frame-gone', 'the calling frame is gone');
  if (event.senderFrame.parent !== null) return refuse('notAllowed', 'sub-frame', 'only the top frame may call');
  if (event.senderFrame.origin !== originOf(role)) {
    return refuse('notAllowed', 'wrong-origin', `only ${originOf(role)} may call as ${role}`);
  }
  return { value: role };
};

const isCommandName = (name: unknown): name is CommandName => typeof name === 'string' && Object.hasOwn(commands, name);

/** Bytes as JSON; null for what JSON cannot hold. */
const jsonBytes = (input: unknown): number | null => {
  try {
    const text = JSON.stringify(input);
    return text === undefined ? null : Buffer.byteLength(text, 'utf8');
  } catch {
    return null;
  }
};

interface AdmittedCommand {
  readonly role: ScreenRole;
  readonly name: CommandName;
  readonly input: unknown;
}

/** What is asked: a row of the table that this role may send, with an input that fits. */
const admitCommand = (role: ScreenRole, name: unknown, input: unknown): Checked<AdmittedCommand> => {
  if (!isCommandName(name)) return refuse('notFound', 'unknown-command', 'there is no such command');
  const row = commands[name];
  const roles: readonly ScreenRole[] = row.from;
  if (!roles.includes(role)) return refuse('notAllowed', 'wrong-role', `the ${role} window may not send ${name}`);
  const bytes = jsonBytes(input);
  if (bytes === null) return refuse('invalid', 'not-json', `the input of ${name} is not JSON`);
  if (bytes > inputMaxBytes) {
    return refuse('invalid', 'too-large', `the input of ${name} has ${bytes} bytes; at most ${inputMaxBytes}`);
  }
  const parsed = row.input.safeParse(input);
  if (parsed.success) return { value: { role, name, input: parsed.data } };
  const fields = parsed.error.issues.map(({ path, code, message }) => ({
    path: path.map((part) => `/${String(part)}`).join(''),
    code,
    message,
  }));
  return refuse('invalid', 'input', `the input of ${name} does not fit`, fields);
};

const logLevels = ['info', 'warn', 'error'] as const;
const eventName = /^[a-z0-9][a-z0-9-]{0,63}$/;
const detailMaxChars = 2_000;

/**
 * The one door in. Answers every call with a value: what the handler says, or a refusal with a code and one line in the
 * log. Nothing throws across. `channelsOfMain` is Electron's ipcMain.
 */
export const openDoor = (channelsOfMain: Channels, { roleOf, handlers, snapshot, log }: Door): void => {
  const refused = ({ code, reason, message, fields }: Refusal, known: Readonly<Record<string, unknown>>) => {
    log.warn('ipc-refused', { reason, ...known });
    return failed(code, message, fields);
  };

  const run = async ({ role, name, input }: AdmittedCommand): Promise<Result<unknown>> => {
    // The table types every handler and `input` came out of the same row's schema, which the compiler cannot see here.
    const handle = handlers[name] as (input: unknown, from: ScreenRole) => Promise<Result<unknown>>;
    try {
      return await handle(input, role);
    } catch (error) {
      log.error('ipc-handler-threw', { command: name, error: error instanceof Error ? error.stack : String(error) });
      return failed('internal', `${name} failed; the log has more`);
    }
  };

  channelsOfMain.handle(channels.command, async (event, name, input) => {
    const sender = admitSender(event, roleOf);
    if ('refusal' in sender) return refused(sender.refusal, { channel: channels.command });
    const command = admitCommand(sender.value, name, input);
    // A name that is not in the table is the caller's text: it stays out of the log.
    const known = { role: sender.value, ...(isCommandName(name) ? { command: name } : {}) };
    return 'refusal' in command ? refused(command.refusal, known) : run(command.value);
  });

  channelsOfMain.handle(channels.viewGet, async (event) => {
    const sender = admitSender(event, roleOf);
    if (!('refusal' in sender)) return snapshot(sender.value);
    refused(sender.refusal, { channel: channels.viewGet });
    return null;
  });

  channelsOfMain.on(channels.log, (event, level, name, detail) => {
    const sender = admitSender(event, roleOf);
    if ('refusal' in sender) return void refused(sender.refusal, { channel: channels.log });
    const known = logLevels.find((candidate) => candidate === level);
    const fits = typeof name === 'string' && eventName.test(name) && typeof detail === 'string';
    if (known === undefined || !fits || detail.length > detailMaxChars) {
      return void refused(
        { code: 'invalid', reason: 'log-line', message: 'not a log line' },
        { role: sender.value, channel: channels.log },
      );
    }
    log[known](`window-${name}`, { role: sender.value, detail });
  });
};
