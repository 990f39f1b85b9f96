import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Writes a line for each test at once, so that an interrupted run keeps its results: `passed`, `skipped` or `failed`
 * and the name.
 */
export class TestReport implements Reporter {
  readonly #path: string;
  readonly #failed = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'failed') this.#failed.add(test.module.id);
    this.#say(state, `${fileOf(test.module)} > ${test.fullName}`);
  }

  /** A file that cannot be loaded, or a failed hook, belongs to no test. */
  onTestModuleEnd(module: TestModule): void {
    if (module.state() === 'failed' && !this.#failed.has(module.id)) {
      this.#say('failed', `${fileOf(module)}: ${module.errors()[0]?.message ?? 'a hook of it'}`);
    }
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const { message } of errors) this.#say('failed', `outside of any test: ${message}`);
  }

  #say(state: string, what: string): void {
    appendFileSync(this.#path, `${state} ${what.replaceAll('\n', ' ')}\n`);
  }
}

const fileOf = (module: TestModule): string =>
  `${module.project.name} ${relative(module.project.config.root, module.moduleId)}`;
