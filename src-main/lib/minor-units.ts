/**
 * ISO 4217: the decimals of currencies that do not have two. The lists inside Node and Chromium follow custom instead (both
 * give the dinar of Serbia none) and differ from each other, so both windows and the check of a bill use this one.
 */
const minorUnits: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0 },
  ...{ VUV: 0, XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
};

/** The number of decimals of a currency, with its code in any letter case. */
export const minorUnitOf = (currency: string): number => minorUnits[currency.toUpperCase()] ?? 2;
