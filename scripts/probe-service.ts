/**
 * Calls the routes of a receipt service and prints each answer: `npm run probe-service -- [options]`. Exits with 1 if
 * an answer differs from docs/receipt-service.md, and with 2 if --yes is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeFetch } from '../src-main/node-fetch.ts';
import { printedReceipt } from '../src-main/printer/print-bill.ts';
import { settingsSchema } from '../src-main/shared/settings.ts';
import { systemClock as clock } from '../src-main/system-ports.ts';
import { type ProbeParts, probeService } from './probe.ts';
import { probeLeftovers, reportAsPage, reportAsText } from './probe-report.ts';

const defaults = settingsSchema.parse({});

const help = `Calls the routes of a receipt service and compares each answer with its description.
Usage: npm run -s probe-service -- --service-url URL --auth-url URL --client-id ID --scope-base S [options] --yes
Options:
  --service-url URL, --auth-url URL, --client-id ID, --scope-base S   the connection, as in the app (required)
  --store-id ID             the store; default: none
  --extension-key KEY       name of the extension fields; default: ${defaults.service.extensionKey}
  --partner-url URL         check the partner interface, too; default: not checked
  --loyalty-user ID         start and cancel a loyalty transaction for this customer; default: not checked
  --external-id ID          create and delete a user with this unused id (with --partner-url)
  --user ID                 list the receipts of this user and read one (with --partner-url)
  --printed-receipts        send two example receipts that stay, one with a printed text and one with a picture, and
                            print their addresses: open them to see what a customer sees of a print
  --vendor-customer ID      get the status of this registered merchant (with --partner-url)
  --yes                     agree to the data that stays at the service; without it the data is listed and nothing is sent
  --json                    print JSON; default: text
  --page FILE               also write a page for the operator
  --help                    print this help
Environment: RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD (required), RECEIPT_COMPANION_PARTNER_KEY
Exit codes: 0 all as described, 1 an answer differs, 2 an option is wrong or missing, or --yes is missing
Examples:
  npm run -s probe-service -- --service-url https://api.example --auth-url https://login.example/token \\
    --client-id ID --scope-base https://login.example/scopes --yes
  npm run -s probe-service -- --help
`;

const text = { type: 'string', default: '' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  help: flag,
  ...{ 'service-url': text, 'auth-url': text, 'client-id': text, 'scope-base': text, 'store-id': text },
  'extension-key': { type: 'string', default: defaults.service.extensionKey },
  ...{
    'partner-url': text,
    'loyalty-user': text,
    'external-id': text,
    user: text,
    'vendor-customer': text,
    page: text,
  },
  ...{ yes: flag, json: flag, 'printed-receipts': flag },
} as const;

function usage(mistake: string): never {
  process.stderr.write(`${mistake}. --help lists the options.\n`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return usage(error instanceof Error ? (error.message.split('.')[0] ?? '') : String(error));
  }
}
const values = read();
const { RECEIPT_COMPANION_USERNAME: username = '', RECEIPT_COMPANION_PASSWORD: password = '' } = process.env;
const given = (word: string): string | undefined => (word === '' ? undefined : word);
const partnerUrl = given(values['partner-url']);
const printedText = 'This text was printed.\n\nIt is the primary receipt.  0.01 EUR\n';
const picture = readFileSync(join(import.meta.dirname, '../assets/icon.png'));
const parts: ProbeParts = {
  fetch: nodeFetch({ usesEnvProxy: process.env.NODE_USE_ENV_PROXY === '1' }),
  clock,
  connection: {
    ...defaults.service,
    ...{ baseUrl: values['service-url'], authUrl: values['auth-url'], clientId: values['client-id'] },
    ...{ scopeBase: values['scope-base'], storeId: values['store-id'], extensionKey: values['extension-key'] ?? '' },
  },
  credentials: username === '' ? null : { username, password },
  date: new Date().toISOString().replace('Z', '+00:00'),
  loyaltyUser: given(values['loyalty-user']),
  printedReceipts: values['printed-receipts'] ? [printedReceipt(printedText), printedReceipt(picture)] : undefined,
  vendorCustomerId: given(values['vendor-customer']),
  partner:
    partnerUrl === undefined
      ? undefined
      : {
          settings: { ...defaults.service, ...defaults.partner, partnerUrl },
          key: process.env.RECEIPT_COMPANION_PARTNER_KEY ?? null,
          externalId: given(values['external-id']) ?? null,
          userId: given(values.user) ?? null,
        },
};

const needed = {
  ...{ '--service-url': values['service-url'], '--auth-url': values['auth-url'] },
  ...{ '--client-id': values['client-id'], '--scope-base': values['scope-base'] },
  ...{ RECEIPT_COMPANION_USERNAME: username, RECEIPT_COMPANION_PASSWORD: password },
};
const missing = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []));

if (values.help) process.stdout.write(help);
else if (missing.length > 0) usage(`Missing: ${missing.join(', ')}`);
else if (!values.yes) {
  process.stdout.write(
    `This leaves at the service:\n${probeLeftovers(parts)
      .map((line) => `- ${line}\n`)
      .join('')}--yes agrees to it.\n`,
  );
  process.exitCode = 2;
} else {
  const report = await probeService(parts);
  process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : reportAsText(report)}\n`);
  if (values.page !== '') writeFileSync(values.page, reportAsPage(report, `Receipt service: ${values['service-url']}`));
  const isGood = report.rows.every(({ verdict }) => verdict === 'asDescribed' || verdict === 'notTried');
  process.exitCode = isGood ? 0 : 1;
}
