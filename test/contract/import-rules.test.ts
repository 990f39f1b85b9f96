import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagramOf, findBreaches, findCircles, packagesOf, projectSources } from './import-rules.ts';

const sources = projectSources();

describe('the imports of the project', () => {
  test('are all parsed', () => {
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'src-main/ports.ts',
        'src-main/shared/window-commands.ts',
        'src-main/settings/stored-settings.ts',
      ]),
    );
  });

  test('follow the import rules', () => {
    expect(findBreaches(sources)).toEqual([]);
  });

  test('match the diagram in docs/engineering.md (to redraw it: node test/contract/import-rules.ts)', () => {
    const document = readFileSync(new URL('../../docs/engineering.md', import.meta.url), 'utf8');
    expect(/^```mermaid$.*?^```$/ms.exec(document)?.[0]).toBe(diagramOf(sources));
  });
});

test('no file imports itself through other files, not even for a type', () => {
  expect(findCircles(sources)).toEqual([]);
  const circle = [
    { path: 'src-main/outbox/a.ts', text: "import { b } from './b.ts';" },
    { path: 'src-main/outbox/b.ts', text: "import { a } from './c.ts';" },
    { path: 'src-main/outbox/c.ts', text: "import { a } from './a.ts';\nimport type { D } from './d.ts';" },
    { path: 'src-main/outbox/d.ts', text: "import type { C } from './c.ts';" },
  ];
  expect(findCircles(circle)).toEqual([
    'src-main/outbox/a.ts > src-main/outbox/b.ts > src-main/outbox/c.ts',
    'src-main/outbox/c.ts > src-main/outbox/d.ts',
  ]);
});

test('the threads of the printer port run only the packages that they need', () => {
  expect(packagesOf(sources, 'src-main/printer/relay-worker.ts')).toEqual([]);
  expect(packagesOf(sources, 'src-main/printer/reader-worker.ts')).toEqual(['iconv-lite', 'zxing-wasm/reader']);
});

const breaches = (path: string, text: string): string => findBreaches([{ path, text }]).join('\n');

const worker = 'src-main/outbox/worker.ts';
const many = "import {\n  type A,\n  b,\n} from\n  '../service/http.ts';";

test.each<readonly [path: string, text: string, door: string]>([
  [worker, "import type { Answer } from '../service/answers.ts';", 'outbox may import shared, storage, ports.ts'],
  [worker, many, 'let who knows both plug service in'],
  ['src-main/service/http.ts', "export { open } from '../settings/settings.ts';", 'service may import'],
  ['src-main/storage/database.ts', "import '../outbox/store.ts';", 'plug outbox in'],
  ['src-main/receipts/bill.ts', "import { readFileSync } from 'node:fs';", 'zod and nothing else'],
  ['src-main/sales/sale/state.ts', "import { openSale } from '../opening/open-sale.ts';", 'is pure'],
  ['src-main/program.ts', "const { app } = await import('electron');", 'electron stays in src-main/shell'],
  ['src-main/program.ts', "const electron = require('electron/main');", 'electron stays in src-main/shell'],
  ['src-main/headless.ts', "import { windows } from './shell/windows.ts';", 'headless.ts may import'],
  ['src-main/shell/ipc.ts', "import { readConfig } from '../config.ts';", 'types of config.ts only'],
  ['src-main/new-folder/x.ts', "import { z } from '../outbox/store.ts';", 'no folder of ours'],
  [worker, "import { manualClock } from '../../test/fakes/manual-clock.ts';", 'nothing in src imports test'],
  ['src-renderer/ui/x.tsx', "import type { Sale } from '../../src-main/sales/sale/state.ts';", 'src-main/shared only'],
  ['src-renderer/cashier/app.tsx', "import { Qr } from '../customer/qr.tsx';", 'never import each other'],
  ['src-renderer/ui/x.tsx', "import { Row } from '../cashier/row.tsx';", 'imports neither'],
  ['src-renderer/cashier/app.tsx', 'window.bridge.command("sale.new", null);', 'src-renderer/main-bridge.ts'],
  ['src-main/main.ts', "const args = process['argv'];", 'src-main/config.ts'],
  ...['Date.now();', 'new Date();', 'globalThis.setInterval(run, 5);', 'AbortSignal.timeout(5);'].map(
    (time) => [worker, `const now = ${time}`, 'Clock port'] as const,
  ),
  [worker, "import { setTimeout as wait } from 'node:timers/promises';", 'Clock port'],
  ['src-main/sales/commands.ts', 'interface Context extends SessionContext {}', 'name what it uses'],
])('a breach is found and the right interface is named: %s: %s', (path, text, door) => {
  expect(breaches(path, `const before = 'https://example.invalid';\n${text}\n`)).toContain(door);
});

test.each([
  [worker, "import type { Settings } from '../shared/settings.ts';\nimport { open } from '../storage/database.ts';"],
  [worker, "// import { net } from 'electron';\n/* Date.now() */\nconst a = 'https://x'; // setTimeout(run)"],
  ['src-main/shared/views.ts', "interface View {\n  readonly state: 'starting';\n}\nexport type Role = 'cashier';"],
  ['src-main/shell/windows.ts', "import { app } from 'electron';\nimport type { Config } from '../config.ts';"],
  ['src-main/main.ts', "import { createProgram } from './app.ts';\nimport { ipc } from './shell/ipc.ts';"],
  ['src-main/sales/sale-actions.ts', "const show = (context: Pick<SessionContext, 'book'>): void => undefined;"],
  [worker, 'const at = new Date(clock.now()); const stop = clock.setTimer(5, run);'],
  ['src-renderer/main-bridge.ts', 'export const bridge = window.bridge; setTimeout(blur, 5);'],
])('an allowed import passes: %s: %s', (path, text) => {
  expect(breaches(path, text)).toBe('');
});
