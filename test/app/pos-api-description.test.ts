import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { describe, expect } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { describedRoutes, examples } from '../../scripts/described-routes.ts';
import { fieldWords } from '../../scripts/field-words.ts';
import { openApiDocument } from '../../scripts/openapi-document.ts';
import { problemTypes } from '../../src-main/dispatch/problem.ts';
import { checkBill } from '../../src-main/receipts/check-bill.ts';
import { posTills } from './pos-api-till.ts';

const { test } = posTills();

const description = openApiDocument(describedRoutes, packageJson.version);
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
type Property = { readonly description?: string; readonly examples?: readonly unknown[] };
const schemas = description.components.schemas as Readonly<
  Record<string, { readonly properties?: Readonly<Record<string, Property>> }>
>;

const answerOf = (answer: Readonly<Record<string, unknown>> | undefined) =>
  description.components.responses[String(answer?.$ref).split('/').at(-1) ?? ''] ?? answer;

describe('the description of the API', () => {
  test.each([
    ['3.1', 'openapi.json'],
    ['3.0', 'openapi-3.0.json'],
  ] as const)(
    'is valid OpenAPI %s by the strict rules of Redocly, which also check the examples and references, and matches docs/%s (else: node scripts/openapi.ts)',
    async (dialect, file) => {
      const made = openApiDocument(describedRoutes, packageJson.version, dialect);
      const path = fileURLToPath(new URL(`../../docs/${file}`, import.meta.url));
      expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(made, null, 2)}\n`);
      const found = await lint({ ref: path, config: await createConfig({ extends: ['recommended-strict'] }) });
      expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    },
  );

  test('uses every description of field-words.json', () => {
    const used = Object.entries(schemas).flatMap(([part, { properties = {} }]) =>
      Object.keys(properties).map((key) => `${part}.${key}`),
    );
    const words = Object.keys(fieldWords).filter((name) => !/^(path|sales|users|query)\./.test(name));
    expect(words.filter((name) => !used.includes(name))).toEqual([]);
  });

  test('gives every object its own name, and every route its tag, parameters and headers', () => {
    for (const [part, { properties = {} }] of Object.entries(schemas)) {
      expect(JSON.stringify(Object.values(properties).map(({ examples: _, ...schema }) => schema)), part).not.toContain(
        '"properties":{"',
      );
    }
    for (const { tags, parameters, responses } of operations) {
      expect(tags).toHaveLength(1);
      expect(parameters.filter((parameter) => !parameter.description)).toEqual([]);
      expect(answerOf(responses['503'])).toHaveProperty('headers.Retry-After');
      expect(answerOf(responses['405'])).toHaveProperty('headers.Allow');
    }
  });

  test('is identical to the description that the running app serves', async ({ till }) => {
    const reply = await till.call('GET', '/v1/openapi.json', { headers: { authorization: undefined } });
    expect(reply.body).toEqual(JSON.parse(JSON.stringify(description)));
  });

  test('excludes the known kinds of lines from the schema of other kinds', () => {
    // Without this exclusion a default line that lacks its item would match the schema of a line of unknown kind.
    expect(JSON.stringify(schemas.BillCustomOthersLineExtension)).toContain(
      '"not":{"enum":["Default","Text","Discount","keyValue"]}',
    );
  });

  test('names every problem that a route can answer with', () => {
    const described = JSON.stringify(description.components.responses);
    const beforeRoutes = ['route-not-found'];
    const notYet = ['not-allowed', 'keychain-missing', 'offline'];
    const missing = Object.keys(problemTypes).filter((type) => !described.includes(`\`${type}\``));
    expect(missing.filter((type) => !beforeRoutes.includes(type) && !notYet.includes(type))).toEqual([]);
  });
});

test('the bill of the examples passes the check without error or warning', () => {
  expect(checkBill(examples.bill)).toMatchObject({ errors: [], warnings: [] });
});

test('the page for people is open to a browser without a token and loads nothing from outside', async ({ till }) => {
  const reply = await till.call('GET', '/v1/docs', { headers: { authorization: undefined } });
  expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(reply.text).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|@import|url\(/i);
  for (const { path, name } of describedRoutes) {
    expect(reply.text).toContain(path);
    expect(reply.text).toContain(`id="${name}"`);
  }
});
