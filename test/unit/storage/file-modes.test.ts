import { expect, test } from 'vitest';
import { retryWhileFileBusy } from '../../../src-main/storage/file-modes.ts';

/** Work that fails this often with this code, and the waited milliseconds. */
function tried(code: string, failures: number, platform: NodeJS.Platform) {
  const waited: number[] = [];
  let calls = 0;
  const work = (): string => {
    calls += 1;
    if (calls <= failures) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  const attempt = () => retryWhileFileBusy(work, { platform, wait: (ms) => waited.push(ms) });
  return { attempt, waited: () => waited.reduce((sum, ms) => sum + ms, 0), calls: () => calls };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that is busy on Windows (%s) is tried again for about a second',
  (code) => {
    const short = tried(code, 3, 'win32');
    expect(short.attempt()).toBe('done');
    expect([short.calls(), short.waited()]).toEqual([4, 80]);
    const long = tried(code, 100, 'win32');
    expect(long.attempt).toThrow(code);
    expect([long.calls(), long.waited()]).toEqual([8, 980]);
  },
);

test.each([
  ['EPERM', 'linux'],
  ['EACCES', 'linux'],
  ['ENOENT', 'win32'],
] as const)('the error %s on %s, which is no sign of a busy file, is reported at once', (code, platform) => {
  const attempt = tried(code, 1, platform);
  expect(attempt.attempt).toThrow(code);
  expect(attempt.waited()).toBe(0);
});
