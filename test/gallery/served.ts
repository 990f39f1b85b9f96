import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { buildApp } from '../../scripts/build.ts';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import { screenOrigin, serveFiles } from '../../src-main/shell/protocol.ts';
import { farOff } from '../fakes/sample-views.ts';
import { type Entry, entries, entryId } from './entries.ts';
import { indexPage } from './index-page.ts';
import { pageMain } from './page-main.ts';
import { walk } from './walk.ts';

const folder = join(import.meta.dirname, '../../dist/renderer');

export interface Gallery {
  readonly address: string;
  windowOf(entry: Entry, language: Language): string;
  close(): Promise<void>;
}

const firstOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Serves the built windows on 127.0.0.1, each with the view of its gallery entry. */
export async function servedGallery(): Promise<Gallery> {
  await buildApp({ ifStale: true, only: ['renderer'] });
  const serve = serveFiles(folder);
  const app = fastify();

  app.get('/', (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    return reply.type('text/html; charset=utf-8').send(indexPage((name) => firstOf(query[name])));
  });

  app.get<{ Params: { language: string; shelf: string; name: string; '*': string } }>(
    '/window/:language/:shelf/:name/*',
    async ({ params }, reply) => {
      const language = languages.find((one) => one === params.language);
      const entry = entries.find((one) => entryId(one) === entryId(params as Pick<Entry, 'shelf' | 'name'>));
      if (entry === undefined || language === undefined) return reply.code(404).send();
      if (params['*'] === 'gallery.js') return reply.type('text/javascript').send(scriptOf(entry, language));
      const answer = await serve({ url: `${screenOrigin(entry.role)}/${params['*']}`, method: 'GET' });
      const isPage = params['*'] === '';
      const body = Buffer.from(await answer.arrayBuffer());
      reply.code(answer.status).headers(Object.fromEntries(answer.headers));
      // The program forbids frames around its windows. Here the gallery's page may frame them.
      const policy = answer.headers.get('content-security-policy') ?? '';
      reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
      return reply.send(
        isPage ? body.toString().replace('<head>', '<head><script src="./gallery.js"></script>') : body,
      );
    },
  );

  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    address,
    windowOf: (entry, language) => `${address}/window/${language}/${entryId(entry)}/`,
    close: () => app.close(),
  };
}

function scriptOf(entry: Entry, language: Language): string {
  const first = { rev: 1, view: entry.view(language) };
  // Time limits in the view start now.
  const content = JSON.stringify({ first, answers: entry.answers }).replaceAll(String(farOff), 'Date.now() + 4000');
  return `(${pageMain.toString()})(${content});
window.galleryReady = new Promise((ready) => addEventListener('load', () => {
  (${walk.toString()})(${JSON.stringify(entry.steps(language))}).then(ready);
}));
`;
}
