import { createHash } from 'node:crypto';
import { z } from 'zod';
import { escapedHtml } from '../../lib/foreign-text.ts';
import { clientModule } from '../client-module.ts';
import type { OpenApiDocument, Operation } from '../openapi.ts';
import { defineRoute, json, type Route } from '../route.ts';

/** The reference as one page: no script, no outside resource, readable in light and dark. */
function docsPage(document: OpenApiDocument): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const schemas = Object.entries(document.components.schemas);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}</title>
<style>${style}</style>
<body>
<header><h1>${escaped(document.info.title)}</h1><p>Version ${escaped(document.info.version)}. The same for programs: <code>GET /v1/openapi.json</code>.</p>
${paragraphs(document.info.description)}</header>
<nav aria-label="Routes"><ul>${operations.map(({ path, method, operation }) => `<li><a href="#${escaped(operation.operationId)}"><b>${method}</b> ${escaped(path)}</a>`).join('\n')}</ul></nav>
<main>
${operations.map(({ path, method, operation }) => operationSection(path, method, operation, document.components.responses)).join('\n')}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => `<details id="schema-${escaped(name)}"><summary>${escaped(name)}</summary>${code(schema)}</details>`).join('\n')}
</main>
</body>
</html>
`;
  return {
    text: html,
    headers: { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' },
  };
}

function operationSection(
  path: string,
  method: string,
  operation: Operation,
  shared: OpenApiDocument['components']['responses'],
): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, schema }) => `<tr><td><code>${escaped(name)}</code><td>${escaped(place)}<td>${code(schema)}`,
  );
  const responses = Object.entries(operation.responses).map(([status, { $ref, description, content }]) => {
    const said = description ?? shared[String($ref).split('/').at(-1) ?? '']?.description;
    return `<tr><td><b>${status}</b><td>${ticks(escaped(said))}${exampleOf(content)}`;
  });
  return `<section id="${escaped(operation.operationId)}">
<h2><b>${method}</b> ${escaped(path)}</h2>
<p>${ticks(escaped(`${operation.summary}. ${operation.description}`))}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3><table>${parameters.join('\n')}</table>`}
${operation.requestBody === undefined ? '' : `<h3>Body</h3>${exampleOf(operation.requestBody.content)}`}
<h3>Answers</h3><table>${responses.join('\n')}</table>
</section>`;
}

/** The examples and the name of the schema in a `content` object. */
function exampleOf(content: unknown): string {
  if (typeof content !== 'object' || content === null) return '';
  return Object.entries(content)
    .map(([mediaType, { schema, example }]) => {
      const name = String(schema?.$ref ?? '')
        .split('/')
        .at(-1);
      const link = name === '' ? '' : ` <a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
      return `<p><code>${escaped(mediaType)}</code>${link}</p>${example === undefined ? '' : code(example)}`;
    })
    .join('');
}

const code = (value: unknown): string =>
  `<pre><code>${escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</code></pre>`;

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${ticks(escaped(line))}</p>`)
    .join('\n');

const ticks = (text: string): string => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const escaped = (value: unknown): string => escapedHtml(String(value));

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d8de, #3a3f4a); --soft: light-dark(#f3f4f6, #1c1f26); --link: light-dark(#0a4fa8, #8fbcff) }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem }
h1 { font-size: 2rem; margin: 0 } h2 { font-size: 1.25rem; overflow-wrap: anywhere } h3 { font-size: 1rem }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: .5rem }
a { color: var(--link) } nav ul { list-style: none; padding: 0; columns: 22rem } nav a { text-decoration: none }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow: auto; padding: .75rem; font-size: .875rem; max-height: 32rem }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid var(--line); padding: .5rem .75rem .5rem 0; vertical-align: top; overflow-wrap: anywhere }
td pre { margin: 0; white-space: pre-wrap } summary { cursor: pointer; font-weight: 600; padding: .4rem 0 }
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API's own description: for programs as OpenAPI, for people as one page without outside resources. */
export const descriptionRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'open',
    name: 'getDescription',
    summary: 'This description as OpenAPI 3.1',
    description:
      'Made from the schemas that check the requests; docs/openapi-3.0.json is the same for generators that know no 3.1.',
    answers: {
      200: { description: 'The description', mediaType: 'application/json', schema: z.record(z.string(), z.unknown()) },
    },
    problems: [],
    handle: (_request, { description }) => json(200, description()),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/docs',
    access: 'open',
    name: 'getDocs',
    summary: 'This description as a page to read',
    description: 'One page without scripts and outside resources.',
    answers: { 200: { description: 'The page', mediaType: 'text/html' } },
    problems: [],
    handle: (_request, { description }) => ({ kind: 'text', mediaType: 'text/html', ...docsPage(description()) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/client.js',
    access: 'open',
    name: 'getClient',
    summary: 'An ES module for tills that are web pages',
    description:
      "`import { connect } from 'http://127.0.0.1:17351/v1/client.js'` in a page of an allowed origin; `connect({ token })` has a method for each step of a sale.",
    answers: { 200: { description: 'The module', mediaType: 'text/javascript' } },
    problems: [],
    handle: () => ({ kind: 'text', mediaType: 'text/javascript', text: clientModule }),
  }),
];
