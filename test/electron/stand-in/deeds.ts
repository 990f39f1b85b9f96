import type { Deed } from './orders.ts';

/** What the program did that no page shows, for tests to read. */
export const deeds: Deed[] = [];
