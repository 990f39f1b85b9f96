import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withOpens } from '../../scripts/opens-list.ts';
import { dataVersions, opens } from '../../src-main/data-versions.ts';
import { replaceFile } from '../../src-main/updates/replace-file.ts';
import { obstacleTo } from '../../src-main/updates/rules.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { appImageIn, realSource } from './real-updater.ts';

/** electron-updater itself against a server: what it finds, fetches and leaves behind when something goes wrong. */

const list = process.arch === 'arm64' ? 'linux-arm64' : 'linux';
const image = (version: string): Buffer => Buffer.from(`#!/bin/sh\n# ${version}\n${'x'.repeat(300_000)}`);

/** The folder on a web server that has the AppImages and their lists. */
async function openServer() {
  const files = new Map<string, Buffer>();
  const asked: { path: string; stagingId: string | string[] | undefined }[] = [];
  let half: ((response: ServerResponse, body: Buffer) => void) | null = null;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://server').pathname;
    asked.push({ path, stagingId: request.headers['x-user-staging-id'] });
    const body = files.get(path);
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': body.length });
    if (half !== null && path.endsWith('.AppImage')) return half(response, body);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`,
    asked,
    /** Half of the file is sent, and then this happens. */
    sendHalf(then: ((response: ServerResponse) => void) | null) {
      half =
        then === null
          ? null
          : (response, body) => response.write(body.subarray(0, body.length / 2), () => then(response));
    },
    offer(version: string, { channel = 'latest', more = '', body = image(version) } = {}) {
      const name = `receipt-companion-${version}.AppImage`;
      const sha512 = createHash('sha512').update(image(version)).digest('base64');
      files.set(`/updates/${name}`, body);
      files.set(
        `/updates/${channel}-${list}.yml`,
        Buffer.from(
          `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${body.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T08:00:00.000Z'\n${more}`,
        ),
      );
    },
  };
}

const installed = (): string => {
  const folder = tempFolder();
  writeFileSync(appImageIn(folder), image('1.0.0'), { mode: 0o755 });
  return folder;
};
const versionIn = (folder: string): string => readFileSync(appImageIn(folder), 'utf8').split('\n')[1] ?? '';

test('a later version is found, fetched and put in the place of this one, under its name', async () => {
  const server = await openServer();
  server.offer('1.1.0', { more: `opens:\n  database: [1, 9]\n  documents: [1, 5]\n` });
  const folder = installed();
  const source = realSource(server.url, folder);
  expect(await source.newest('stable')).toEqual({
    version: '1.1.0',
    releasedAt: Date.UTC(2026, 10, 20, 8),
    opens: { database: [1, 9], documents: [1, 5] },
  });
  await source.fetch();
  expect(versionIn(folder)).toBe('# 1.0.0');
  source.install();
  expect(versionIn(folder)).toBe('# 1.1.0');
  expect(readFileSync(appImageIn(folder)).equals(image('1.1.0'))).toBe(true);
  expect(statSync(appImageIn(folder)).mode & 0o777).toBe(0o755);
});

test('this version, and an older one, is none that is later', async () => {
  const server = await openServer();
  const source = realSource(server.url, installed());
  for (const version of ['1.0.0', '0.9.0']) {
    server.offer(version);
    expect(await source.newest('stable')).toBeNull();
  }
});

test('a till of the beta ring gets versions before they are released, and goes back to none that is older', async () => {
  const server = await openServer();
  server.offer('1.2.0-beta.1', { channel: 'beta' });
  server.offer('0.9.9');
  const source = realSource(server.url, installed());
  expect((await source.newest('beta'))?.version).toBe('1.2.0-beta.1');
  expect(await source.newest('stable')).toBeNull();
});

test('a list that says nonsense of what the version opens, or of its day, says nothing', async () => {
  const server = await openServer();
  server.offer('1.1.0', { more: 'opens: everything\nreleaseDate: soon\n' });
  const source = realSource(server.url, installed());
  // The day stands twice in this list, which no list does.
  await expect(source.newest('stable')).rejects.toThrow();
  server.offer('1.1.0', { more: 'opens: everything\n' });
  expect(await source.newest('stable')).toMatchObject({ opens: null });
});

