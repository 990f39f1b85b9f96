import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type EndingParts, endProgram } from '../../../src-main/shell/end-program.ts';

function program(over: Partial<EndingParts> = {}) {
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const stopped = Promise.withResolvers<void>();
  const parts: EndingParts = {
    atEnd() {
      done.push('asked what waits');
      return note('installed');
    },
    ends: [note('tray gone')],
    stopApp: () => stopped.promise.then(note('app stopped, metrics sent')),
    closeWindows: note('windows closed'),
    discardKeys: note('keys discarded'),
    restarts: () => false,
    ...over,
  };
  return { done, parts, stopped };
}

test('an update is installed last, after the app has stopped and its metrics were sent', async () => {
  const { done, parts, stopped } = program();
  const ended = endProgram(parts);
  await nextTurn();
  expect(done).toEqual(['asked what waits', 'tray gone']);
  stopped.resolve();
  await ended;
  expect(done.slice(2)).toEqual(['app stopped, metrics sent', 'windows closed', 'keys discarded', 'installed']);
});

test('no update is installed before a restart, or if the app could not be stopped', async () => {
  const restarting = program({ restarts: () => true });
  restarting.stopped.resolve();
  await endProgram(restarting.parts);
  expect(restarting.done).not.toContain('installed');
  const broken = program();
  broken.stopped.reject(new Error('the disk is full'));
  await expect(endProgram(broken.parts)).rejects.toThrow('the disk is full');
  expect(broken.done).not.toContain('installed');
});

test('the program cleans up if it ends before an app exists', async () => {
  const { done, parts } = program({ stopApp: () => undefined });
  await endProgram(parts);
  expect(done).toEqual(['asked what waits', 'tray gone', 'windows closed', 'keys discarded', 'installed']);
});
