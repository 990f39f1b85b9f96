import { z } from 'zod';
import type { TillScope } from '../lib/till-names.ts';
import { issueSchema, loyaltySchema, saleResourceSchema, statusSchema } from '../lib/till-view.ts';
import { fromCents, largestCents } from '../receipts/amounts.ts';
import { billSchema } from '../receipts/bill.ts';
import { amount } from '../receipts/fields.ts';
import { judgedLineTypes, otherLineType } from '../receipts/line.ts';
import { billField } from '../sales/till-input.ts';
import { type ProblemType, problemTypes } from './problem.ts';

/** Who may call a route: anyone on this machine, or a till that is paired with the scope. */
export type Access = 'open' | TillScope;

/** What an answer looks like, for the OpenAPI description. `example` must fit `schema`; a test sees to it. */
interface AnswerDescription {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  readonly mediaType?: string;
}

export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in OpenAPI: /v1/sales/{id}. An `{id}` is a GUID; other names are texts. */
  readonly path: string;
  readonly access: Access;
  readonly name: string;
  readonly summary: string;
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  readonly query?: z.ZodObject;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** The problems beside those that every route can answer. */
  readonly problems: readonly ProblemType[];
}

type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
  readonly security: readonly Json[];
}

/** An OpenAPI 3.1 description (https://spec.openapis.org/oas/v3.1.1). */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

const problemSchema = z.object({
  type: z.enum(Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().describe('The path that was asked for'),
  errors: z
    .array(issueSchema)
    .optional()
    .describe('Status 422, and a 409 for a reference with other content: `path` is a JSON pointer into the body'),
  outcome: z.enum(['unknown', 'notStarted']).optional().describe('Only where a loyalty transaction was to be started'),
});

const introduction = [
  'The local service of Receipt Companion for the software of the till. It listens on 127.0.0.1 only.',
  'Nothing is acknowledged (2xx) before it is on disk. Amounts are JSON numbers with at most 2 decimals.',
  'Unknown members inside `bill`, `buyerInformation` and `userIdentification` are passed through. Elsewhere they are left out with a warning; before payment one that seems to name store, customer or amount is refused, with a bill one that can only be the store or the customer is read as that.',
  'Errors are problem details (RFC 9457); `type` is one of the names in the schema Problem.',
].join('\n');

/** Describes the routes with the very schemas that check their requests. */
export function openApiDocument(routes: readonly RouteDescription[], version: string): OpenApiDocument {
  const names = nameSchemas(routes);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, names) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Receipt Companion POS API', version, description: introduction },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '17351' } } }],
    paths,
    components: {
      schemas: componentSchemas(names),
      securitySchemes: { pairingToken: { type: 'http', scheme: 'bearer', description: 'From POST /v1/pair' } },
    },
  };
}

/** Not `multipleOf`: common validators divide floating-point numbers and refuse 19.9. */
const amountLimits = { minimum: -fromCents(largestCents), maximum: fromCents(largestCents), 'x-decimals': 2 };

type Names = ReadonlyMap<z.ZodType, string>;

/** Every schema of the table gets a name, so that it stands in the description once. */
function nameSchemas(routes: readonly RouteDescription[]): Names {
  const names = new Map<z.ZodType, string>([
    [saleResourceSchema, 'Sale'],
    [loyaltySchema, 'Loyalty'],
    [statusSchema, 'Status'],
    [issueSchema, 'Issue'],
    [problemSchema, 'Problem'],
    [billSchema, 'Bill'],
  ]);
  for (const { name, body, answers } of routes) {
    const stem = name.charAt(0).toUpperCase() + name.slice(1);
    if (body !== undefined && !names.has(body.schema)) names.set(body.schema, `${stem}Request`);
    for (const { schema } of Object.values(answers)) {
      if (schema !== undefined && !names.has(schema)) names.set(schema, `${stem}Answer`);
    }
  }
  return names;
}

const reference = (name: string | undefined): Json => ({ $ref: `#/components/schemas/${name}` });

function componentSchemas(names: Names): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === billField) Object.assign(jsonSchema, reference('Bill'));
      // What a check of ours says and JSON Schema would not hear of.
      if (zodSchema === otherLineType) jsonSchema.not = { enum: [...judgedLineTypes] };
      if (zodSchema === amount) Object.assign(jsonSchema, amountLimits);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema as Json)]));
}

const withoutIds = ({ $schema: _draft, $id: _id, ...schema }: Json): Json => schema;

function operation(route: RouteDescription, names: Names): Operation {
  return {
    operationId: route.name,
    summary: route.summary,
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: reference(names.get(route.body.schema)), example: route.body.example },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, from]) => [status, response(from, names)])),
      ...problemResponses(route),
    },
    security: route.access === 'open' ? [] : [{ pairingToken: [] }],
  };
}

function response(
  { description, schema, example, mediaType = 'application/json' }: AnswerDescription,
  names: Names,
): Json {
  if (schema === undefined && mediaType === 'application/json' && example === undefined) return { description };
  return {
    description,
    content: {
      [mediaType]: {
        schema: schema === undefined ? unschemed(mediaType) : reference(names.get(schema)),
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}

/** Bytes have no schema in JSON (OpenAPI 3.1, "Considerations for File Uploads"). */
function unschemed(mediaType: string): Json {
  if (mediaType === 'application/pdf') return {};
  return { type: mediaType.startsWith('text/') ? 'string' : 'object' };
}

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string', minLength: 1 },
  }));

function queryParameters({ query }: RouteDescription): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

const headerParameters = ({ answers }: RouteDescription): readonly Json[] =>
  answers[200]?.mediaType === 'text/event-stream'
    ? [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }]
    : [];

/** Said by the doors, whatever the route: a body that a route has no use for is read, too. */
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

/** What any request can be refused with, and what this route adds; one entry per status. */
function problemResponses({ access, body, query, problems }: RouteDescription): Record<string, Json> {
  const types: readonly ProblemType[] = [
    ...beforeTheRoute,
    ...(body === undefined && query === undefined ? [] : (['invalid'] as const)),
    ...(access === 'open' ? [] : (['not-paired', 'scope-missing', 'too-many-requests'] as const)),
    // Whether the app is there is not on disk.
    ...(access === 'open' && body === undefined ? [] : (['storage-busy'] as const)),
    ...problems,
  ];
  const byStatus = Map.groupBy(new Set(types), (type) => String(problemTypes[type].status));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((type) => `${problemTypes[type].title} (\`${type}\`)`).join('; '),
        content: {
          'application/problem+json': {
            schema: { allOf: [reference('Problem')], properties: { type: { enum: group } } },
          },
        },
      },
    ]),
  );
}
