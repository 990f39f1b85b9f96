/** What a paired till may ask for; they stand in the database beside its token. */
export const tillScopes = ['sale', 'desk'] as const;
export type TillScope = (typeof tillScopes)[number];
