/**
 * Writes every file that is made from the bills of docs/pos/cookbook: `node scripts/cookbook.ts`. A test checks that
 * the files are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface Recipe {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}
export const recipes = (read('docs/pos/cookbook/index.json') as readonly Recipe[]).map((recipe) => ({
  ...recipe,
  request: read(`docs/pos/cookbook/${recipe.name}.json`) as { readonly bill: Readonly<Record<string, unknown>> },
}));

const page = `# Cookbook of bills

This reference is for developers of tills who have sent their [first sale](first-sale.md). Afterwards you can send every kind of bill.
Do not edit this page: \`node scripts/cookbook.ts\` writes it from the files in \`cookbook/\`.

Each file is a whole request for \`POST /receipts\`, for the watched folder or for \`send\`. For \`PUT /sales/{id}/bill\` take its \`bill\`.
The service receives the bill as it is, with these exceptions. The app adds the \`id\`, the \`transactionId\` of loyalty that it started, an
e-mail address that the cashier typed, and in training \`isExample\`. It replaces \`extension:service\` by the key of your service.

[The description of the service](../receipt-service.md) leaves some fields open. *Recommended* marks the form that this page uses there. Ask the
operator of your service before you go live.

Before you send one, set \`head.date\` to the time of the sale and \`head.number\` to your own number. Fill \`security.fiscalization\` with the
data of your fiscal device. Without one, leave \`fiscalization\` out.

All the requests are also in [one collection](../clients/receipt-companion.postman_collection.json). Each one checks the status of its answer.

1. Start the app in training as in [first sale](first-sale.md).
2. Import the collection into Postman, or into Bruno (*Import collection*, *Postman*).
3. Set its variable \`token\` to the token of your till, and \`api\` if the app has another port.
4. Run the folder *A sale* from the top, because *Open* keeps the id for the next requests. Run *Cookbook* in any order.

${recipes.map(({ name, title, text }) => `## ${title}\n\n${text}\n\n[${name}.json](cookbook/${name}.json)\n`).join('\n')}`;

const call = (status: number, name: string, [method = '', path = '']: readonly string[], body?: unknown) => ({
  name,
  request: {
    method,
    url: { raw: `{{api}}${path}`, host: ['{{api}}'], path: path.split('/').filter(Boolean) },
    header: [{ key: 'Content-Type', value: 'application/json' }],
    ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
  },
  event: [
    {
      listen: 'test',
      script: {
        type: 'text/javascript',
        exec: [
          `pm.test('The status is ${status}', () => pm.response.to.have.status(${status}));`,
          // Later steps need the id of the sale.
          ...(name === 'Open' ? ["pm.collectionVariables.set('sale', pm.response.json().id);"] : []),
        ],
      },
    },
  ],
});
const [simple] = recipes;
/** A repeated bill would count as the first one, so Postman and Bruno fill in another number and date in each run. */
const fresh = JSON.parse(JSON.stringify(simple?.request.bill), (key, value) =>
  key === 'date' ? '{{$isoTimestamp}}' : key === 'number' && /^[A-Z]/.test(value) ? '{{$timestamp}}' : value,
);

/** Postman's collection format 2.1, which Bruno also imports. */
const collection = {
  info: {
    name: 'Receipt Companion POS API',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'api', value: 'http://127.0.0.1:17351/v1' },
    { key: 'token', value: '' },
    { key: 'sale', value: '' },
  ],
  item: [
    {
      name: 'A sale',
      item: [
        call(201, 'Open', ['POST', '/sales'], { reference: 'collection-{{$timestamp}}', amount: 10, currency: 'EUR' }),
        call(200, 'Change the amount', ['PATCH', '/sales/{{sale}}'], { amount: 12.9 }),
        call(202, 'Send the bill', ['PUT', '/sales/{{sale}}/bill'], { bill: fresh }),
        call(200, 'Look at it', ['GET', '/sales/{{sale}}']),
        call(202, 'Printed on paper', ['POST', '/sales/{{sale}}/printed']),
        call(202, 'Cancel', ['DELETE', '/sales/{{sale}}']),
        call(200, 'Status', ['GET', '/status']),
      ],
    },
    { name: 'Cookbook', item: recipes.map(({ title, request }) => call(202, title, ['POST', '/receipts'], request)) },
  ],
};

export const cookbookFiles: Readonly<Record<string, string>> = {
  'docs/pos/cookbook.md': page,
  'docs/clients/receipt-companion.postman_collection.json': json(collection),
};

if (import.meta.main) {
  for (const [file, text] of Object.entries(cookbookFiles)) writeFileSync(new URL(file, root), text);
}
