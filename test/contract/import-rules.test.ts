import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagramOf, findBreaches, findCircles, sourcesOfHouse } from './import-rules.ts';

const sources = sourcesOfHouse();

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

const breaches = (path: string, text: string): string => findBreaches([{ path, text }]).join('\n');

describe('a planted breach is found and the right interface is named', () => {
  test.each([
    [
      'src-main/outbox/worker.ts',
      "import { deliver } from '../service/vendor.ts';",
      'let who knows both plug service in',
    ],
    [
      'src-main/outbox/worker.ts',
      "import type { Answer } from '../service/answers.ts';",
      'outbox may import shared, storage, ports.ts',
    ],
    ['src-main/outbox/worker.ts', "import { check } from '../receipts/rules.ts';", 'outbox may import'],
    ['src-main/outbox/worker.ts', "import { type Bill, check } from '../receipts/rules.ts';", 'outbox may import'],
    ['src-main/service/http.ts', "export { open } from '../settings/settings.ts';", 'service may import'],
    ['src-main/storage/database.ts', "import '../outbox/store.ts';", 'plug outbox in'],
    ['src-main/sales/sale/state.ts', "import type { Clock } from '../ports.ts';", 'is pure'],
    ['src-main/receipts/bill.ts', "import { readFileSync } from 'node:fs';", 'zod and nothing else'],
    ['src-main/shared/views.ts', "import type { Sale } from '../sales/sale/state.ts';", 'shared may import shared;'],
    ['src-main/service/http.ts', "import { net } from 'electron';", 'electron stays in src-main/shell'],
    ['src-main/program.ts', "const { app } = await import('electron');", 'electron stays in src-main/shell'],
    ['src-main/program.ts', "const electron = require('electron/main');", 'electron stays in src-main/shell'],
    ['src-main/headless.ts', "import Store from 'electron-store';", 'stays in src-main/shell'],
    ['src-main/headless.ts', "import { windows } from './shell/windows.ts';", 'headless.ts may import'],
    [
      'src-main/sales/opening/open-sale.ts',
      "import type { Windows } from '../../shell/windows.ts';",
      'sales may import',
    ],
    [
      'src-main/sales/opening/open-sale.ts',
      "import { posRoutes } from '../../api/routes/table.ts';",
      'sales may import',
    ],
    ['src-main/api/route.ts', "import { open } from '../storage/database.ts';", 'api may import'],
    [
      'src-main/dispatch/dispatch.ts',
      "import { openSale } from '../sales/opening/open-sale.ts';",
      'dispatch may import',
    ],
    ['src-main/sales/sale-actions.ts', "import { deliver } from '../delivery/deliver.ts';", 'sales may import'],
    ['src-main/sales/repository.ts', "import type { Windows } from '../views/windows.ts';", 'sales may import'],
    ['src-main/sales/sale/state.ts', "import { openSale } from '../opening/open-sale.ts';", 'is pure'],
    ['src-main/outbox/policy.ts', "import { open } from '../storage/database.ts';", 'is pure'],
    ['src-main/shell/ipc.ts', "import { createProgram } from '../app.ts';", 'shell may import'],
    ['src-main/shell/ipc.ts', "import { readConfig } from '../config.ts';", 'types of config.ts only'],
    ['src-main/preload/cashier.ts', "import { log } from '../diagnostics/log.ts';", 'preload may import shared'],
    ['src-main/outbox/store.ts', "import { DatabaseSync } from 'node:sqlite';", 'src-main/storage'],
    ['src-main/shell/x.ts', "import keytar from 'keytar';", 'SecretStore port'],
    ['src-main/new-folder/x.ts', "import { z } from '../outbox/store.ts';", 'no folder of ours'],
    [
      'src-main/outbox/pool-store.ts',
      "import { manualClock } from '../../test/fakes/manual-clock.ts';",
      'nothing in src imports test',
    ],
    ['src-renderer/ui/x.tsx', "import { fake } from '../../test/fakes/fake.ts';", 'nothing in src imports test'],
    [
      'src-renderer/ui/x.tsx',
      "import type { Sale } from '../../src-main/sales/sale/state.ts';",
      'src-main/shared only',
    ],
    ['src-renderer/cashier/app.tsx', "import { Qr } from '../customer/qr.tsx';", 'never import each other'],
    ['src-renderer/customer/app.tsx', "import type { Row } from '../cashier/row.tsx';", 'never import each other'],
    ['src-renderer/ui/x.tsx', "import { Row } from '../cashier/row.tsx';", 'imports neither'],
    ['src-renderer/cashier/app.tsx', 'window.bridge.command("sale.new", null);', 'src-renderer/main-bridge.ts'],
    ['src-main/outbox/pool-store.ts', 'const home = process.env.HOME;', 'src-main/config.ts'],
    ['src-main/main.ts', "const args = process['argv'];", 'src-main/config.ts'],
    ['src-main/outbox/pool-store.ts', 'const now = Date.now();', 'Clock port'],
    ['src-main/outbox/pool-store.ts', 'const now = new Date();', 'Clock port'],
    ['src-main/outbox/pool-store.ts', 'setTimeout(run, 5);', 'Clock port'],
    ['src-main/outbox/pool-store.ts', 'globalThis.setInterval(run, 5);', 'Clock port'],
    ['src-main/sales/sale-actions.ts', 'function show(context: SessionContext): void {}', 'name what it uses'],
    ['src-main/sales/commands.ts', 'interface Context extends SessionContext {}', 'name what it uses'],
    ['src-main/service/http.ts', 'fetch(url, { signal: AbortSignal.timeout(5) });', 'Clock port'],
    ['src-main/outbox/pool-store.ts', "import { setTimeout as wait } from 'node:timers/promises';", 'Clock port'],
    [
      'src-main/outbox/pool-store.ts',
      "import {\n  type A,\n  b,\n} from\n  '../service/http.ts';",
      'outbox may import',
    ],
  ])('%s: %s', (path, text, door) => {
    expect(breaches(path, `const before = 'https://example.invalid';\n${text}\n`)).toContain(door);
  });
});

