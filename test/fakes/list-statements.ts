import { DatabaseSync, StatementSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src-main/storage/database.ts';

/** Collects every statement of this process's databases until the test ends, including `begin` and `commit`. */
export function listStatements(): string[] {
  const statements: string[] = [];
  const listen = <T extends object>(on: T, name: keyof T, textOf: (self: never, values: unknown[]) => string): void => {
    const before = on[name] as (...values: unknown[]) => unknown;
    const listening = function (this: never, ...values: unknown[]): unknown {
      statements.push(textOf(this, values));
      return before.apply(this, values);
    };
    on[name] = listening as T[keyof T];
    onTestFinished(() => {
      on[name] = before as T[keyof T];
    });
  };
  listen(DatabaseSync.prototype, 'exec', (_database, [text]) => String(text));
  for (const name of ['get', 'all', 'run', 'iterate'] as const)
    listen(StatementSync.prototype, name, ({ sourceSQL }: StatementSync) => sourceSQL);
  return statements;
}

/** The steps of the database's plan for each query of `act`. With a wrong index a query would read every row. */
export function queryPlans(database: Database, act: () => unknown): readonly (readonly string[])[] {
  const statements = listStatements();
  act();
  return [...statements].map((text) =>
    database
      .sql(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
}
