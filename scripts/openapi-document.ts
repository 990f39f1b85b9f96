import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ProblemType, problemTypes } from '../src-main/dispatch/problem.ts';
import { billSchema } from '../src-main/receipts/bill.ts';
import { amount, fromCents, largestCents } from '../src-main/receipts/fields.ts';
import { fiscalizationKinds, fiscalizationSchema, numberedSchema } from '../src-main/receipts/fiscalization.ts';
import { judgedLineTypes, lineKinds, lineSchema, otherLineType } from '../src-main/receipts/line.ts';
import { userIdentificationSchema } from '../src-main/receipts/user-identification.ts';
import { billRequestSchema, customerSchema } from '../src-main/sales/till/till-input.ts';
import {
  eventSchema,
  eventSchemas,
  issueSchema,
  loyaltySchema,
  saleResourceSchema,
  statusSchema,
} from '../src-main/shared/till-view.ts';
import type { DescribedAnswer, DescribedRoute } from './described-routes.ts';
import { fieldWords } from './field-words.ts';

type Json = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), and 3.0 for generators that do not support 3.1. */
const dialects = {
  '3.1': { openapi: '3.1.1', target: 'draft-2020-12' },
  '3.0': { openapi: '3.0.4', target: 'openapi-3.0' },
} as const;
type Dialect = keyof typeof dialects;

const problemSchema = z.object({
  type: z.enum(Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().describe('The path of the request, without its query'),
  errors: z
    .array(issueSchema)
    .optional()
    .describe(
      'The fields of the problem: invalid (422), other than before (409), twice in the body (400), or refused by the receipt service (502). `path` is a JSON pointer into the body',
    ),
  requestId: z
    .string()
    .optional()
    .describe('The same id as in the header `X-Request-Id`; absent in the answer to a file of the watched folder'),
  outcome: z
    .enum(['unknown', 'notStarted'])
    .optional()
    .describe(
      '`unknown`: the receipt service may have executed the request. `notStarted`: no loyalty transaction was started. Absent in other problems',
    ),
});

const introduction = [
  'The local service of Receipt Companion for the software of the till. It listens on 127.0.0.1 only.',
  'The app writes a sale to disk before it answers with 2xx. Amounts are JSON numbers with at most 2 decimals.',
  'Unknown members inside `bill`, `buyerInformation` and the `userIdentification` of a bill reach the receipt service unchanged. For any other unknown member, the app refuses a request before payment (422). In a request with the bill or after it, the app leaves the member out and warns.',
  'Errors are problem details (RFC 9457); `type` is one of the names in the schema Problem.',
].join('\n');

/** Linters require alphabetical order. `of` lists the first path parts after /v1 that belong to the tag. */
const tags = {
  'Customer service': { description: 'Users of the partner interface', of: ['users', 'onboarding'] },
  Description: {
    description: 'The description of the interface; needs no token',
    of: ['openapi.json', 'docs', 'client.js'],
  },
  Pairing: { description: 'How a till is paired and gets its token', of: ['pair', 'proof'] },
  Sales: { description: 'Sales, from the receipt address to the bill', of: ['sales', 'receipts'] },
  State: { description: 'The state of the app, and events about changes', of: ['status', 'events', 'health'] },
} as const;

const tagsOf = (path: string): readonly string[] =>
  Object.entries(tags).flatMap(([tag, { of }]) => (of.some((part) => part === path.split('/')[2]) ? [tag] : []));

export function openApiDocument(routes: readonly DescribedRoute[], version: string, dialect: Dialect = '3.1') {
  const names = nameSchemas(routes);
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  const responses: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, names, responses, dialect),
    };
  }
  const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' };
  const contact = { name: 'Receipt Companion contributors' };
  return {
    openapi: dialects[dialect].openapi,
    info: { title: 'Receipt Companion POS API', version, description: introduction, contact, license },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '17351' } } }],
    tags: Object.entries(tags).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(names, dialect),
      responses,
      securitySchemes: {
        pairingToken: { type: 'http', scheme: 'bearer', description: 'The pairing token from POST /v1/pair' },
      },
    },
  };
}

