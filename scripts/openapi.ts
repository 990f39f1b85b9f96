import { writeFile } from 'node:fs/promises';
import packageJson from '../package.json' with { type: 'json' };
import { describedRoutes } from './described-routes.ts';
import { openApiDocument } from './openapi-document.ts';

/**
 * Writes docs/openapi.json, the description that the running app serves at GET /v1/openapi.json, and the same document
 * as OpenAPI 3.0.
 */
for (const [file, dialect] of [
  ['openapi.json', '3.1'],
  ['openapi-3.0.json', '3.0'],
] as const) {
  const description = openApiDocument(describedRoutes, packageJson.version, dialect);
  await writeFile(new URL(`../docs/${file}`, import.meta.url), `${JSON.stringify(description, null, 2)}\n`);
}
