/**
 * Writes everything that is made from the bills of docs/pos/cookbook: `node scripts/cookbook.ts`. A test checks that
 * it is up to date.
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

For developers of tills who have sent their [first sale](first-sale.md) and now send every kind of bill.
Made from the files in \`cookbook/\` by \`node scripts/cookbook.ts\`; do not edit by hand.

Each file is a whole request for \`POST /receipts\`, for the watched folder or for \`send\`. For \`PUT /sales/{id}/bill\` take its \`bill\`.
The service receives the bill as it is: the app only adds the \`id\` and replaces \`extension:service\` by the key of your service.

Before you send one, set \`head.date\` to the time of the sale and \`head.number\` to your own number. Fill \`security.fiscalization\` with the
data of your fiscal device. All the requests are also in [one collection](../clients/receipt-companion.postman_collection.json): import it
into Postman, or into Bruno (*Import collection*, *Postman*), and set its variables \`api\` and \`token\`.

${recipes.map(({ name, title, text }) => `## ${title}\n\n${text}\n\n[${name}.json](cookbook/${name}.json)\n`).join('\n')}`;

const call = (name: string, method: string, path: string, body?: unknown) => ({
  name,
  request: {
    method,
    url: { raw: `{{api}}${path}`, host: ['{{api}}'], path: path.split('/').filter(Boolean) },
    header: [{ key: 'Content-Type', value: 'application/json' }],
    ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
  },
});
/** Keeps the id of the opened sale for the steps after it. */
const keepId = { listen: 'test', script: { exec: ["pm.collectionVariables.set('sale', pm.response.json().id);"] } };
const [simple] = recipes;

/** The collection format 2.1 of Postman, which Bruno imports, too. */
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
        {
          ...call('Open', 'POST', '/sales', { reference: 'collection-1', amount: 10, currency: 'EUR' }),
          event: [keepId],
        },
        call('Change the amount', 'PATCH', '/sales/{{sale}}', { amount: 12.9 }),
        call('Send the bill', 'PUT', '/sales/{{sale}}/bill', { bill: simple?.request.bill }),
        call('Look at it', 'GET', '/sales/{{sale}}'),
        call('Printed on paper', 'POST', '/sales/{{sale}}/printed'),
        call('Cancel', 'DELETE', '/sales/{{sale}}'),
        call('Status', 'GET', '/status'),
      ],
    },
    { name: 'Cookbook', item: recipes.map(({ title, request }) => call(title, 'POST', '/receipts', request)) },
  ],
};

/** Every file that is made, with its content. The last one is for the OpenAPI description. */
export const made: Readonly<Record<string, string>> = {
  'docs/pos/cookbook.md': page,
  'docs/clients/receipt-companion.postman_collection.json': json(collection),
  'src-main/api/routes/cookbook.json': json(
    Object.fromEntries(
      recipes.map(({ name, title, text, request }) => [name, { summary: title, description: text, value: request }]),
    ),
  ),
};

if (import.meta.main) {
  for (const [file, text] of Object.entries(made)) writeFileSync(new URL(file, root), text);
}
