import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { projectFiles, projectText } from '../fakes/project-files.ts';
import { diagramOf, findBreaches, longestChain, packagesOf, projectSources, readSource } from './import-rules.ts';

const sources = projectSources();

test('the imports of the project follow the import rules', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(findBreaches(sources)).toEqual([]);
});

test('the imports lead through at most ten folders', () => {
  const chain = longestChain(sources);
  expect(chain, chain.join(' > ')).toHaveLength(10);
});

test('the imports of the project match docs/engineering.md (to redraw it: node test/contract/import-rules.ts)', () => {
  const [diagram] = /^```mermaid$.*?^```$/ms.exec(projectText('docs/engineering.md')) ?? [];
  expect(diagram).toBe(diagramOf(sources));
});

test('the relay thread of the printer loads no package, and the reader thread only iconv-lite and zxing-wasm', () => {
  expect(packagesOf(sources, 'src-main/printer/relay-worker.ts')).toEqual([]);
  expect(packagesOf(sources, 'src-main/printer/reader-worker.ts')).toEqual(['iconv-lite', 'zxing-wasm/reader']);
});

const worker = 'src-main/outbox/worker.ts';
const many = "import {\n  type A,\n  b,\n} from\n  '../service/http.ts';";

test.each<readonly [path: string, text: string, door: string]>([
  [worker, "import type { Answer } from '../service/answers.ts';", 'outbox may import shared, storage, ports.ts'],
  [worker, many, 'let who knows both plug service in'],
  ['src-main/receipts/bill.ts', "import { readFileSync } from 'node:fs';", 'zod and nothing else'],
  ['src-main/sales/sale/state.ts', "import { openSale } from '../opening/open-sale.ts';", 'is pure'],
  ['src-main/program/program.ts', "const { app } = await import('electron');", 'electron stays in src-main/shell'],
  ['src-main/shell/ipc.ts', "import { readConfig } from '../config.ts';", 'types of config.ts only'],
  ['src-main/new-folder/x.ts', "import { z } from '../outbox/store.ts';", 'no folder of ours'],
  [worker, "import { manualClock } from '../../test/fakes/manual-clock.ts';", 'nothing in src imports test'],
  ['src-renderer/ui/x.tsx', "import type { Sale } from '../../src-main/sales/sale/state.ts';", 'src-main/shared only'],
  ['src-renderer/cashier/app.tsx', "import { Qr } from '../customer/qr.tsx';", 'never import each other'],
  ['src-renderer/cashier/app.tsx', 'window.bridge.command("sale.new", null);', 'src-renderer/main-bridge.ts'],
  ['src-main/main.ts', "const args = process['argv'];", 'src-main/config.ts'],
  [worker, 'const now = Date.now();', 'Clock port'],
  [worker, "import { setTimeout as wait } from 'node:timers/promises';", 'Clock port'],
  ['src-main/sales/commands.ts', 'interface Context extends SessionContext {}', 'name what it uses'],
])('a forbidden import or access is found, and the message names the alternative: %s: %s', (path, text, door) => {
  const source = readSource(path, `const before = 'https://example.invalid';\n${text}\n`);
  expect(findBreaches([source]).join('\n')).toContain(door);
});

/** The lengths of all functions in a syntax tree, in lines from the first to the last with comments and blank lines. */
function lengthsOf(node: unknown, text: string): readonly number[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap((child) => lengthsOf(child, text));
  const { type, start, end } = node as { readonly type?: unknown; readonly start: number; readonly end: number };
  const isFunction = typeof type === 'string' && /^(?:ArrowFunction|Function)(?:Declaration|Expression)$/.test(type);
  return isFunction ? [text.slice(start, end).split('\n').length, ...inside] : inside;
}

test('no function is longer than 120 lines', () => {
  const files = projectFiles('src-main/**/*.ts', 'src-renderer/**/*.{ts,tsx}');
  const longest = files
    .filter(({ text }) => text.split('\n').length > 100)
    .map(({ path, text }) => ({ path, lines: Math.max(0, ...lengthsOf(parseSync(path, text).program, text)) }));
  expect(longest.filter(({ lines }) => lines > 120).map(({ path }) => path)).toEqual([]);
});
