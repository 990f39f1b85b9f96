import { appOriginOf } from './addresses.ts';
import type { PreloadCall } from './preload-host.ts';
import { newEmitter, strict, strictEmitter } from './strict.ts';
import { decodeWire, encodeWire } from './wire.ts';

type Answer = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

const sends = newEmitter();
const answers = new Map<string, Answer>();

export const ipcMain: Electron.IpcMain = strictEmitter<Electron.IpcMain>('ipcMain', sends, {
  handle: (channel, answer) => {
    if (answers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    answers.set(channel, answer);
  },
  removeHandler: (channel) => {
    answers.delete(channel);
  },
});

const frameMain = ({ origin, isTop }: PreloadCall['from']): Electron.WebFrameMain =>
  strict<Electron.WebFrameMain>('WebFrameMain', {
    origin: appOriginOf(origin),
    parent: isTop ? null : strict<Electron.WebFrameMain>('WebFrameMain', {}),
  });

/** Windows whose next call comes from a missing frame, as during a navigation. */
const frameless = new Set<Electron.WebContents>();
export const loseFrameOnce = (contents: Electron.WebContents): void => {
  frameless.add(contents);
};

/** Runs main's handler of a channel. The answer is `{value}` or `{threw}`, encoded as in `wire.ts`. */
export const callMain = async (
  sender: Electron.WebContents,
  { kind, channel, args: wire, from }: PreloadCall,
): Promise<string> => {
  const args = decodeWire(wire);
  const senderFrame = frameless.delete(sender) ? null : frameMain(from);
  const event = { sender, senderFrame };
  const list = Array.isArray(args) ? args : [];
  if (kind === 'send') {
    sends.emit(channel, event, ...list);
    return encodeWire({});
  }
  const answer = answers.get(channel);
  if (answer === undefined) return encodeWire({ threw: `No handler registered for '${channel}'` });
  try {
    return encodeWire({ value: await answer(event as unknown as Electron.IpcMainInvokeEvent, ...list) });
  } catch (error) {
    return encodeWire({ threw: error instanceof Error ? error.message : String(error) });
  }
};
