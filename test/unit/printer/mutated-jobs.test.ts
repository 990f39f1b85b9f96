import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed, volume } from '../../fakes/drawn.ts';

test('mutated print jobs are read without an exception, with less than 64 MiB more memory than at rest', () => {
  const script = join(import.meta.dirname, 'mutated-jobs.ts');
  const run = [String(volume(100_000, 500)), String(seed % 1_000)];
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, ...run], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).mebibytesAboveRest, `seed ${run[1]}`).toBeLessThan(64);
});
