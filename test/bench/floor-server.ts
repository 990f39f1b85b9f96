import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';

/**
 * `node test/bench/floor-server.ts FILE`: the least cost of an answer that is on disk. A bare route reads the JSON and
 * inserts the same bytes, as durably as the app. `/slow` answers after the given milliseconds and stores nothing.
 */
const database = new DatabaseSync(process.argv[2] ?? ':memory:');
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body blob)',
);
const insert = database.prepare('insert into t (body) values (?)');

const server = fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
  try {
    JSON.parse(String(body));
    done(null, body);
  } catch (error) {
    done(error as Error);
  }
});
server.post('/keep', (request, reply) => {
  insert.run(request.body as Buffer);
  return reply.code(201).send({ id: 'kept' });
});
server.post<{ Params: { ms: string } }>('/slow/:ms', async (request, reply) => {
  await wait(Number(request.params.ms));
  return reply.code(201).send();
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
