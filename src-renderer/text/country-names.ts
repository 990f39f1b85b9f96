/** The countries to choose from, each by its own name and in the order of these; the settings file takes any other as well. */
export const countryNames = {
  BE: { text: 'Belgique, België, Belgien', lang: 'fr' },
  BR: { text: 'Brasil', lang: 'pt' },
  DE: { text: 'Deutschland', lang: 'de' },
  ES: { text: 'España', lang: 'es' },
  FR: { text: 'France', lang: 'fr' },
  IE: { text: 'Ireland', lang: 'en' },
  LU: { text: 'Luxembourg', lang: 'fr' },
  AT: { text: 'Österreich', lang: 'de' },
  PT: { text: 'Portugal', lang: 'pt' },
  CH: { text: 'Schweiz, Suisse', lang: 'de' },
  FI: { text: 'Suomi, Finland', lang: 'sv' },
  SE: { text: 'Sverige', lang: 'sv' },
  GB: { text: 'United Kingdom', lang: 'en' },
  US: { text: 'United States', lang: 'en' },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly lang: string }>>;
