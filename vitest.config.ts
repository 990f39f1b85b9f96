import { defineConfig } from 'vitest/config';

/** One project per kind of test; a project's tests are the files below test/<project>/. */
const project = (name: string, options: Readonly<Record<string, unknown>> = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' as const, ...options },
});

/** What talks to the receipt service. */
const vendorSuite = [
  'any-guid',
  'delivery',
  'fault-matrix',
  'inbox',
  'loyalty',
  'main-job',
  'model',
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
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    provide: { service: 'plain' },
    projects: [
      // The limit finds what hangs; property tests on a busy machine take their time.
      project('unit', { testTimeout: 60_000 }),
      project('app', { testTimeout: 60_000, hookTimeout: 60_000 }),
      // The specs of the client once more, against a service that reads the document otherwise wherever it leaves room.
      project('contrary', {
        include: vendorSuite.map((name) => `test/app/${name}.test.ts`),
        provide: { service: 'contrary' },
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
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
