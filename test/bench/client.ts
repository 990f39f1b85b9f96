import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ClientJob, ClientResult } from './programs.ts';

/**
 * A till in its own process, so that the cost of its requests is not counted as the app's. It reads its job from
 * standard input.
 */
const job: ClientJob = JSON.parse(await text(process.stdin));
const agent = new Agent({ keepAlive: job.keepAlive, maxSockets: job.sockets });
const { hostname, port, pathname } = new URL(job.url);
const headers = { ...job.headers, 'content-type': 'application/json' };

const call = (path: string, body: string): Promise<{ readonly status: number; readonly id: string }> =>
  new Promise((resolve, reject) => {
    const to = { agent, hostname, port, method: job.method, path: `${pathname.replace(/\/$/, '')}${path}`, headers };
    const sent = request(to, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, id: /"id":"([^"]*)"/.exec(body)?.[1] ?? '' }));
    });
    sent.once('error', reject);
    sent.end(body);
  });

const samples: number[] = [];
const ids: string[] = [];
let next = 0;
const start = performance.now();
await Promise.all(
  Array.from({ length: job.sockets }, async () => {
    while (next < job.calls.length) {
      const { path, body } = job.calls[next++] ?? { path: '', body: '' };
      const sent = performance.now();
      const { status, id } = await call(path, body);
      if (status !== job.status) throw new Error(`${job.method} ${path} answered ${status}, expected ${job.status}`);
      samples.push(performance.now() - sent);
      ids.push(id);
    }
  }),
);
const result: ClientResult = { tookMs: performance.now() - start, samples, ids };
process.stdout.write(JSON.stringify(result));
agent.destroy();
