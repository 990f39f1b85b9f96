import type { Clock } from '../ports.ts';
import { commandAt, isCut, isLasting, isPrefix, isPrinting } from './commands.ts';
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

/** Appends to a view of a larger buffer. No byte is overwritten, because the pieces are views of it, too. */
function appended({ buffer, length }: Uint8Array<ArrayBuffer>, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = length + chunk.length;
  const all = new Uint8Array(size > buffer.byteLength ? new ArrayBuffer(2 * size) : buffer, 0, size);
  if (all.buffer !== buffer) all.set(new Uint8Array(buffer, 0, length));
  all.set(chunk, length);
  return all;
}

/** The commands that also apply to the next print, in the order of their last use. */
type Lasting = Map<string, Uint8Array>;

/** The till may select its own display. Until it selects the printer again or resets it, nothing is printed. */
const isForDisplay = (lasting: Lasting): boolean => ((lasting.get('ESC =')?.[2] ?? 1) & 1) === 0;

/** Returns whether the command prints something. */
function noteCommand(lasting: Lasting, name: string, bytes: Uint8Array): boolean {
  if (isForDisplay(lasting) && name !== 'ESC =' && name !== 'ESC @') return false;
  if (name === 'ESC @') lasting.clear();
  if (isLasting(name)) {
    lasting.delete(name);
    lasting.set(name, bytes.slice());
  }
  return isPrinting(name);
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
  /** The bytes since the last pause. */
  let bytes = nothing;
  /** The print begins at `start` and the piece at `from`. The next command or character is at `at`. */
  let [start, from, at] = [0, 0, 0];
  /** The position up to which bytes are needed to decide the incomplete command at `at`. */
  let expectedBytes = 0;
  /** The answer of `codesShown`. Null if the print has not begun. */
  let begun: number | null = null;
  let [prints, isOver] = [0, false];
  const lasting: Lasting = new Map();
  /** The commands in force when the print began. They are joined only for a print, because a job may have many cuts. */
  let prelude: readonly Uint8Array[] = [];
  const pause = createPause(clock, fallSilent);

  const cutOff = (kind: Piece['kind']): void => {
    if (at > from) onPiece({ kind, bytes: bytes.subarray(from, at), isPrinting: begun !== null || isOver });
    from = Math.max(from, at);
  };

  const finish = (): void => {
    if (begun !== null) {
      prints += 1;
      isOver = at > mostJobBytes || prints > mostPrints;
      const before = Uint8Array.from(Buffer.concat(prelude));
      onPrint({ bytes: bytes.slice(start, at), prelude: before, isTooLong: isOver }, begun);
    }
    start = at;
    begun = null;
    prelude = [...lasting.values()];
  };

  /** Takes the command at `at`. Returns false if it is incomplete. */
  const takeCommand = (): boolean => {
    const { name, length } = commandAt(bytes, at);
    expectedBytes = at + Math.abs(length);
    if (length < 0 || expectedBytes > bytes.length) return false;
    const kind = apart[name];
    if (kind !== undefined) cutOff('paper');
    if (noteCommand(lasting, name, bytes.subarray(at, expectedBytes))) begun ??= codesShown();
    at = expectedBytes;
    if (kind !== undefined) cutOff(kind);
    if (!isCut(name)) return true;
    cutOff('paper');
    finish();
    onPiece({ kind: 'cut', bytes: nothing, isPrinting: false });
    return !isOver;
  };

  const scan = (): void => {
    while (at < bytes.length && expectedBytes <= bytes.length) {
      const byte = bytes[at] ?? 0;
      if (isPrefix(byte)) {
        if (!takeCommand()) return;
        continue;
      }
      if (begun === null && byte > 0x20 && byte !== 0x7f && !isForDisplay(lasting)) begun = codesShown();
      at += 1;
    }
  };

  /** An incomplete command at the end belongs to the print. */
  const finishAll = (): void => {
    at = bytes.length;
    expectedBytes = 0;
    cutOff('paper');
    if (!isOver) finish();
  };

  /** Ends the print, unless a command still lacks counted data. */
  function fallSilent(): void {
    if (expectedBytes <= bytes.length || isOver) {
      finishAll();
      bytes = nothing;
      [start, from, at, prints, isOver] = [0, 0, 0, 0, false];
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
      bytes = appended(bytes, chunk);
      scan();
      const isTooLong = bytes.length > mostJobBytes;
      // Bytes that were not scanned may print something.
      if (isTooLong && !isOver) begun ??= codesShown();
      if (isTooLong || isOver) finishAll();
      else cutOff('paper');
    },
    /** Call it when all bytes so far are written or collected. After 1.5 s without more bytes, the print ends. */
    allWritten: pause.begin,
    /** Returns the bytes of an incomplete command. No piece contains them afterwards. */
    rest(): Uint8Array {
      const rest = bytes.subarray(from);
      from = bytes.length;
      return rest;
    },
    restSize: (): number => bytes.length - from,
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
