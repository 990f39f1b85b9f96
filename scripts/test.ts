/**
 * All checks, the quick ones first: `npm test [-- [--without-e2e] [phase...] [arguments for vitest...]]`.
 * Phases: lint, types, unit, app, contract, crash, e2e; without any all of them, and `npm run check` leaves out the last two.
 * Stops after the first phase that fails. The last line is always `N passed, N failed, N skipped`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Phase {
  readonly name: string;
  readonly run: () => Promise<Count>;
}

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
let running: ChildProcess | null = null;
let interrupted: NodeJS.Signals | null = null;

/** Gives the exit code; a program that cannot start or is killed has one, too. */
const exec = (command: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    running = child;
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });

const module = (path: string): string => join(root, 'node_modules', path);
const node = (args: readonly string[]): Promise<number> => exec(process.execPath, args);

/** A check that counts as one test. */
const check = (name: string, ...args: readonly string[]): Phase => ({
  name,
  run: async () => ((await node(args)) === 0 ? one('passed') : one('failed')),
});

const one = (outcome: keyof Count): Count => ({ passed: 0, failed: 0, skipped: 0, [outcome]: 1 });

/** The tests of one vitest project, counted from its own report rather than from its exit code. */
const project = (name: string, { passThrough, needsBuild = false }: ProjectOptions): Phase => ({
  name,
  run: async () => {
    if (needsBuild && (await node(['scripts/build.ts'])) !== 0) return one('failed');
    const report = join(reports, `${name}.json`);
    const args = [module('vitest/vitest.mjs'), 'run', '--project', name, '--passWithNoTests'];
    const code = await node([
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...passThrough,
    ]);
    const count = existsSync(report) ? readReport(report) : { passed: 0, failed: 0, skipped: 0 };
    // A file that cannot be loaded or an error outside a test fails the run without a failed test.
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  },
});

interface ProjectOptions {
  readonly passThrough: readonly string[];
  readonly needsBuild?: boolean;
}

const readReport = (path: string): Count => {
  const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const number = (key: string): number => {
    const value: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, key) : undefined;
    if (typeof value !== 'number') throw new Error(`${path}: expected a number at ${key}, found ${typeof value}`);
    return value;
  };
  return {
    passed: number('numPassedTests'),
    failed: number('numFailedTests'),
    skipped: number('numPendingTests') + number('numTodoTests'),
  };
};

const phasesFor = (passThrough: readonly string[]): readonly Phase[] => [
  check('lint', module('@biomejs/biome/bin/biome'), 'check', '.'),
  check('types', module('typescript/bin/tsc'), '-b'),
  project('unit', { passThrough }),
  project('app', { passThrough }),
  project('contrary', { passThrough }),
  project('contract', { passThrough }),
  check('crash', 'test/crash/crash.ts', '--kills', '200'),
  project('e2e', { passThrough, needsBuild: true }),
];

/** What `npm run check` leaves out. */
const slow: readonly string[] = ['crash', 'e2e'];

const choose = (args: readonly string[]): readonly Phase[] => {
  const names = phasesFor([]).map(({ name }) => name);
  const chosen = args.filter((arg) => names.includes(arg));
  const withoutE2e = args.includes('--without-e2e');
  const passThrough = args.filter((arg) => arg !== '--without-e2e' && !names.includes(arg));
  return phasesFor(passThrough).filter(
    ({ name }) => (chosen.length === 0 || chosen.includes(name)) && !(withoutE2e && slow.includes(name)),
  );
};

const interrupt = (signal: NodeJS.Signals): void => {
  interrupted = signal;
  running?.kill(signal);
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

const total = { passed: 0, failed: 0, skipped: 0 };
const phases = choose(process.argv.slice(2));
try {
  for (const [index, { name, run }] of phases.entries()) {
    console.log(`\n== ${name} ==`);
    const started = performance.now();
    const count = await run();
    console.log(`-- ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    if (count.failed > 0 || interrupted !== null) {
      const notRun = phases.slice(index + 1).map((phase) => phase.name);
      console.log(`stopped after ${name}${notRun.length > 0 ? `; not run: ${notRun.join(', ')}` : ''}`);
      break;
    }
  }
} catch (error) {
  console.error(error);
  total.failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (interrupted !== null && total.failed === 0) total.failed = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
