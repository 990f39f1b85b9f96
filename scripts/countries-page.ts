/** Makes the page docs/countries.md from the table of countries; `reference-pages.ts` writes it. */
import { type Country, countries, type Evidence } from '../src-main/shared/country.ts';

const meanings: Readonly<Record<keyof Country['rules'], string>> = {
  agreement: 'The customer must agree to a digital receipt',
  paperOnRequest: 'Paper when the customer asks',
  paperOffline: 'Paper while the service cannot be reached',
  paperAtTimeout: 'A deferred paper without a decision',
  fiscalData: 'A receipt needs fiscal data from the till',
  customerSentence: 'The shop must tell its customers',
  cashStepCents: 'Cash is paid in steps of cents',
};

const valueWords = {
  true: 'yes',
  false: 'no',
  print: 'is printed',
  keep: 'is not printed',
  printedOnRequest: 'receipts are printed on request',
} as const;

const evidenceOf = ({ from = null, source, checkedOn }: Evidence): string =>
  [
    ...(from === null ? [] : [`holds from ${from}`]),
    checkedOn === null ? 'not checked' : `checked on ${checkedOn}`,
    ...(source === null ? [] : [`[source](${source})`]),
  ].join(', ');

const ratesOf = ({ vat }: Country): string =>
  vat.rates
    .map(({ percent, from, until }) => {
      const days = [from === null ? '' : `from ${from}`, until === null ? '' : `until ${until}`].filter(Boolean);
      return days.length === 0 ? `${percent} %` : `${percent} % (${days.join(' ')})`;
    })
    .join(', ');

function rulesOf({ vat, rules, currency, notes = [] }: Country, rates: string): string {
  const names = Object.keys(meanings) as (keyof Country['rules'])[];
  const known = names.flatMap((name) => {
    const rule = rules[name];
    if (rule === undefined) return [];
    const value = valueWords[String(rule.value) as keyof typeof valueWords] ?? rule.value;
    return [`- ${meanings[name]}: **${value}**; ${evidenceOf(rule)}.`];
  });
  const missing = names.filter((name) => name !== 'cashStepCents' && rules[name] === undefined);
  return [
    `- Currency: ${currency}.`,
    `- VAT: ${rates}; ${evidenceOf(vat)}.`,
    ...known,
    ...(missing.length === 0 ? [] : [`- Not checked: ${missing.map((name) => `"${meanings[name]}"`).join(', ')}.`]),
    ...notes.map((note) => `- Note: ${note}`),
  ].join('\n');
}

const nameOf = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

const sections = Object.entries(countries)
  .map(([code, country]) => ({ name: nameOf(code), code, text: rulesOf(country, ratesOf(country)) }))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  .map(({ name, code, text }) => `## ${name} (${code})\n\n${text}\n`);

export const countriesPage = `# Countries

This reference is for shop managers and administrators. It lists the rules that the app applies in each country, with the day from which a rule
holds, the day on which it was checked, and the source. The app is no legal advice. Laws change, so let an expert check the rules for your shop.

- The country in **Settings**, **Shop** sets the defaults. You can change each of them there.
- A rule applies from its date. The app reads the date when it starts.
- "Not checked" means that nobody found or looked for a source. Then the app asks for the customer's agreement, lets the digital receipt follow
  while the service cannot be reached, and lets cashiers type sales.
- In every country a customer can ask for paper at any time.
- Do not edit this page: \`node scripts/reference-pages.ts\` writes it from \`assets/countries.json\`.

${sections.join('\n')}`;
