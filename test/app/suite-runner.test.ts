import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // An ended process stays listed until its parent reads the exit code.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test.skipIf(systemLacks('linuxTools')).for(['SIGINT', 'SIGTERM'] as const)(
  'a run that %s ends leaves no process behind, and its last lines name failed and unfinished tests',
  async (signal) => {
    const list = join(tempFolder(), 'pids.json');
    const config = 'test/fixtures/suite/vitest.config.ts';
    const run = spawn(process.execPath, ['scripts/test.ts', 'unit', '--config', config], {
      env: { ...process.env, ENDLESS_PIDS: list, TEST_SEED: '7' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(run, 'exit');
    const output = text(run.stdout);
    await expect.poll(() => existsSync(list) && readFileSync(list, 'utf8')).toMatch(/\]$/);
    const pids: number[] = JSON.parse(readFileSync(list, 'utf8'));
    expect(pids.map(isThere)).toEqual([true, true, true]);
    run.kill(signal);
    expect(await ended).toEqual([1, null]);
    // A busy computer needs time to end killed processes.
    await expect.poll(() => pids.map(isThere)).toEqual([false, false, false]);
    expect((await output).trimEnd().split('\n').slice(-5)).toEqual([
      'failed unit test/fixtures/suite/endless.ts > breaks its promise',
      `failed to end: ${signal} while these had not: unit`,
      'The same again: TEST_SEED=7',
      '',
      '1 passed, 2 failed, 0 skipped',
    ]);
  },
);
