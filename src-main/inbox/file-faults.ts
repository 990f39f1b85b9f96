import type { FileProblem } from './inbox-port.ts';

/** The most a file may hold, in bytes: as much as a body of the POS API. */
export const maxFileBytes = 1024 * 1024;

/** What is wrong with a file before it is read as JSON. */
export type FileFault = 'link' | 'not-a-file' | 'unreadable' | 'too-large' | 'empty' | 'utf-16';

const faults: Readonly<Record<FileFault, readonly [type: string, status: number, title: string, detail: string]>> = {
  link: ['not-a-file', 400, 'This is not a file', 'Found a link, expected a regular file; links are not followed.'],
  'not-a-file': [
    'not-a-file',
    400,
    'This is not a file',
    'Found a device, a pipe or a socket, expected a regular file.',
  ],
  unreadable: ['unreadable', 400, 'The file cannot be read', 'Found a file that the app may not read.'],
  'too-large': ['body-too-large', 413, 'The file is larger than 1 MiB', `Expected at most ${maxFileBytes} bytes.`],
  empty: ['not-json', 400, 'The file is not acceptable JSON', 'Found an empty file, expected JSON.'],
  'utf-16': ['not-json', 400, 'The file is not acceptable JSON', 'Found UTF-16, expected JSON in UTF-8.'],
};

/** The fault as the till reads it in `<name>.problem.json`. */
export function problemOfFault(fault: FileFault, instance: string): FileProblem {
  const [type, status, title, detail] = faults[fault];
  return { type, title, status, detail, instance };
}

/**
 * What an error of the file system means. `gone`: somebody took the file back. `busy`: it may be readable in a moment, as
 * while a virus scanner or the writer holds it.
 */
export function meaningOfError(code: string | undefined): 'gone' | 'link' | 'unreadable' | 'busy' {
  if (code === 'ENOENT') return 'gone';
  if (code === 'ELOOP' || code === 'EMLINK') return 'link';
  return code === 'EACCES' || code === 'EPERM' ? 'unreadable' : 'busy';
}

type Content =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: FileFault };

const isAt = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** The content without the byte order mark that some tills write. JSON starts with ASCII, so a NUL tells UTF-16. */
export function contentOf(bytes: Uint8Array): Content {
  const rest = isAt(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes;
  if (rest.length === 0) return { kind: 'fault', fault: 'empty' };
  const hasMark = isAt(rest, [0xff, 0xfe]) || isAt(rest, [0xfe, 0xff]);
  if (hasMark || rest[0] === 0 || rest[1] === 0) return { kind: 'fault', fault: 'utf-16' };
  return rest.length > maxFileBytes ? { kind: 'fault', fault: 'too-large' } : { kind: 'content', bytes: rest };
}
