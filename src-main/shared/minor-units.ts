/**
 * ISO 4217: the currencies that have none, three or four decimals. The lists inside Node and Chromium follow custom instead
 * (both give the dinar of Serbia none) and differ from each other, so both windows and the check of a bill use this one.
 */
const decimals = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

/** The number of decimals of a currency, with its code in any letter case. */
export const minorUnitOf = (currency: string): number =>
  decimals.find(([, codes]) => codes.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
