import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { electronBinary } from './scripts/electron-binary.ts';
import { TestReport } from './scripts/test-report.ts';
// Draws the seed that all processes of this run share.
import { isSoak } from './test/fakes/drawn.ts';
import { memoryFolder } from './test/fakes/test-disk.ts';

const inMemory = memoryFolder();

/** Workers and the programs that tests start share this cache, so each file is compiled once. */
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, 'node_modules/.cache/compile');
const env = inMemory === null ? {} : { TMPDIR: inMemory };

const hangsMs = isSoak ? 3_600_000 : 600_000;

/** Node loads the source itself, as in the program, without a transformation by vite. It cannot load .tsx files. */
const natively = { viteModuleRunner: false };

/** One project for each kind of test, with the tests in test/<project>/. */
const project = (name: string, options: Readonly<Record<string, unknown>> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    setupFiles: 'test/seeded-properties.ts',
    env,
    // The specs of a worker share one process, because loading the program takes about as long as running a spec. The
    // state of a module therefore remains for the next spec.
    isolate: false,
    // A busy computer needs more time, which is no failure.
    expect: { poll: { timeout: 60_000 } },
    // The limits only end a test that hangs. On a busy computer a test takes ten times as long.
    testTimeout: hangsMs,
    hookTimeout: hangsMs,
    ...options,
  },
});

/** The longest specs start first. Started last, one of them would run alone while the other cores are idle. */
const longest = [
  ...['pos-api-clients', 'hostile-bodies', 'model', 'moved-data', 'contract/recipes', 'inbox-kill'],
  ...['sale-by-hand', 'first-run', 'displays', 'shop-day', 'customer-service', 'look'],
  ...['electron-contract', 'scanner', 'walk-sale', 'walk-customer', 'dock', 'offline-sale', 'relaunch'],
  // These files are short but run long. The default order by size would start them last.
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

/** The file in which `npm test` reads the result of each test. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    // Two cores can run three workers, because specs wait for about half of their time.
    maxWorkers: 3,
    reporters: ['default', ...(report === undefined ? [] : [new TestReport(report)])],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit'),
      ...['app', 'contract'].map((name) => project(name, { globalSetup: 'test/made-once.ts', experimental: natively })),
      // Windows of Electron share one display, so only one spec runs at a time. The stand-in needs no display.
      project('e2e', {
        setupFiles: [],
        globalSetup: 'test/e2e/built-once.ts',
        // A spec often waits until a window is still, so more workers than cores help.
        maxWorkers: electronBinary() === null ? 4 : 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
