/** What became of a sale at the end of its day; each is in exactly one place. */
export const dayPlaces = ['delivered', 'both', 'printed', 'neither', 'attention', 'open', 'cancelled'] as const;
export type DayPlace = (typeof dayPlaces)[number];
