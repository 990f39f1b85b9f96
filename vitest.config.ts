import { defineConfig } from 'vitest/config';

/** One project per kind of test; a project's tests are the files below test/<project>/. */
const project = (name: string, options: Readonly<Record<string, unknown>> = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' as const, ...options },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // The limit finds what hangs; property tests on a busy machine take their time.
      project('unit', { testTimeout: 60_000 }),
      project('app', { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('contract', { testTimeout: 60_000, hookTimeout: 60_000 }),
      // Real windows on one X display: one file at a time.
      project('e2e', {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
