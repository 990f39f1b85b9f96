import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { electronBinary } from './scripts/electron-binary.ts';
import { memoryFolder } from './test/fakes/test-disk.ts';

const inMemory = memoryFolder();

/** For every test, and for the programs that it starts: those are compiled once, not at each start. */
const env = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile'),
  ...(inMemory !== null && { TMPDIR: inMemory }),
};

/** One project per kind of test; a project's tests are the files below test/<project>/. */
const project = (name: string, options: Readonly<Record<string, unknown>> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    env,
    // The specs of a project follow each other in the same process: to load the program anew for each of them took as long as
    // most of them do. What a module keeps is kept for the next file, too; a spec that must begin without that says so itself.
    isolate: false,
    // What is waited for comes when the computer has time for it.
    expect: { poll: { timeout: 20_000 } },
    ...options,
  },
});

/** What takes longest, begun last, would keep one core busy while the others have nothing left to do. */
const longest = [
  ...['random-bodies', 'model', 'long-day', 'planted-breaches', 'inbox-kill', 'storage-damage'],
  ...['double-tap-everywhere', 'screens', 'dock', 'customer-desk-errors', 'pictures'],
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

/** What talks to the receipt service. */
const vendorSuite = [
  'any-guid',
  'delivery',
  'fault-matrix',
  'inbox',
  'loyalty',
  'main-job',
  'model',
  'one-wrong-answer',
  'partner-errors',
  'partner-settings',
  'partner-training',
  'partner-windows',
  'pauses',
  'pool',
  'receipts',
  'reconnect',
  'records',
  'references',
  'service-words',
  'settings-away',
  'sign-in',
  'silent-service',
  'two-sides',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    provide: { service: 'plain' },
    projects: [
      // The limit finds what hangs; property tests on a busy machine take their time.
      project('unit', { testTimeout: 60_000 }),
      project('app', { globalSetup: 'test/fetched-once.ts', testTimeout: 60_000, hookTimeout: 60_000 }),
      // The specs of the client once more, against a service that reads the document otherwise wherever it leaves room.
      project('contrary', {
        include: vendorSuite.map((name) => `test/app/${name}.test.ts`),
        provide: { service: 'contrary' },
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('contract', { globalSetup: 'test/fetched-once.ts', testTimeout: 60_000, hookTimeout: 60_000 }),
      // Electron shows its windows on the one display that there is, one file at a time; the stand-in needs none.
      project('e2e', {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // What an ended browser leaves behind in a process is nobody's next start.
        isolate: true,
        globalSetup: 'test/e2e/built-once.ts',
        fileParallelism: electronBinary() === null,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
