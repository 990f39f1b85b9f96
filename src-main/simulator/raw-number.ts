/** TypeScript's library does not know these yet; V8 does (JSON.parse source text access, ES2026). */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as unknown as JsonWithSource;

/** A number as it is written, of any length: `JSON.stringify` gives it back digit by digit. */
export const rawNumber = (digits: string): unknown => json.rawJSON(digits);
export const isRawNumber = (value: unknown): boolean => json.isRawJSON(value);

/** JSON with every number as it was written. */
export const parseWithRawNumbers = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawNumber(source) : value,
  );
