import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { Form } from './identity.ts';
import { isObject } from './json.ts';
import { tokenPath } from './route-names.ts';

const signInPolicy = 'b2c_1_ropc_vendor';
const sharedFields = ['grant_type', 'client_id', 'scope', 'response_type'];
const tokenFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['password', [...sharedFields, 'username', 'password']],
  ['refresh_token', [...sharedFields, 'refresh_token']],
]);

type FormOutcome =
  | { readonly ok: true; readonly form: Form }
  | { readonly ok: false; readonly error: string; readonly sentence: string };

/** Interface document 5.2 and 5.4: exactly the listed fields, each once. */
function readForm(contentType: string | undefined, query: unknown, body: string): FormOutcome {
  const refuse = (sentence: string, error = 'invalid_request') => ({ ok: false, error, sentence }) as const;
  const queryFits = isObject(query) && Object.keys(query).length === 1 && query.p === signInPolicy;
  if (!queryFits) return refuse(`The query must be exactly p=${signInPolicy}.`);
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    return refuse('The content type must be application/x-www-form-urlencoded.');
  }
  const pairs = [...new URLSearchParams(body)];
  const form = new Map(pairs);
  const expected = tokenFields.get(form.get('grant_type') ?? '');
  if (expected === undefined) {
    return refuse('grant_type must be password or refresh_token.', 'unsupported_grant_type');
  }
  const missing = expected.filter((name) => (form.get(name) ?? '') === '');
  if (missing.length > 0) return refuse(`Missing: ${missing.join(', ')}.`);
  if (pairs.length > expected.length) return refuse(`Expected only the fields ${expected.join(', ')}, each once.`);
  if (form.get('response_type') !== 'token') return refuse('response_type must be token.');
  return { ok: true, form };
}

/** The identity provider (interface document 5). Refusals are OAuth error objects with status 400. */
export function authRoutes(app: FastifyInstance, ctx: Context): void {
  app.post(tokenPath, (request, reply) => {
    reply.header('cache-control', 'no-store');
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const read = readForm(request.headers['content-type'], request.query, body);
    if (!read.ok) {
      ctx.complain(request, 'malformed', read.sentence);
      return reply.code(400).send({ error: read.error, error_description: read.sentence });
    }
    const answer = ctx.identity.grant(read.form);
    return reply.code('error' in answer ? 400 : 200).send(answer);
  });
}
