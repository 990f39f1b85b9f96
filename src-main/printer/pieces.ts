import { commandAt, isCut, isPrefix, isPrinting } from './commands.ts';

/**
 * A part of a job that ends where a command or a character ends. `now`: a drawer or real-time command, which never
 * waits. `answer`: a command whose answer says that everything before it is printed.
 */
export interface Piece {
  readonly kind: 'paper' | 'cut' | 'now' | 'answer';
  readonly bytes: Uint8Array;
  readonly isPrinting: boolean;
}

const kinds: Readonly<Record<string, Piece['kind']>> = {
  'ESC p': 'now',
  'DLE \u0004': 'now',
  'DLE \u0005': 'now',
  'DLE \u0014': 'now',
  'GS a': 'now',
  'GS r': 'answer',
  'GS I': 'answer',
  'GS ( H': 'answer',
};
/** These are no part of the paper. */
const apart: readonly Piece['kind'][] = ['now', 'answer'];
const kindOf = (name: string): Piece['kind'] => kinds[name] ?? (isCut(name) ? 'cut' : 'paper');

/** Behind a longer command, nothing is divided any more. Its connection passes all bytes. */
const mostBytes = 4 * 1024 * 1024;

/** Divides the bytes of a connection while they arrive. Linear in its input, and never throws. */
export function createPieces() {
  let waiting: readonly Uint8Array[] = [];
  let size = 0;
  /** So many bytes are needed to decide about the incomplete command. */
  let wanted = 0;
  let isDisplay = false;

  /** Null if the command at `at` is incomplete. */
  function readCommand(bytes: Uint8Array, at: number) {
    const { name, length, parameters } = commandAt(bytes, at);
    const end = at + Math.abs(length);
    wanted = end - at;
    if (length < 0 || end > bytes.length) return null;
    if (name === 'ESC =') isDisplay = ((parameters[0] ?? 1) & 1) === 0;
    return { kind: kindOf(name), end, prints: isPrinting(name) && !isDisplay };
  }

  function readCharacter(bytes: Uint8Array, at: number) {
    const byte = bytes[at] ?? 0;
    return { kind: 'paper' as const, end: at + 1, prints: byte > 0x20 && byte !== 0x7f && !isDisplay };
  }

  const read = (bytes: Uint8Array, at: number) =>
    isPrefix(bytes[at] ?? 0) ? readCommand(bytes, at) : readCharacter(bytes, at);

  function divide(bytes: Uint8Array): readonly Piece[] {
    const pieces: Piece[] = [];
    let [from, at, prints] = [0, 0, false];
    const cutOff = (kind: Piece['kind'], end: number): void => {
      if (end > from) pieces.push({ kind, bytes: bytes.slice(from, end), isPrinting: prints });
      [from, at, prints] = [end, end, false];
    };
    while (at < bytes.length) {
      const next = read(bytes, at);
      if (next === null) break;
      const { kind, end } = next;
      if (apart.includes(kind)) cutOff('paper', at);
      prints ||= next.prints;
      at = end;
      if (kind !== 'paper') cutOff(kind, end);
    }
    cutOff('paper', at);
    waiting = at < bytes.length ? [bytes.slice(at)] : [];
    size = bytes.length - at;
    if (size === 0) wanted = 0;
    return pieces;
  }

  return {
    push(chunk: Uint8Array): readonly Piece[] {
      if (size > mostBytes) return [];
      waiting = [...waiting, chunk];
      size += chunk.length;
      return size < wanted ? [] : divide(Buffer.concat(waiting));
    },
    /** The bytes of a command that is not complete yet. */
    rest: (): Uint8Array => Buffer.concat(waiting),
    restSize: (): number => size,
  };
}
