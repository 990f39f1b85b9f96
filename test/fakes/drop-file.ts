import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file into a watched folder like a till: under another name, then renamed. */
export function dropFile(inbox: string, name: string, content: object | string): void {
  const path = join(inbox, `${name}.json`);
  writeFileSync(`${path}.tmp`, typeof content === 'string' ? content : JSON.stringify(content));
  renameSync(`${path}.tmp`, path);
}