/** Not with `multipleOf`, because common validators divide floating-point numbers and would refuse 19.9. */
const amountLimits = { minimum: -fromCents(largestCents), maximum: fromCents(largestCents), 'x-decimals': 2 };

type Names = ReadonlyMap<z.core.$ZodType, string>;

/** Names every schema and every object inside, because generators make a class of each. */
function nameSchemas(routes: readonly DescribedRoute[]): Names {
  const names = new Map<z.core.$ZodType, string>([
    [saleResourceSchema, 'Sale'],
    [loyaltySchema, 'Loyalty'],
    [statusSchema, 'Status'],
    [issueSchema, 'Issue'],
    [problemSchema, 'Problem'],
    [billSchema, 'Bill'],
    [eventSchema, 'Event'],
    ...Object.entries(eventSchemas).map(([name, schema]) => [schema, `${pascal(name)}Event`] as const),
    [customerSchema, 'Customer'],
    [userIdentificationSchema, 'UserIdentification'],
    [lineSchema, 'BillLine'],
    ...Object.entries(lineKinds).map(([kind, schema]) => [schema, `Bill${pascal(kind)}Line`] as const),
    [fiscalizationSchema, 'BillFiscalization'],
    [numberedSchema, 'BillNumberedFiscalization'],
    ...Object.entries(fiscalizationKinds).map(([kind, schema]) => [schema, `Bill${kind}Fiscalization`] as const),
  ]);
  for (const { name, body, answers } of routes) {
    if (body !== undefined && !names.has(body)) names.set(body, `${pascal(name)}Request`);
    for (const { schema } of answers) {
      if (schema !== undefined && !names.has(schema)) names.set(schema, `${pascal(name)}Answer`);
    }
  }
  for (const [schema, name] of [...names])
    nameParts(schema, name, name.replace(/^(Bill).*|(Request|Answer)$/, '$1'), names);
  return names;
}

/** `root` precedes the name of each part. If that is not unique, the parent's name is added. */
function nameParts(schema: z.core.$ZodType, parent: string, root: string, names: Map<z.core.$ZodType, string>): void {
  if (!(schema instanceof z.ZodObject)) return;
  const taken = new Set(names.values());
  for (const [key, field] of Object.entries(schema.shape)) {
    const one = pascal(key).replace(/([^s])s$/, '$1');
    for (const part of objectsIn(field)) {
      const own = key === 'extension:service' ? `${parent}Extension` : `${root}${one}`;
      const name = names.get(part) ?? (taken.has(own) ? `${parent}${one}` : own);
      if (!names.has(part)) nameParts(part, name, root, names.set(part, name));
    }
  }
}

/** The objects inside a field: the field itself, an option of it, or the entries of its list. */
function objectsIn(field: z.core.$ZodType): readonly z.ZodObject[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodReadonly)
    return objectsIn(field.unwrap());
  if (field instanceof z.ZodArray) return objectsIn(field.element);
  if (field instanceof z.ZodUnion) return field.options.flatMap(objectsIn);
  return field instanceof z.ZodObject && Object.keys(field.shape).length > 0 ? [field] : [];
}

const pascal = (text: string): string =>
  text.replaceAll(/(?:^|\W+)(\w)/g, (_all, first: string) => first.toUpperCase());

const reference = (name: string | undefined): Json => ({ $ref: `#/components/schemas/${name}` });

function componentSchemas(names: Names, dialect: Dialect): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    target: dialects[dialect].target,
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === billRequestSchema.shape.bill) Object.assign(jsonSchema, reference('Bill'));
      if (zodSchema === eventSchema) Object.assign(jsonSchema, { discriminator: { propertyName: 'event' } });
      // Adds rules of our own checks that the generated JSON Schema lacks.
      if (zodSchema === otherLineType) jsonSchema.not = { enum: [...judgedLineTypes] };
      if (zodSchema === amount) Object.assign(jsonSchema, amountLimits);
    },
  });
  const parts = Object.entries(schemas as Parts).map(([name, { $schema, $id, ...schema }]) => [name, schema] as const);
  const all = Object.fromEntries(parts);
  return Object.fromEntries(parts.map(([name, schema]) => [name, withWords(name, schema, all, dialect)]));
}

