/**
 * Runs all checks, the quick ones first: `npm test [-- [--soak] [phase...] [arguments for vitest...]]`.
 * Phases: lint, types, unit, app, contract, crash, e2e. Without a phase it runs all; `npm run check` omits
 * the last two. Phases that leave a core idle run beside another: `lint` and `types` run beside `unit`, `app` and
 * `contract` share their workers, and `crash` runs beside `e2e`. A failed phase does not stop the others. Each run draws
 * another tenth of the random cases (`TEST_SEED=N` repeats one); `npm run soak` runs all. The last lines name the
 * failures, and the very last line is always `N passed, N failed, N skipped`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '../test/fakes/drawn.ts';

interface Phase {
  readonly names: readonly string[];
  /** Runs the phases. Returns a line for each test: `passed`, `failed` or `skipped` with its name. */
  readonly run: (chosen: readonly string[]) => Promise<readonly string[]>;
}

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const isWindows = process.platform === 'win32';
const running = new Set<ChildProcess>();
/** The process groups to end. Each phase leads one, and its programs may have created others. */
const groups = new Set<number>();
let interrupted: NodeJS.Signals | null = null;

/** The exit code, even if a program cannot start or is killed. All its processes are ended. */
const exec = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group can be ended as a whole.
      detached: !isWindows,
    });
    running.add(child);
    const end = (code: number): void => {
      running.delete(child);
      if (child.pid !== undefined) kill(child.pid, 'SIGKILL');
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${args[0]}: ${error.message}`);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(isWindows ? group : -group, signal);
  } catch {
    // The process has already ended.
  }
}

/** The groups of all processes below this one. A browser leads its own. */
function groupsBelow(): readonly number[] {
  const own = [...running].flatMap(({ pid }) => pid ?? []);
  if (process.platform !== 'linux') return own;
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const [, parent, group] = /.*\) \S (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
    } catch {
      return [];
    }
  });
  const below = new Set(own);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid)).map(({ group }) => group);
}

const module = (path: string): string => join(root, 'node_modules', path);

const check = (name: string, ...args: readonly string[]): Phase => ({
  names: [name],
  run: async () => [(await exec(args)) === 0 ? 'passed' : `failed ${name}`],
});

/** The tests of vitest projects. The line of each test in the report counts, not the exit code. */
const projects = (names: readonly string[], passThrough: readonly string[]): Phase => ({
  names,
  run: async (chosen) => {
    const report = join(reports, names.join('-'));
    const code = await exec(
      [
        ...[module('vitest/vitest.mjs'), 'run', ...chosen.flatMap((name) => ['--project', name]), '--passWithNoTests'],
        ...passThrough,
      ],
      { TEST_REPORT: report },
    );
    const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
    const isReported = code === 0 || interrupted !== null || lines.some((line) => line.startsWith('failed'));
    return isReported ? lines : [...lines, `failed ${chosen.join(', ')}: vitest ended with ${code}`];
  },
});

/** Steps run one after another, and the phases of a step at once. */
const stepsWith = (passThrough: readonly string[]): readonly (readonly Phase[])[] => [
  [
    check('lint', module('@biomejs/biome/bin/biome'), 'check', '.'),
    check('types', module('typescript/bin/tsc'), '-b', '--checkers', '1'),
    projects(['unit'], passThrough),
  ],
  [projects(['app', 'contract'], passThrough)],
  [check('crash', 'test/crash/crash.ts'), projects(['e2e'], passThrough)],
];

const choose = (args: readonly string[]): readonly (readonly Phase[])[] => {
  const all = stepsWith([]).flatMap((step) => step.flatMap(({ names }) => names));
  const named = args.filter((arg) => all.includes(arg));
  const chosen = named.length > 0 ? named : args.includes('--soak') ? ['unit', 'app', 'crash', 'e2e'] : all;
  const passThrough = args.filter((arg) => arg !== '--soak' && !all.includes(arg));
  return stepsWith(passThrough)
    .map((step) =>
      step
        .map(({ names, run }) => ({ names: names.filter((name) => chosen.includes(name)), run }))
        .filter(({ names }) => names.length > 0),
    )
    .filter((step) => step.length > 0);
};

const interrupt = (signal: NodeJS.Signals): void => {
  for (const group of groupsBelow()) groups.add(group);
  for (const group of groups) kill(group, interrupted === null ? signal : 'SIGKILL');
  // A process that ignores the signal is killed after five seconds.
  if (interrupted === null) setTimeout(() => interrupt(signal), 5_000).unref();
  interrupted = signal;
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

const args = process.argv.slice(2);
if (args.includes('--soak')) process.env.SOAK = '1';
const results: string[] = [];
const steps = choose(args);
const unfinished = new Set(steps.flatMap((step) => step.flatMap(({ names }) => names)));

async function runPhase({ names, run }: Phase): Promise<void> {
  const name = names.join(', ');
  console.log(`\n== ${name} ==`);
  const started = performance.now();
  results.push(...(await run(names)));
  if (interrupted === null) for (const name of names) unfinished.delete(name);
  console.log(`-- ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

console.log(`TEST_SEED=${seed}`);
try {
  for (const step of steps) if (interrupted === null) await Promise.all(step.map(runPhase));
} catch (error) {
  console.error(error);
  results.push(`failed ${error}`);
} finally {
  for (const group of groups) kill(group, 'SIGKILL');
  rmSync(reports, { recursive: true, force: true });
}
if (interrupted !== null)
  results.push(`failed to end: ${interrupted} while these had not: ${[...unfinished].join(', ')}`);
const failed = results.filter((line) => line.startsWith('failed'));
const count = (state: string): number => results.filter((line) => line.startsWith(state)).length;
if (failed.length > 0) console.log(`\n${failed.slice(0, 100).join('\n')}\nThe same again: TEST_SEED=${seed}`);
console.log(`\n${count('passed')} passed, ${failed.length} failed, ${count('skipped')} skipped`);
process.exitCode = failed.length > 0 ? 1 : 0;
