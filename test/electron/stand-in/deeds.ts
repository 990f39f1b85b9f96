import type { SideEffect } from './orders.ts';

/** Effects that no page shows, for tests. */
export const effects: SideEffect[] = [];
