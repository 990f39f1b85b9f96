import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed at the end of the test. */
export function tempFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'receipt-companion-'));
  // A browser that just ended may still write files.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Creates a file that only its owner can read. */
export function fileWith(content: string, name = 'file'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