describe('an allowed import passes', () => {
  test.each([
    [
      'src-main/outbox/worker.ts',
      "import type { Settings } from '../shared/settings.ts';\nimport { open } from '../storage/database.ts';",
    ],
    ['src-main/outbox/worker.ts', "import { type AppError, type Result } from '../shared/result.ts';"],
    [
      'src-main/outbox/worker.ts',
      "// import { net } from 'electron';\n/* Date.now() */\nconst a = 'https://x'; // setTimeout(run)",
    ],
    [
      'src-main/shared/views.ts',
      "export interface View {\n  readonly state: 'starting';\n}\nexport type Role = 'cashier';",
    ],
    ['src-main/outbox/worker.ts', "import { done } from '../shared/result.ts';\nimport { row } from './store.ts';"],
    [
      'src-main/sales/opening/open-sale.ts',
      "import { take } from '../../outbox/pool-store.ts';\nimport { next } from '../sale/state.ts';",
    ],
    [
      'src-main/shell/windows.ts',
      "import { BrowserWindow } from 'electron';\nimport type { Config } from '../config.ts';",
    ],
    [
      'src-main/main.ts',
      "import { app } from 'electron';\nimport { createProgram } from './app.ts';\nimport { ipc } from './shell/ipc.ts';",
    ],
    ['src-main/config.ts', 'const home = process.env.HOME; const args = process.argv;'],
    ['src-main/system-ports.ts', 'const now = Date.now; setTimeout(run, 1);'],
    ['src-main/sales/sale-actions.ts', "const show = (context: Pick<SessionContext, 'book'>): void => undefined;"],
    ['src-main/session.ts', 'const context: SessionContext = { clock };'],
    ['src-main/outbox/pool-store.ts', 'const at = new Date(clock.now()); const stop = clock.setTimer(5, run);'],
    [
      'src-renderer/cashier/app.tsx',
      "import { Button } from '../ui/button.tsx';\nimport type { CashierView } from '../../src-main/shared/views.ts';\nsetTimeout(blur, 5);",
    ],
    ['src-renderer/main-bridge.ts', 'export const bridge = window.bridge;'],
  ])('%s: %s', (path, text) => {
    expect(breaches(path, text)).toBe('');
  });
});
