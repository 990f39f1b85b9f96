import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { posToken } from '../app/program.ts';
import { programOn } from '../app/program-on.ts';

/** Runs the program. Each line of standard input is the input of a `connection.save`. */
const dataDir = process.argv[2] ?? '';
const keychain = join(dataDir, 'keychain.json');

function entries(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(keychain, 'utf8'));
  } catch {
    return {};
  }
}
/** Renames once, because a keychain replaces an entry as a whole. */
function keep(next: Record<string, string>): void {
  writeFileSync(`${keychain}.new`, JSON.stringify(next));
  renameSync(`${keychain}.new`, keychain);
}
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const program = programOn(
  dataDir,
  {
    log,
    settings: openSettings(confStore(dataDir, systemClock.now()), log, { posApi: { port: 0 } }),
    secrets: {
      get: async (name) => entries()[name] ?? null,
      set: async (name, secret) => keep({ ...entries(), [name]: secret }),
      remove: async (name) => keep(Object.fromEntries(Object.entries(entries()).filter(([known]) => known !== name))),
    },
  },
  { computer: { id: 'computer-1', stateDir: join(dataDir, 'state') }, fixedPosToken: posToken },
);
const { posApiUrl } = await program.start();
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
say({ posApi: posApiUrl });
createInterface({ input: process.stdin }).on('line', async (line) => {
  const saved = await program.dispatch({ kind: 'window', role: 'cashier' }, 'connection.save', JSON.parse(line));
  say(saved.ok ? { ok: saved.value.ok } : { ok: false, code: saved.error.code });
});
