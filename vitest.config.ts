import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { electronBinary } from './scripts/electron-binary.ts';
import { TestReport } from './scripts/test-report.ts';
// Gives what this process starts its seed.
import { isSoak } from './test/fakes/drawn.ts';
import { memoryFolder } from './test/fakes/test-disk.ts';

const inMemory = memoryFolder();

/** For every worker, every test, and the programs that they start: each file is compiled once, not at each start. */
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, 'node_modules/.cache/compile');
const env = inMemory === null ? {} : { TMPDIR: inMemory };

const hangsMs = isSoak ? 3_600_000 : 600_000;

/** Node reads what it is given, as in the program: nothing is compiled another way. A window's .tsx it cannot read. */
const natively = { viteModuleRunner: false };

/** One project per kind of test; a project's tests are the files below test/<project>/. */
const project = (name: string, options: Readonly<Record<string, unknown>> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    setupFiles: 'test/seeded-properties.ts',
    env,
    // The specs of a project run one after another in the same process, because loading the program again for each of them
    // would take about as long as the spec itself. What a module keeps is kept for the next file, too; a spec that must begin without that says so itself.
    isolate: false,
    // What is waited for comes when the computer has time for it.
    expect: { poll: { timeout: 60_000 } },
    // It finds what hangs: on a busy machine everything takes ten times as long, and a soak has ten times as much to do.
    testTimeout: hangsMs,
    hookTimeout: hangsMs,
    ...options,
  },
});

/** What takes longest, begun last, would keep one core busy while the others have nothing left to do. */
const longest = [
  ...['pos-api-clients', 'hostile-bodies', 'model', 'moved-data', 'contract/recipes', 'inbox-kill'],
  ...['sale-by-hand', 'administrator', 'first-run', 'displays', 'shop-day', 'customer-service', 'look'],
  ...['electron-contract', 'scanner', 'walk-sale', 'walk-customer', 'dock', 'offline-sale', 'relaunch'],
  // Short files, long at work: by their size they would be the last.
  ...['walk-places', 'packed', 'pin-gate', 'choose-display', 'settings-pages', 'dock-side', 'e2e/bench'],
];
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
};
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Where `npm test` wants to read what became of each test. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    // Specs wait for programs and timers for about half of their time.
    maxWorkers: 3,
    reporters: ['default', ...(report === undefined ? [] : [new TestReport(report)])],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit'),
      project('app', {
        globalSetup: 'test/made-once.ts',
        experimental: natively,
      }),
      project('contract', { globalSetup: 'test/made-once.ts', experimental: natively }),
      // Electron shows its windows on the one display that there is, one file at a time; the stand-in needs none.
      project('e2e', {
        setupFiles: [],
        globalSetup: 'test/e2e/built-once.ts',
        // A hand waits until the window stands, and the computer with it.
        maxWorkers: electronBinary() === null ? 4 : 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
