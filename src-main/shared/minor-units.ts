/** ISO 4217's decimals: Node's and Chromium's own lists follow custom and differ from each other. */
const decimals = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

export const minorUnitOf = (currency: string): number =>
  decimals.find(([, codes]) => codes.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
