import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, fileOf, serveFiles } from '../../../src-main/shell/protocol.ts';
import { folderOfFile } from '../../fakes/temp-folder.ts';

const folder = folderOfFile();
mkdirSync(join(folder, 'renderer/assets'), { recursive: true });
writeFileSync(join(folder, 'renderer/cashier.html'), '<p>cashier</p>');
writeFileSync(join(folder, 'renderer/assets/cashier-a1.js'), 'export {};');
writeFileSync(join(folder, 'secret.json'), '{"secret":true}');

const get = (url: string, method = 'GET') => serveFiles(join(folder, 'renderer'))({ url, method });

test('the page of a role is the root of its origin', async () => {
  const answer = await get('app://cashier/');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toBe('<p>cashier</p>');
});

test('a script has its content type, and every answer has the content security policy', async () => {
  const answer = await get('app://cashier/assets/cashier-a1.js');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  for (const each of [answer, await get('app://cashier/nothing.js'), await get('app://cashier/', 'POST')]) {
    expect(each.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(each.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the policy allows scripts and styles of our own only, and no connection at all', () => {
  expect(contentSecurityPolicy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*|connect-src/);
});

test('both windows can load a shop picture, and a missing one is not found', async () => {
  const requests: string[] = [];
  const serve = serveFiles(join(folder, 'renderer'), (name) => {
    requests.push(name);
    return name === 'a.webp' ? new Uint8Array([1, 2]) : null;
  });
  for (const role of ['cashier', 'customer']) {
    const answer = await serve({ url: `app://${role}/own/a.webp`, method: 'GET' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  }
  for (const path of ['own/b.webp', 'own/', 'own/a.webp/x', 'own/%2e%2e/secret.json', 'own/../secret.json'])
    expect((await serve({ url: `app://cashier/${path}`, method: 'GET' })).status, path).toBe(404);
  expect(requests).not.toContain('../secret.json');
  expect((await serve({ url: 'app://stranger/own/a.webp', method: 'GET' })).status).toBe(404);
});

describe('only files of the renderer are served', () => {
  const outside = [
    'app://cashier/../secret.json',
    'app://cashier/%2e%2e%2fsecret.json',
    'app://cashier/..%5csecret.json',
    'app://cashier/..\\secret.json',
    'app://cashier//etc/passwd',
    'app://cashier/assets//cashier-a1.js',
    'app://cashier/assets/.hidden.js',
    'app://cashier/assets/cashier-a1.js%00.js',
    'app://cashier/assets',
    'app://cashier/assets/cashier-a1.js.map',
    'app://cashier/customer.html',
    'app://cashier/cashier.html',
    'app://stranger/',
    'app://cashier:1/',
    'http://cashier/',
    'file:///etc/passwd',
    'nonsense',
  ];
  test.each(outside)('%s is not found', async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  test('the query is not part of the file', () => {
    expect(fileOf('app://customer/assets/a.css?../../secret.json')).toBe('assets/a.css');
  });

  test('only GET requests are allowed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect((await get('app://cashier/', method)).status).toBe(405);
  });
});

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
