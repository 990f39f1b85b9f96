import type { Clock } from '../ports.ts';
import { type CommandAt, commandAt, isCut, isLasting, isPrefix, isPrinting } from './commands.ts';
import type { PrintBytes } from './print.ts';

/**
 * A part of a job that ends where a command or a character ends. `now`: a drawer or real-time command, which never
 * waits. `answer`: a command whose answer says that everything before it is printed. `cut`: the print ends before it.
 */
export interface Piece {
  readonly kind: 'paper' | 'cut' | 'now' | 'answer';
  readonly bytes: Uint8Array;
  readonly isPrinting: boolean;
}

interface SplitterParts {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Asked at the first printed byte of each print. `onPrint` receives the answer. */
  readonly codesShown: () => number;
  readonly onPrint: (print: PrintBytes, codesShown: number) => void;
  readonly onPiece?: (piece: Piece) => void;
  /** Called after 1.5 s without a byte, when the print has ended. */
  readonly onSilence?: () => void;
}

const apart: Readonly<Record<string, Piece['kind']>> = {
  'ESC p': 'now',
  'DLE \u0004': 'now',
  'DLE \u0005': 'now',
  'DLE \u0014': 'now',
  'GS a': 'now',
  'GS r': 'answer',
  'GS I': 'answer',
  'GS ( H': 'answer',
};

/** Whether the bytes are only commands that print nothing. Some tills send status requests without a pause. */
function areApart(bytes: Uint8Array): boolean {
  let at = 0;
  while (isPrefix(bytes[at] ?? 0)) {
    const { name, length } = commandAt(bytes, at);
    if (apart[name] === undefined || length < 0) return false;
    at += length;
  }
  return at === bytes.length;
}

const silenceMs = 1_500;
const mostJobBytes = 4 * 1024 * 1024;
const mostPrints = 64;
const nothing = new Uint8Array();

/** `lasting` are the commands that also apply to the next print, in the order of their last use. */
function noteLasting(lasting: Map<string, Uint8Array>, name: string, bytes: Uint8Array): void {
  if (name === 'ESC @') lasting.clear();
  if (!isLasting(name)) return;
  lasting.delete(name);
  lasting.set(name, bytes.slice());
}

function createPause(clock: SplitterParts['clock'], isOver: () => void) {
  let cancel: (() => void) | null = null;
  return {
    /** A pause that has begun continues. */
    begin(): void {
      cancel ??= clock.setTimer(silenceMs, () => {
        cancel = null;
        isOver();
      });
    },
    end(): void {
      cancel?.();
      cancel = null;
    },
  };
}

/**
 * Finds the ends of prints in the bytes of one connection, and divides the bytes while they arrive. It is linear in its
 * input and never throws. The limits count from the last pause between two prints, because some tills keep one
 * connection open all day.
 */
