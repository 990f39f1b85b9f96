import { writeFile } from 'node:fs/promises';
import packageJson from '../package.json' with { type: 'json' };
import { openApiDocument } from '../src-main/api/openapi.ts';
import { posRoutes } from '../src-main/api/routes/table.ts';

/** Writes docs/openapi.json, the description that the running app serves at GET /v1/openapi.json. */
const description = openApiDocument(posRoutes, packageJson.version);
await writeFile(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(description, null, 2)}\n`);
