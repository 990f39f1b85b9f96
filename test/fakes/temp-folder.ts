import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Creates a folder that is removed at the end of the test. */
export const tempFolder = (parent = tmpdir()): string => folderUntil(onTestFinished, parent);

/** Creates a folder for all tests of a file. It is removed after the later `afterAll` of the file. */
export const folderOfFile = (): string => folderUntil(afterAll, tmpdir());

function folderUntil(end: (remove: () => void) => void, parent: string): string {
  const folder = mkdtempSync(join(parent, 'receipt-companion-'));
  // A browser that just ended may still write files.
  end(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Creates a file that only its owner can read. */
export function fileWith(content: string, name = 'file'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
