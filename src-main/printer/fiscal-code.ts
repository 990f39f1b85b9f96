import { completeDate } from '../receipts/fields.ts';
import { isoWithOffset } from '../shared/local-time.ts';
import type { Facts, PaymentFact } from './print.ts';

/** A gross amount other than zero, with its position in the code. The position determines the VAT rate. */
export interface GrossAmount {
  readonly place: 1 | 2 | 3 | 4 | 5;
  readonly cents: number;
}

/** The content of a receipt's fiscal code. VAT is not part of it, because it also depends on the printed text. */
export interface CodeFacts extends Omit<Facts, 'vatAmounts' | 'countryCode'> {
  readonly countryCode: 'DE' | 'AT';
  /** Milliseconds since the epoch. */
  readonly moment: number;
  readonly grossAmounts: readonly GrossAmount[];
}

export type CodeReason = 'code-malformed' | 'not-a-receipt' | 'does-not-sum';

const isBase64 = (text: string | undefined): text is string =>
  text !== undefined && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
const printable = /^[^\p{C}]{1,100}$/u;
const digits = /^\d{1,30}$/;

const cents = (text: string): number => Number(text.replaceAll(/[.,]/g, ''));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const grossAmounts = (amounts: readonly number[]): readonly GrossAmount[] =>
  amounts.flatMap((amount, index) =>
    amount === 0 ? [] : [{ place: (index + 1) as GrossAmount['place'], cents: amount }],
  );

/** Limits the length of amounts, because longer ones would not be exact numbers. */
const deAmount = '-?(?:\\d{1,13}|\\d{1,3}(?:,\\d{3}){0,3})\\.\\d\\d';
const dePayment = new RegExp(`^(?:(${deAmount}):(Bar|Unbar)(?::([A-Za-z]{3}))?|(Bar|Unbar):(${deAmount}))$`);
const deData = new RegExp(`^Beleg\\^(${deAmount}(?:_${deAmount}){4})\\^(.*)$`, 's');

/** The lengths of plain ECDSA signatures, in bytes. The signature of a code that was cut off has another length. */
const plainSignatures: readonly number[] = [64, 96, 128, 132];
const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

function isSigned(algorithm: string, signature: string | undefined, publicKey: string | undefined): boolean {
  if (!isBase64(signature) || (publicKey !== undefined && !isBase64(publicKey))) return false;
  if (!algorithm.startsWith('ecdsa-plain-')) return true;
  const size = bytesOf(signature).length;
  const key = publicKey === undefined ? null : bytesOf(publicKey);
  return plainSignatures.includes(size) && (key === null || key[0] !== 4 || key.length === size + 1);
}

function dePayments(text: string): readonly (PaymentFact & { readonly isEuro: boolean })[] | null {
  const found = text === '' ? [] : text.split('_').map((part) => dePayment.exec(part));
  if (found.includes(null)) return null;
  return found.map((match) => {
    const [, amount, kind, currency = 'EUR', turnedKind, turnedAmount] = match ?? [];
    const isCash = (kind ?? turnedKind) === 'Bar';
    return {
      name: isCash ? 'Bar' : 'Unbar',
      type: isCash ? 'Cash' : 'CardPayment',
      cents: cents(amount ?? turnedAmount ?? ''),
      isEuro: currency.toUpperCase() === 'EUR',
    };
  });
}

/** Keeps a number as text if JSON would write it differently. */
const asWritten = (text: string): string | number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && String(value) === text ? value : text;
};

/** Returns null for other forms of ISO 8601, because the grammar has only this one. */
const dateOf = (text: string): string | null =>
  /^[\d-]{10}T[\d:.]+(?:Z|[+-][\d:]+)$/.test(text) ? completeDate(text) : null;

