import type { PosRoute } from '../route.ts';
import { partnerRoutes } from './customer-service.ts';
import { descriptionRoutes } from './description.ts';
import { saleRoutes } from './sales.ts';
import { pairRoutes, statusRoutes } from './till.ts';

/** Every route of the POS API, in the order of its description. The server and OpenAPI are made from this table. */
export const posRoutes: readonly PosRoute[] = [
  ...pairRoutes,
  ...saleRoutes,
  ...partnerRoutes,
  ...statusRoutes,
  ...descriptionRoutes,
];

export function allowedMethods(path: string): readonly string[] {
  const methods = posRoutes.filter((route) => matches(route.path, path)).map((route) => route.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const steps = path.split('/');
  return steps.length === expected.length && expected.every((step, at) => step.startsWith('{') || step === steps[at]);
}
