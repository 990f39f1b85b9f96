/** Milliseconds from now until `until`, for a style sheet's one-shot animation; never below zero. */
export const remainingMs = (until: number): number => Math.max(0, until - Date.now());