type Parts = Readonly<Record<string, Json>>;

function withWords(part: string, schema: Json, parts: Parts, dialect: Dialect): Json {
  if (schema.properties === undefined) return schema;
  const described = Object.entries(schema.properties as Parts).map(([key, property]) => {
    const description = describe(`${part}.${key}`, property.description);
    const example = exampleOf(part, key, property, parts);
    if (dialect === '3.1') return [key, { ...property, description, examples: [example] }];
    return [key, { ...inOpenApi30(property), description, example }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** OpenAPI 3.0 allows no member beside a reference, and `nullable` only beside a type. */
function inOpenApi30({ $ref, allOf, anyOf, nullable, ...beside }: Json): Json {
  const of = ($ref === undefined ? (allOf ?? anyOf) : [{ $ref }]) as readonly Json[] | undefined;
  const choices = beside.enum as readonly unknown[] | undefined;
  const orNothing = nullable === true && choices !== undefined ? { enum: [...choices, null] } : {};
  if (of === undefined)
    return { ...beside, ...orNothing, ...(nullable === true && beside.type !== undefined && { nullable }) };
  const orNull = nullable === true ? [{ type: 'object', nullable: true, enum: [null] }] : [];
  return { ...beside, [anyOf !== undefined || nullable === true ? 'anyOf' : 'allOf']: [...of, ...orNull] };
}

/** Appends a format from the schema to the words of the table. Throws if both, or neither, describe the field. */
function describe(name: string, own: unknown): string {
  const words = fieldWords[name]?.[0] ?? '';
  const isFormat = typeof own !== 'string' || /^(?:[a-z]|ISO )/.test(own);
  if (isFormat !== (words !== '')) throw new Error(`field-words.json: ${name} needs exactly one description`);
  if (typeof own !== 'string') return words;
  return isFormat ? `${words}. ${own.charAt(0).toUpperCase()}${own.slice(1)}` : own;
}

function exampleOf(part: string, key: string, schema: Json, parts: Parts): unknown {
  const example = fieldWords[`${part}.${key}`]?.[1];
  if (example !== undefined) return example;
  const { $ref, allOf, anyOf, oneOf, items } = schema as Record<string, readonly Json[]>;
  if ($ref !== undefined) {
    const name = String($ref).split('/').at(-1) ?? '';
    return exampleOf(name, '', parts[name] ?? {}, parts);
  }
  const [inner] = anyOf ?? oneOf ?? allOf ?? [];
  if (inner !== undefined) return exampleOf(part, key, inner, parts);
  if (items !== undefined) return [exampleOf(part, '', items as unknown as Json, parts)];
  const [type] = [schema.type].flat();
  if (type === 'object') {
    const members = schema.properties as Parts;
    const required = (schema.required ?? []) as readonly string[];
    return Object.fromEntries(required.map((name) => [name, exampleOf(part, name, members[name] ?? {}, parts)]));
  }
  const [first] = (schema.enum ?? []) as readonly unknown[];
  return schema.const ?? first ?? plainExamples[String(schema.format ?? type)];
}

const plainExamples: Readonly<Record<string, unknown>> = {
  boolean: true,
  integer: 1,
  number: 19.9,
  string: 'Example',
  'date-time': '2025-05-31T12:05:00.000Z',
  guid: '3e7a1f52-8c0b-4f6d-9a43-5b2f9d1c7e10',
};

function operation(route: DescribedRoute, names: Names, responses: Record<string, Json>, dialect: Dialect) {
  const { access } = route;
  const need = access === 'open' ? 'Needs no token.' : `Needs a token paired with the scope \`${access}\`.`;
  return {
    operationId: route.name,
    summary: route.summary,
    description: `${route.description} ${need}`,
    tags: tagsOf(route.path),
    parameters: [
      ...pathParameters(route.path),
      ...queryParameters(route, dialect),
      ...(route.mediaType === 'text/event-stream' ? [lastEventId] : []),
    ],
    requestBody: route.body && {
      required: true,
      content: {
        'application/json': {
          schema: reference(names.get(route.body)),
          example: route.examples === undefined ? route.example : undefined,
          examples: route.examples,
        },
      },
    },
    responses: {
      ...Object.fromEntries(route.answers.map((answer) => [answer.status, response(answer, names)])),
      ...problemResponses(route, responses),
    },
    security: access === 'open' ? [] : [{ pairingToken: [] }],
  };
}

function response({ description, schema, example, headers, mediaType }: DescribedAnswer, names: Names): Json {
  const response = { description, headers: headersOf({ ...everyHeader, ...headers }) };
  if (schema === undefined && mediaType === 'application/json' && example === undefined) return response;
  return {
    ...response,
    content: {
      [mediaType]: { schema: schema === undefined ? unschemed(mediaType) : reference(names.get(schema)), example },
    },
  };
}

const everyHeader = { 'X-Request-Id': 'The id of the request: your own, or a new one. The log of the app contains it' };

const headersOf = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

/** JSON Schema has no type for bytes. Generators recognize them by `format`. */
const unschemed = (mediaType: string): Json =>
  mediaType === 'application/pdf' ? { type: 'string', format: 'binary' } : { type: 'string' };

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, whose = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: fieldWords[`${name === 'id' ? whose : 'path'}.${name}`]?.[0],
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string', minLength: 1 },
  }));

function queryParameters({ query }: DescribedRoute, dialect: Dialect): readonly Json[] {
  if (query === undefined) return [];
  const { target } = dialects[dialect];
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', target, unrepresentable: 'any' });
  return Object.entries(properties as Parts).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }));
}

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The `id` of the last received event; the stream continues after it',
};

