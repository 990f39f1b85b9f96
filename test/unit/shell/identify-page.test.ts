import { expect, test } from 'vitest';
import { serveFiles } from '../../../src-main/shell/protocol.ts';

const get = (url: string) => serveFiles('/nowhere')({ url, method: 'GET' });

test('the page that shows the number of a display is an SVG without script, style or link', async () => {
  const answer = await get('app://identify/2');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  const text = await answer.text();
  expect(text).toContain('>2</text>');
  expect(text).not.toMatch(/script|style|href|on[a-z]+=/);
});

test.each(['', '0', '100', '1/2', 'x', '2.svg', '%32', '2<script>', 'cashier.html', 'own/a.webp'])(
  'a path that is not the number of a display is not found: %j',
  async (path) => {
    expect((await get(`app://identify/${path}`)).status).toBe(404);
  },
);
