import type { IssueList } from './issues.ts';
import { found } from './issues.ts';
import type { Segment } from './json.ts';
import { field, listOf } from './json.ts';

/** ISO 4217 currencies whose minor unit has more than 2 decimals; Intl follows custom and gives some of them fewer. */
const minorUnits: ReadonlyMap<string, number> = new Map([
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code): [string, number] => [code, 3]),
  ...['CLF', 'UYW'].map((code): [string, number] => [code, 4]),
]);

/** Codes of funds and units of account: ISO 4217 has them, Intl lists money only. */
const fundCodes = ['BOV', 'CHE', 'CHW', 'COU', 'MXV', 'USN', 'UYI', 'XAG', 'XAU', 'XDR', 'XPD', 'XPT', 'XSU', 'XUA'];
const moneyCodes: readonly string[] = Intl.supportedValuesOf('currency');
const knownCodes: ReadonlySet<string> = new Set([...moneyCodes, ...minorUnits.keys(), ...fundCodes]);

const letters = /^[A-Za-z]{3}$/;

/** Decimals that an amount of this currency can have, 2 at least (interface document 8). */
function decimalsOf(currency: unknown): number {
  return typeof currency === 'string' ? (minorUnits.get(currency.toUpperCase()) ?? 2) : 2;
}

/**
 * A foreign amount may have the decimals of its own currency (a dinar has 3): the document limits amounts to 2 and says
 * nothing of foreign ones, so what a terminal in Kuwait prints is not refused.
 */
export function checkForeignAmounts(bill: unknown, errors: IssueList): void {
  for (const [index, payment] of listOf(field(bill, 'data', 'paymentTypes')).entries()) {
    const amount = field(payment, 'foreignAmount');
    if (typeof amount !== 'number') continue;
    const decimals = decimalsOf(field(payment, 'foreignCurrency'));
    if (Number(amount.toFixed(decimals)) === amount) continue;
    const message = `${found(amount, 'foreignAmount')}. Expected an amount with at most ${decimals} decimals, as its foreignCurrency has.`;
    errors.add(['data', 'paymentTypes', index, 'foreignAmount'], 'decimals', message);
  }
}

/** Codes that look like ISO 4217 and are not: only a warning, because currencies are younger than programs. */
export function warnAboutCurrencies(bill: unknown, warnings: IssueList): void {
  const currency = field(bill, 'data', 'currency');
  // What is no three letters is refused by the schema.
  if (typeof currency === 'string' && letters.test(currency)) warnAboutCode(currency, ['data', 'currency'], warnings);
  for (const [index, payment] of listOf(field(bill, 'data', 'paymentTypes')).entries()) {
    warnAboutCode(field(payment, 'foreignCurrency'), ['data', 'paymentTypes', index, 'foreignCurrency'], warnings);
  }
}

function warnAboutCode(code: unknown, path: readonly Segment[], warnings: IssueList): void {
  if (typeof code !== 'string') return;
  const capitals = code.toUpperCase();
  // A runtime may be built without the list.
  if (moneyCodes.length > 0 && !knownCodes.has(capitals)) {
    const message = `${found(code, letters.test(code) ? 'currency' : undefined)}. Expected a code of ISO 4217, such as EUR; it is sent on as it is.`;
    warnings.add(path, 'currency-unknown', message);
  } else if (code !== capitals) {
    const message = `${found(code, 'currency')}. Expected capital letters: ISO 4217 writes "${capitals}".`;
    warnings.add(path, 'currency-case', message);
  }
}