/** Problems before the route: the body is read even if a route does not use it. */
const beforeTheRoute = [
  'bad-request',
  'not-json',
  'wrong-host',
  'origin-not-allowed',
  'method-not-allowed',
  'request-timeout',
  'body-too-large',
  'unsupported-media-type',
  'headers-too-large',
  'internal',
  'shutting-down',
] as const satisfies readonly ProblemType[];

const headersOfStatus: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Names the scheme `Bearer`' },
  405: { Allow: 'The methods that the path supports' },
  429: { 'Retry-After': 'Seconds after which a repeat makes sense' },
  503: { 'Retry-After': 'Seconds after which a repeat makes sense; absent if a person has to act' },
};

function problemResponses(
  { access, body, query, problems }: DescribedRoute,
  responses: Record<string, Json>,
): Record<string, Json> {
  const types: readonly ProblemType[] = [
    ...beforeTheRoute,
    ...(body === undefined && query === undefined ? [] : (['invalid'] as const)),
    ...(access === 'open'
      ? []
      : (['not-paired', 'scope-missing', 'too-many-requests', 'restarting', 'not-configured'] as const)),
    // The liveness check does not depend on the disk.
    ...(access === 'open' && body === undefined ? [] : (['storage-busy'] as const)),
    ...problems,
  ];
  const byStatus = Map.groupBy(new Set(types), (type) => String(problemTypes[type].status));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const headers = headersOfStatus[status];
      const answer = {
        description: group.map((type) => `${problemTypes[type].title} (\`${type}\`).`).join(' '),
        headers: headersOf({ ...everyHeader, ...headers }),
        content: {
          'application/problem+json': {
            schema: { allOf: [reference('Problem')], properties: { type: { enum: group } } },
          },
        },
      };
      const phrase = pascal(STATUS_CODES[status] ?? status);
      // A route with other problems of this status gets another name.
      let name = phrase;
      for (let next = 2; !isDeepStrictEqual(responses[name] ?? answer, answer); next += 1) name = `${phrase}${next}`;
      responses[name] = answer;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}
