import type { Deed } from './orders.ts';

/** Effects that no page shows, for tests. */
export const deeds: Deed[] = [];