export function createPrintSplitter(parts: SplitterParts) {
  const { clock, codesShown, onPrint, onPiece = () => undefined, onSilence } = parts;
  let buffer = new Uint8Array(16_384);
  /** The print begins at `start` and the piece at `from`. The next command or character is at `at`. */
  let [start, from, at, end] = [0, 0, 0, 0];
  /** The position up to which bytes are needed to decide the incomplete command at `at`. */
  let expectedBytes = 0;
  /** The answer of `codesShown`. Null if the print has not begun. */
  let begun: number | null = null;
  let [isPiecePrinting, isDisplay, isOver] = [false, false, false];
  let [jobBytes, prints] = [0, 0];
  const lasting = new Map<string, Uint8Array>();
  /** The commands in force when the print began. They are joined only for a print, because a job may have many cuts. */
  let prelude: readonly Uint8Array[] = [];
  const pause = createPause(clock, fallSilent);

  const append = (chunk: Uint8Array): void => {
    if (end + chunk.length > buffer.length) {
      const larger = new Uint8Array(Math.max(2 * (end - start), end - start + chunk.length, 16_384));
      larger.set(buffer.subarray(start, end));
      buffer = larger;
      [at, expectedBytes, end, from, start] = [at - start, expectedBytes - start, end - start, from - start, 0];
    }
    buffer.set(chunk, end);
    end += chunk.length;
  };

  const notePrinted = (): void => {
    begun ??= codesShown();
    isPiecePrinting = true;
  };

  const cutOff = (kind: Piece['kind']): void => {
    if (at > from) onPiece({ kind, bytes: buffer.subarray(from, at), isPrinting: isPiecePrinting });
    [from, isPiecePrinting] = [Math.max(from, at), false];
  };

  const finish = (isJobTooLong = false): void => {
    if (begun !== null) {
      prints += 1;
      isOver = isJobTooLong || prints > mostPrints;
      const before = Uint8Array.from(Buffer.concat(prelude));
      onPrint({ bytes: buffer.slice(start, at), prelude: before, isTooLong: isOver }, begun);
    }
    start = at;
    begun = null;
    prelude = [...lasting.values()];
  };

  const note = ({ name, length, parameters }: CommandAt): void => {
    if (name === 'ESC =') isDisplay = ((parameters[0] ?? 1) & 1) === 0;
    if (isPrinting(name) && !isDisplay) notePrinted();
    noteLasting(lasting, name, buffer.subarray(at, at + length));
  };

  /** Takes the command at `at`. Returns false if it is incomplete. */
  const takeCommand = (): boolean => {
    const command = commandAt(buffer.subarray(0, end), at);
    expectedBytes = at + Math.abs(command.length);
    if (command.length < 0 || expectedBytes > end) return false;
    const kind = apart[command.name];
    if (kind !== undefined) cutOff('paper');
    note(command);
    at = expectedBytes;
    if (kind !== undefined) cutOff(kind);
    if (!isCut(command.name)) return true;
    cutOff('paper');
    finish();
    onPiece({ kind: 'cut', bytes: nothing, isPrinting: false });
    return !isOver;
  };

  const scan = (): void => {
    while (at < end && expectedBytes <= end) {
      const byte = buffer[at] ?? 0;
      if (isPrefix(byte)) {
        if (!takeCommand()) return;
        continue;
      }
      if (byte > 0x20 && byte !== 0x7f && !isDisplay) notePrinted();
      at += 1;
    }
  };

  /** An incomplete command at the end belongs to the print. */
  const finishAll = (isJobTooLong = false): void => {
    at = end;
    expectedBytes = 0;
    cutOff('paper');
    if (!isOver) finish(isJobTooLong);
  };

  /** Ends the print, unless a command still lacks counted data. */
  function fallSilent(): void {
    if (expectedBytes <= end || isOver) {
      finishAll();
      [jobBytes, prints, isOver, start] = [0, 0, false, at];
    }
    onSilence?.();
  }

  return {
    push(chunk: Uint8Array): void {
      if (!areApart(chunk)) pause.end();
      if (isOver) {
        onPiece({ kind: 'paper', bytes: chunk, isPrinting: true });
        return;
      }
      append(chunk);
      jobBytes += chunk.length;
      scan();
      // Bytes that were not scanned may print something.
      if (isOver || jobBytes > mostJobBytes) [at, isPiecePrinting] = [end, true];
      cutOff('paper');
      if (jobBytes <= mostJobBytes || isOver) return;
      begun ??= codesShown();
      finishAll(true);
    },
    /** Call it when all bytes so far are written or collected. After 1.5 s without more bytes, the print ends. */
    allWritten: pause.begin,
    /** Returns the bytes of an incomplete command. No piece contains them afterwards. */
    rest(): Uint8Array {
      const rest = buffer.subarray(from, end);
      from = end;
      return rest;
    },
    restSize: (): number => end - from,
    /** Whether a limit was exceeded. Then the bytes until the next pause are passed on without a search for prints. */
    isOver: (): boolean => isOver,
    /** The connection was closed normally, after the last byte was written. */
    end(): void {
      pause.end();
      finishAll();
    },
    /** The connection broke, so the unfinished part is not a print. */
    abandon(): void {
      pause.end();
      [isOver, begun] = [true, null];
    },
  };
}

export type PrintSplitter = ReturnType<typeof createPrintSplitter>;
