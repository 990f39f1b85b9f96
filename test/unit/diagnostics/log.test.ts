import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLog, limitWarnings } from '../../../src-main/diagnostics/log.ts';
import { rotatingFile } from '../../../src-main/diagnostics/rotating-file.ts';
import type { LogFields } from '../../../src-main/shared/redact.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const collect = () => {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line) }) };
};

describe('the log', () => {
  test('is one JSON object per line with level, time, event and fields, also with a line feed inside a field', () => {
    const { lines, log } = collect();
    const fields = { kind: 'a', detail: 'one\ntwo\u2028three' } as const;
    log.info('app-started', fields);
    log.error('start-failed');
    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        event: 'app-started',
        fields,
      },
      { level: 'error', time: expect.any(String), event: 'start-failed' },
    ]);
  });

  test('removes secrets from events and fields', () => {
    const { lines, log } = collect();
    log.warn('sign-in-refused for jane@example.invalid' as 'sign-in-refused', {
      detail: 'Bearer canary-token',
      error: String(new Error('card 4111111111111111')),
      faults: ['first', 'card 4111111111111111'],
    });
    expect(lines.join('')).not.toMatch(/canary|jane|4111/);
  });

  test('drops fields that are not listed and counts them', () => {
    const { lines, log } = collect();
    const typedElsewhere: object = { kind: 'bill', customerName: 'canary', basket: ['canary'] };
    log.info('app-started', typedElsewhere as LogFields);
    log.info('app-stopped', { kind: 'bill' });
    expect(lines.map((line) => JSON.parse(line).fields)).toEqual([
      { kind: 'bill', droppedFields: 2 },
      { kind: 'bill' },
    ]);
    expect(lines.join('')).not.toContain('canary');
  });

  test('keeps a trace id of the service only if it has the form of one', () => {
    const { lines, log } = collect();
    const ids = ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '0HN8:00000001', 'canary of Jane, Berlin'];
    for (const traceId of ids) log.info('service-answered', { traceId, status: 400 });
    expect(lines.map((line) => JSON.parse(line).fields.traceId)).toEqual([ids[0], ids[1], '[removed]']);
    expect(lines.join('')).not.toContain('canary');
  });

  test('contains no terminal control characters and stays the same JSON', () => {
    const { lines, log } = collect();
    log.info('app-started', { detail: 'a\u009b31m\u202eb\u200bc' });
    expect(lines.join('')).not.toMatch(/[\u009b\u202e\u200b]/);
    expect(JSON.parse(lines.join('')).fields.detail).toBe('a\u009b31m\u202eb\u200bc');
  });

  test('throws neither for a field that JSON cannot hold nor for an error of the disk', () => {
    const full = createLog({
      write: () => {
        throw new Error('ENOSPC');
      },
    });
    expect(() => full.info('app-started')).not.toThrow();
    const unreadable = {
      toString() {
        throw new Error('trap');
      },
    };
    const typedElsewhere: object = { count: 1n, what: [unreadable] };
    expect(() => collect().log.info('app-started', typedElsewhere as LogFields)).not.toThrow();
  });
});

describe('the log file', () => {
  const logFile = () => {
    const folder = join(tempFolder(), 'logs');
    return { folder, path: join(folder, 'app.log') };
  };

  test('stays within its size and number of files, and the newest lines are complete', () => {
    const { path, folder } = logFile();
    const file = rotatingFile(path, { maxBytes: 100, keep: 2 });
    for (let index = 0; index < 50; index += 1) file.write(`line ${String(index).padStart(3, '0')} ü\n`);
    file.close();
    expect(readdirSync(folder).toSorted()).toEqual(['app.log', 'app.log.1', 'app.log.2']);
    const texts = ['app.log.2', 'app.log.1', 'app.log'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.every((text) => Buffer.byteLength(text) <= 100)).toBe(true);
    const lines = texts.join('').trimEnd().split('\n');
    expect(lines.at(-1)).toBe('line 049 ü');
    expect(lines).toEqual(
      Array.from({ length: lines.length }, (_, at) => `line ${String(50 - lines.length + at).padStart(3, '0')} ü`),
    );
  });

  test.each(['the newest file', 'an older file'])('loses no line while another process locks %s', (what) => {
    const { path, folder } = logFile();
    let isHeld = false;
    const heldPath = what === 'the newest file' ? path : `${path}.1`;
    const rename: typeof renameSync = (from, to) => {
      if (isHeld && from === heldPath) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      renameSync(from, to);
    };
    const file = rotatingFile(path, { maxBytes: 100, keep: 2, rename });
    const write = (from: number, to: number): void => {
      for (let index = from; index < to; index += 1) file.write(`line ${String(index).padStart(3, '0')} ü\n`);
    };
    const lines = (): readonly string[] =>
      ['app.log.2', 'app.log.1', 'app.log.0', 'app.log']
        .filter((name) => existsSync(join(folder, name)))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
    write(0, 20);
    const [oldest = ''] = lines();
    isHeld = true;
    write(20, 60);
    expect(lines()).toHaveLength(60 - Number(oldest.slice(5, 8)));
    isHeld = false;
    write(60, 100);
    file.close();
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(lines().at(-1)).toBe('line 099 ü');
    expect(readFileSync(path).length).toBeLessThanOrEqual(100);
    expect(texts.length).toBeLessThanOrEqual(4);
  });

  test('tries to move a locked file once for each twentieth of its size, not with each line', () => {
    let tries = 0;
    const rename: typeof renameSync = () => {
      tries += 1;
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    };
    const file = rotatingFile(logFile().path, { maxBytes: 1_000, rename });
    for (let index = 0; index < 200; index += 1) file.write('ten bytes\n');
    file.close();
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThanOrEqual(1 + 1_000 / 50);
  });

  test('continues after a restart, is created by the first line and is readable by its owner only', () => {
    const { path, folder } = logFile();
    const first = rotatingFile(path);
    expect(() => statSync(path)).toThrow('ENOENT');
    first.write('one\n');
    first.close();
    const second = rotatingFile(path);
    second.write('two\n');
    second.close();
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    if (!systemLacks('modes')) expect([folder, path].map((each) => statSync(each).mode & 0o077)).toEqual([0, 0]);
  });
});

test('a storm of refusals writes twenty lines a minute, the number of dropped lines, and every error', () => {
  const clock = createManualClock();
  const lines = createTestLog();
  const log = limitWarnings(lines, clock);
  for (let count = 0; count < 1_000; count += 1) log.warn('pos-api-refused');
  expect(lines.lines).toHaveLength(20);
  log.error('pos-api-failed');
  expect(lines.lines.at(-1)?.event).toBe('pos-api-failed');
  clock.advance(60_000);
  log.warn('pos-api-refused', { status: 401 });
  expect(lines.lines.at(-1)).toMatchObject({ event: 'pos-api-refused', fields: { status: 401, notLogged: 980 } });
  log.warn('pos-api-refused');
  expect(lines.lines.at(-1)?.fields).toEqual({});
  // A clock that was turned back starts a new minute.
  for (let count = 0; count < 30; count += 1) log.warn('pos-api-refused');
  clock.jumpTo(clock.now() - 86_400_000);
  log.warn('clock-jumped');
  expect(lines.lines.at(-1)?.event).toBe('clock-jumped');
});
