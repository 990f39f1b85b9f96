/**
 * All checks, the quick ones first: `npm test [-- [--without-e2e] [phase...] [arguments for vitest...]]`.
 * Phases: lint, types, unit, app, contrary, contract, crash, e2e; without any all of them, and `npm run check` leaves out the
 * last two. What leaves a core idle by itself runs beside another: `app`, `contrary` and `contract` share their workers,
 * `crash` runs while `e2e` does. Stops after the first that fails. The last line is always `N passed, N failed, N skipped`.
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
  readonly names: readonly string[];
  /** Runs those of them that were chosen. */
  readonly run: (chosen: readonly string[]) => Promise<Count>;
}

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const running = new Set<ChildProcess>();
let interrupted: NodeJS.Signals | null = null;

/** Gives the exit code; a program that cannot start or is killed has one, too. */
const exec = (command: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    running.add(child);
    const end = (code: number): void => {
      running.delete(child);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });

const module = (path: string): string => join(root, 'node_modules', path);
const node = (args: readonly string[]): Promise<number> => exec(process.execPath, args);

/** A check that counts as one test. */
const check = (name: string, ...args: readonly string[]): Phase => ({
  names: [name],
  run: async () => ((await node(args)) === 0 ? one('passed') : one('failed')),
});

const one = (outcome: keyof Count): Count => ({ passed: 0, failed: 0, skipped: 0, [outcome]: 1 });

/** The tests of vitest projects, counted from their own report rather than from the exit code. */
const projects = (names: readonly string[], passThrough: readonly string[]): Phase => ({
  names,
  run: async (chosen) => {
    const report = join(reports, `${names.join('-')}.json`);
    const code = await node([
      ...[module('vitest/vitest.mjs'), 'run', ...chosen.flatMap((name) => ['--project', name]), '--passWithNoTests'],
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

/** One step after the other; the phases of a step run at once. */
const stepsWith = (passThrough: readonly string[]): readonly (readonly Phase[])[] => [
  [check('lint', module('@biomejs/biome/bin/biome'), 'check', '.'), check('types', module('typescript/bin/tsc'), '-b')],
  [projects(['unit'], passThrough)],
  [projects(['app', 'contrary', 'contract'], passThrough)],
  [check('crash', 'test/crash/crash.ts', '--kills', '200'), projects(['e2e'], passThrough)],
];

/** What `npm run check` leaves out. */
const slow: readonly string[] = ['crash', 'e2e'];

const choose = (args: readonly string[]): readonly (readonly Phase[])[] => {
  const all = stepsWith([]).flatMap((step) => step.flatMap(({ names }) => names));
  const isNamed = args.some((arg) => all.includes(arg));
  const withoutE2e = args.includes('--without-e2e');
  const isChosen = (name: string): boolean => (!isNamed || args.includes(name)) && !(withoutE2e && slow.includes(name));
  const passThrough = args.filter((arg) => arg !== '--without-e2e' && !all.includes(arg));
  return stepsWith(passThrough)
    .map((step) =>
      step.map(({ names, run }) => ({ names: names.filter(isChosen), run })).filter(({ names }) => names.length > 0),
    )
    .filter((step) => step.length > 0);
};

const interrupt = (signal: NodeJS.Signals): void => {
  interrupted = signal;
  for (const child of running) child.kill(signal);
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

const total = { passed: 0, failed: 0, skipped: 0 };
const steps = choose(process.argv.slice(2));

async function runPhase({ names, run }: Phase): Promise<void> {
  const name = names.join(', ');
  console.log(`\n== ${name} ==`);
  const started = performance.now();
  const count = await run(names);
  console.log(`-- ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

try {
  for (const [index, step] of steps.entries()) {
    await Promise.all(step.map(runPhase));
    if (total.failed > 0 || interrupted !== null) {
      const notRun = steps.slice(index + 1).flatMap((later) => later.flatMap(({ names }) => names));
      const ran = step.flatMap(({ names }) => names).join(', ');
      console.log(`stopped after ${ran}${notRun.length > 0 ? `; not run: ${notRun.join(', ')}` : ''}`);
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
