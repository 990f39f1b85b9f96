/** The numbers of decimals in ISO 4217. The lists of Node and Chromium deviate from it and from each other. */
const decimals = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

export const minorUnitOf = (currency: string): number =>
  decimals.find(([, codes]) => codes.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;

/** The smallest amount in hundredths: 100 for a currency without decimals. The service has two decimals at most. */
export const smallestCents = (currency: unknown): number =>
  typeof currency === 'string' && minorUnitOf(currency) === 0 ? 100 : 1;
