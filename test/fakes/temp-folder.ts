import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test; it goes when the test ends. */
export function tempFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'receipt-companion-'));
  // A browser that was just ended may still be putting files away.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A file of its own with this in it, that only its owner reads. */
export function fileWith(content: string, name = 'file'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
