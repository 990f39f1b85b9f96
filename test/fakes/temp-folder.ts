import { mkdtempSync, rmSync } from 'node:fs';
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
