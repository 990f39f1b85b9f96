/** The languages of both windows. The first one is what a customer sees until somebody chooses. */
export const languages = ['de', 'en', 'fr', 'es', 'sv', 'pt'] as const;
export type Language = (typeof languages)[number];