function readTse(code: string): CodeFacts | CodeReason {
  const [, register = '', processType, processData = '', transaction = '', counter = '', ...rest] = code.split(';');
  const [startText = '', endText = '', algorithm = '', logFormat = '', signature, publicKey, ...more] = rest;
  if (processType !== undefined && processType !== '' && processType !== 'Kassenbeleg-V1') return 'not-a-receipt';
  const [start, end] = [dateOf(startText), dateOf(endText)];
  const isWellFormed =
    more.length === 0 &&
    printable.test(register) &&
    printable.test(algorithm) &&
    /^\p{L}{1,100}$/u.test(logFormat) &&
    [transaction, counter].every((text) => digits.test(text)) &&
    isSigned(algorithm, signature, publicKey);
  if (!isWellFormed || start === null || end === null) return 'code-malformed';
  if (!processData.startsWith('Beleg^')) return 'not-a-receipt';
  const [, gross = '', paymentText] = deData.exec(processData) ?? [];
  const payments = paymentText === undefined ? null : dePayments(paymentText);
  if (payments === null) return 'code-malformed';
  const amounts = gross.split('_').map(cents);
  const totalCents = sum(amounts);
  if (payments.some(({ isEuro }) => !isEuro) || sum(payments.map((paid) => paid.cents)) !== totalCents)
    return 'does-not-sum';
  return {
    countryCode: 'DE',
    registerSerial: register,
    number: transaction,
    date: end,
    moment: Date.parse(end),
    currency: 'EUR',
    totalCents,
    grossAmounts: grossAmounts(amounts),
    // `Unbar` only means "not cash", so the type may be another one than `CardPayment` (receipt-service.md 2.5).
    payments:
      payments.some(({ type }) => type !== 'Cash') || payments.length === 0
        ? null
        : payments.map(({ isEuro: _, ...paid }) => paid),
    security: {
      fiscalization: {
        type: 'Tse',
        transactionNumber: asWritten(transaction),
        signatureNumber: asWritten(counter),
        processType,
        processData,
        timestampStart: start,
        timestampEnd: end,
        signatureAlgorithm: algorithm,
        logTimeFormat: logFormat,
        signature,
      },
      'extension:service': { ...(publicKey === undefined ? {} : { publicKey }), signedData: code },
    },
  };
}

const atAmount = /^-?\d{1,13},\d\d$/;
const atTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const hourMs = 3_600_000;

/** Converts a local time. If the time occurs twice, at the end of summer time, the one nearer to `now` counts. */
function localMoment(text: string, now: number): number | null {
  const first = new Date(text).getTime();
  const moments = [first, first - hourMs, first + hourMs].filter(
    (moment) => !Number.isNaN(moment) && isoWithOffset(moment).startsWith(text),
  );
  const [nearest] = moments.toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now));
  return nearest ?? null;
}

/** Base64 of `TRA`. In the field of the turnover it marks a training receipt. */
const trainingTurnover = 'VFJB';
const failedDevice = 'Sicherheitseinrichtung ausgefallen';

function readRksv(code: string, now: number): CodeFacts | CodeReason {
  const fields = code.slice(1).split('_');
  const [zone = '', register = '', number = '', time = '', ...others] = fields;
  const amountTexts = others.slice(0, 5);
  const [turnover, certificate = '', chain, signature] = others.slice(5);
  const moment = atTime.test(time) ? localMoment(time, now) : null;
  const isWellFormed =
    fields.length === 13 &&
    /^R\d-AT\d+$/.test(zone) &&
    [register, number, certificate].every((text) => printable.test(text)) &&
    amountTexts.every((text) => atAmount.test(text)) &&
    [turnover, chain, signature].every(isBase64);
  if (!isWellFormed || moment === null || !isBase64(signature)) return 'code-malformed';
  const amounts = amountTexts.map(cents);
  if (turnover === trainingTurnover || amounts.every((amount) => amount === 0)) return 'not-a-receipt';
  const failure = bytesOf(signature).toString('utf8') === failedDevice;
  return {
    countryCode: 'AT',
    registerSerial: register,
    number,
    date: isoWithOffset(moment),
    moment,
    currency: 'EUR',
    totalCents: sum(amounts),
    grossAmounts: grossAmounts(amounts),
    payments: null,
    security: {
      fiscalization: {
        type: 'Rksv',
        serialNumber: certificate,
        transactionNumber: number,
        signature,
        posInspectionQrData: code,
      },
      ...(failure ? { 'extension:service': { failure } } : {}),
    },
  };
}

/** Reads a fiscal code by its grammar. `now` decides between two readings of an ambiguous local time. */
export const readFiscalCode = (code: string, now: number): CodeFacts | CodeReason =>
  code.startsWith('V0;') ? readTse(code) : readRksv(code, now);
