import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { referencePages } from '../../scripts/reference-pages.ts';
import events from '../../src-main/shared/log-events.json' with { type: 'json' };
import { projectFiles, projectText, root } from '../fakes/project-files.ts';
import { taskTaps } from '../gallery/task-taps.ts';

const { version }: { version: string } = JSON.parse(projectText('package.json'));

test('CHANGELOG.md names the version of package.json as the newest or the next release', () => {
  const text = projectText('CHANGELOG.md');
  const newest = /^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m.exec(text)?.[1] ?? / becomes (.*)\.$/m.exec(text)?.[1];
  expect(newest).toBe(version);
});

test('each page in docs names its kind (such as how-to) and its readers in its first line', () => {
  const pages = projectFiles('docs/**/*.md').filter(({ path }) => !/runbooks|cashier\.de/.test(path));
  const kind = /^# .*\n\nThis (?:tutorial|how-to|reference|explanation) is for /;
  expect(pages.filter(({ text }) => !kind.test(text)).map(({ path }) => path)).toEqual([]);
});

test('SECURITY.md names attackers with the specs of each defence, undefended parts and the way to report a bug', () => {
  const text = projectText('SECURITY.md');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:attacker|severity|critical|high|medium|low) \|/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  // links.test.ts checks that the named specs exist.
  expect(rows.filter((row) => !/`test\/[\w./-]+\.test\.ts`/.test(row.split(' | ').at(-1) ?? ''))).toEqual([]);
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    ...['Reporting', 'What the app protects', 'Attackers and defences', 'What is not defended', 'Third-party software'],
  ]);
});

test('exactly one spec counts the taps of each task in the table of docs/screens.md', () => {
  const specs = projectFiles('test/e2e/*.test.ts');
  const counts = Object.keys(taskTaps).map((task) => {
    const found = specs.filter(({ text }) => text.includes(`expectTaps('${task}', `)).length;
    return [task, found] as const;
  });
  expect(counts.filter(([, found]) => found !== 1)).toEqual([]);
});

describe('reference pages', () => {
  test.each(Object.entries(referencePages))(
    'docs/%s is up to date (if not, run node scripts/reference-pages.ts)',
    (name, page) => {
      expect(projectText(`docs/${name}`)).toBe(page);
    },
  );

  test('contain only log events that the program writes', () => {
    const source = projectFiles('src-{main,renderer}/**/*.{ts,tsx}')
      .map(({ text }) => text)
      .join('\n');
    // The program adds the prefixes `till-` and `window-`, so the source contains these names without their prefix.
    const isWritten = (event: string): boolean =>
      [event, event.replace(/^(?:till|window)-/, '')].some((name) => source.includes(`'${name}'`)) ||
      /^(?:service|partner)-(?:answered|not-answered|not-configured|sign-in-rejected)$/.test(event);
    const all = Object.values(events).flatMap((level) => Object.keys(level));
    expect(all.filter((event) => !isWritten(event))).toEqual([]);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.runIf(hasSystemd)('systemd accepts the unit of a host with several tills without a warning', () => {
  const unit = join(root, 'docs/deployment/receipt-companion.service');
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