test('the installation names itself to nobody', async () => {
  const server = await openServer();
  server.offer('1.1.0');
  const source = realSource(server.url, installed());
  await source.newest('stable');
  await source.fetch();
  expect(server.asked.length).toBeGreaterThan(1);
  for (const { stagingId } of server.asked) expect(stagingId ?? '').toBe('');
});

describe('what goes wrong leaves this version as it is, and the next try gets the later one:', () => {
  const thenAll = async (server: Awaited<ReturnType<typeof openServer>>, folder: string): Promise<void> => {
    expect(versionIn(folder)).toBe('# 1.0.0');
    server.sendHalf(null);
    server.offer('1.1.0');
    const next = realSource(server.url, folder);
    await next.newest('stable');
    await next.fetch();
    next.install();
    expect(readFileSync(appImageIn(folder)).equals(image('1.1.0'))).toBe(true);
  };

  test('a file whose hash does not fit', async () => {
    const server = await openServer();
    server.offer('1.1.0', { body: Buffer.concat([image('1.1.0').subarray(0, -1), Buffer.from('y')]) });
    const folder = installed();
    const source = realSource(server.url, folder);
    await source.newest('stable');
    await expect(source.fetch()).rejects.toThrow(/sha512/);
    // Whoever installs all the same has nothing to install.
    source.install();
    await thenAll(server, folder);
  });

  test('a connection that breaks off', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    server.sendHalf((response) => response.destroy());
    const folder = installed();
    const source = realSource(server.url, folder);
    await source.newest('stable');
    await expect(source.fetch()).rejects.toThrow();
    await thenAll(server, folder);
  });

  test('a program that is killed while it fetches', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    const halfSent = new Promise<void>((resolve) => server.sendHalf(() => resolve()));
    const folder = installed();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'real-updater.ts'), server.url, folder], {
      stdio: 'inherit',
    });
    const ended = once(child, 'exit');
    await halfSent;
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await thenAll(server, folder);
  });

  test('a copy of what was fetched that was damaged before the next start', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    const folder = installed();
    const source = realSource(server.url, folder);
    await source.newest('stable');
    await source.fetch();
    const cached = join(folder, 'cache/companion-updater/pending/receipt-companion-1.1.0.AppImage');
    writeFileSync(cached, image('1.1.0').subarray(0, 1_000));
    await thenAll(server, folder);
  });
});

describe('a program is replaced', () => {
  test('whole: whoever runs it goes on with the old one, and what a killed try left is gone', () => {
    const folder = installed();
    const path = appImageIn(folder);
    writeFileSync(join(folder, 'fetched'), image('1.1.0'));
    writeFileSync(`${path}.new`, 'half of something');
    const running = openSync(path, 'r');
    replaceFile(join(folder, 'fetched'), path);
    const still = Buffer.alloc(30);
    readSync(running, still, 0, still.length, 0);
    closeSync(running);
    expect(still.toString()).toContain('# 1.0.0');
    expect(versionIn(folder)).toBe('# 1.1.0');
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  test('not at all when there is nothing to replace it with', () => {
    const folder = installed();
    expect(() => replaceFile(join(folder, 'gone'), appImageIn(folder))).toThrow();
    expect(versionIn(folder)).toBe('# 1.0.0');
    expect(existsSync(`${appImageIn(folder)}.new`)).toBe(false);
  });
});

test('what an installer of this version says of itself lets receipts wait while one like it is installed over it', async () => {
  const server = await openServer();
  server.offer('1.1.0', { more: withOpens(withOpens('', opens), opens) });
  const offered = await realSource(server.url, installed()).newest('stable');
  expect(offered?.opens?.database[0]).toBe(1);
  expect(offered && obstacleTo(offered, { saleOpen: false, unsent: 5 }, dataVersions)).toBeNull();
});
