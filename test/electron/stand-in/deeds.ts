import type { Deed } from './orders.ts';

/** Effects of the program that no page shows, for tests. */
export const deeds: Deed[] = [];
