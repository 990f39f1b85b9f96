import { expect, test } from 'vitest';
import { actions } from '../../../src-main/action-table.ts';
import { posRoutes } from '../../../src-main/api/routes/table.ts';
import { tillScopes } from '../../../src-main/shared/till-names.ts';

test('every command that a till may use has a route, and no two routes share a name', () => {
  const scopes: readonly string[] = tillScopes;
  const forTills = Object.entries(actions).filter(([, { who }]) => who.some((caller) => scopes.includes(caller)));
  const routed = new Set<string | undefined>(posRoutes.map(({ action }) => action));
  expect(forTills.map(([name]) => name).filter((name) => !routed.has(name))).toEqual([]);
  expect(new Set(posRoutes.map(({ name }) => name)).size).toBe(posRoutes.length);
});
