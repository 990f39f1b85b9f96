import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { posToken } from '../app/program.ts';
import { programOn } from '../app/program-on.ts';

/**
 * Runs the program. Each line of standard input is the input of a `connection.save`. With `endAfter` the process ends
 * itself with SIGKILL after so many writes to the keychain and the settings.
 */
const dataDir = process.argv[2] ?? '';
const keychain = join(dataDir, 'keychain.json');

function entries(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(keychain, 'utf8'));
  } catch {
    return {};
  }
}
let left = Number.POSITIVE_INFINITY;
function wrote(): void {
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}

/** Renames once, because a keychain replaces an entry as a whole. */
function keep(next: Record<string, string>): void {
  writeFileSync(`${keychain}.new`, JSON.stringify(next));
  renameSync(`${keychain}.new`, keychain);
  wrote();
}
let folder: unknown;
const log = {
  info(event: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (event === 'connection-opened') folder = fields.folder;
  },
  warn: () => undefined,
  error: console.error,
};
const store = confStore(dataDir, systemClock.now());
const noted: typeof store = {
  ...store,
  set(value) {
    store.set(value);
    wrote();
  },
};
const settings = openSettings(noted, log, { posApi: { port: 0 } });
const program = programOn(
  dataDir,
  {
    log,
    settings,
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
say({ posApi: posApiUrl, folder, storeId: settings.current().service.storeId });
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { endAfter, ...input } = JSON.parse(line);
  left = endAfter ?? Number.POSITIVE_INFINITY;
  const saved = await program.dispatch({ kind: 'window', role: 'cashier' }, 'connection.save', input);
  say(saved.ok ? { ok: saved.value.ok } : { ok: false, code: saved.error.code });
});
