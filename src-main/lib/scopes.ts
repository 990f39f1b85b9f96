/** What a paired till may ask for; they stand in the database beside its token. */
export const tillScopes = ['sale', 'partner'] as const;
export type TillScope = (typeof tillScopes)[number];

/** The scope of the customer desk was called `desk`: tills that were paired then keep it. */
export const scopeOf = (name: string): string => (name === 'desk' ? 'partner' : name);
