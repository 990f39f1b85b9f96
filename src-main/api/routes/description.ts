import { createHash } from 'node:crypto';
import { z } from 'zod';
import { escapedHtml } from '../../shared/foreign-text.ts';
import { clientModule } from '../client-module.ts';
import { contentAnswer, jsonAnswer, type PosRoute } from '../route.ts';

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly responses: Responses };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly unknown[];
  readonly requestBody?: { readonly content: { readonly 'application/json': RequestBody } };
  readonly responses: Responses;
}
interface RequestBody {
  readonly schema: unknown;
  readonly examples?: Readonly<Record<string, { summary: string; description: string; value: unknown }>>;
}
type Responses = Readonly<Record<string, { $ref?: string; description?: string; content?: unknown }>>;

/** scripts/openapi.ts makes the document. It is loaded on demand, because a till seldom asks for it. */
async function openApiDocument(): Promise<OpenApiDocument> {
  const document: object = (await import('../../../docs/openapi.json', { with: { type: 'json' } })).default;
  return document as OpenApiDocument;
}

/** The reference as one page: no script, no outside resource, readable in light and dark. */
function docsPage({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      route: `<b>${method.toUpperCase()}</b> ${escapedHtml(path)}`,
    })),
  );
  const answersOf = (responses: Responses): readonly string[] =>
    Object.entries(responses).map(([status, { $ref, description, content }]) => {
      const text = description ?? components.responses[String($ref).split('/').at(-1) ?? '']?.description;
      return `<h3>${status}</h3><p>${sentences(String(text))}</p>${code(content)}`;
    });
  const sections = operations.map(
    ({ route, operationId, summary, description, parameters, requestBody, responses }) => `<section id="${operationId}">
<h2>${route}</h2>
<p>${sentences(`${summary}. ${description}`)}</p>
${code(parameters.length === 0 ? undefined : parameters)}
${bodyOf(requestBody?.content['application/json'])}
${answersOf(responses).join('\n')}
</section>`,
  );
  const named = Object.entries({ ...components.schemas, ...components.responses });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(info.title)}</title>
<style>${style}</style>
<body>
<header><h1>${escapedHtml(info.title)}</h1><p>Version ${escapedHtml(info.version)}. The same for programs: <code>GET /v1/openapi.json</code>.</p>
<p>${sentences(info.description)}</p></header>
<nav aria-label="Routes"><ul>${operations.map(({ route, operationId }) => `<li><a href="#${operationId}">${route}</a>`).join('\n')}</ul></nav>
<main>
${sections.join('\n')}
<h2>Schemas and problems</h2>
${named.map(([name, schema]) => `<details id="${name}"><summary>${name}</summary>${code(schema)}</details>`).join('\n')}
</main>
</body>
</html>
`;
}

function bodyOf(body: RequestBody | undefined): string {
  if (body?.examples === undefined) return code(body);
  const named = Object.values(body.examples).map(
    ({ summary, description, value }) =>
      `<details><summary>${escapedHtml(summary)}</summary><p>${sentences(description)}</p>${code(value)}</details>`,
  );
  return code({ schema: body.schema }) + named.join('\n');
}

function code(value: unknown): string {
  if (value === undefined) return '';
  const text = escapedHtml(JSON.stringify(value, null, 2));
  return `<pre><code>${text.replaceAll(/#\/components\/\w+\/(\w+)/g, '<a href="#$1">$1</a>')}</code></pre>`;
}

const sentences = (text: string): string =>
  escapedHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n', '</p>\n<p>');

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d8de, #3a3f4a); --soft: light-dark(#f3f4f6, #1c1f26); --link: light-dark(#0a4fa8, #8fbcff) }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem }
h1 { font-size: 2rem; margin: 0 } h2 { font-size: 1.25rem; overflow-wrap: anywhere } h3 { font-size: 1rem; margin-bottom: 0 } h3 + p { margin: 0 }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: .5rem }
a { color: var(--link) } nav ul { list-style: none; padding: 0; columns: 22rem } nav a { text-decoration: none }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow: auto; padding: .75rem; font-size: .875rem; max-height: 32rem }
summary { cursor: pointer; font-weight: 600; padding: .4rem 0 }
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const descriptionRoutes: readonly PosRoute[] = [
  {
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'open',
    name: 'getDescription',
    answer: z.record(z.string(), z.unknown()),
    handle: async () => jsonAnswer(200, await openApiDocument()),
  },
  {
    method: 'GET',
    path: '/v1/docs',
    access: 'open',
    name: 'getDocs',
    mediaType: 'text/html',
    handle: async () =>
      contentAnswer(docsPage(await openApiDocument()), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
      }),
  },
  {
    method: 'GET',
    path: '/v1/client.js',
    access: 'open',
    name: 'getClient',
    mediaType: 'text/javascript',
    handle: () => contentAnswer(clientModule, { 'content-type': 'text/javascript; charset=utf-8' }),
  },
];
