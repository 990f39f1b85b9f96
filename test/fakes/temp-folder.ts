import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder for one test, which is removed at its end. */
export function tempFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'receipt-companion-'));
  // A browser that was just ended may still be writing files.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Creates a file with this content that only its owner can read. */
export function fileWith(content: string, name = 'file'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
