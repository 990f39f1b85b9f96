import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtList, listText } from '../../scripts/update-files.ts';
import { dataVersions, opens } from '../../src-main/data-versions.ts';
import { replaceFile } from '../../src-main/diagnostics/replace-file.ts';
import { readList } from '../../src-main/diagnostics/update-list.ts';
import { obstacleTo } from '../../src-main/diagnostics/update-rules.ts';
import { seed, volume } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { onLoopback } from './loopback.ts';
import { appImageIn, realSource } from './real-updater.ts';

/** electron-updater itself against a server: what it finds, fetches and leaves behind when something goes wrong. */

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    key,
    env: { RECEIPT_COMPANION_UPDATE_SIGNING_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() },
  };
};
/** Of whoever publishes this program. */
const ours = keys();

const system = process.arch === 'arm64' ? 'linux-arm64' : 'linux';
const image = (version: string): Buffer => Buffer.from(`#!/bin/sh\n# ${version}\n${'x'.repeat(300_000)}`);

/** The folder on a web server that has the AppImages and their lists. */
async function openServer() {
  const files = new Map<string, Buffer>();
  const asked: { path: string; stagingId: string | string[] | undefined }[] = [];
  let instead: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  let half: ((response: ServerResponse, body: Buffer) => void) | null = null;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://server').pathname;
    asked.push({ path, stagingId: request.headers['x-user-staging-id'] });
    if (instead !== null) return instead(request, response);
    const body = files.get(path);
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': body.length });
    if (half !== null && path.endsWith('.AppImage')) return half(response, body);
    response.end(body);
  });
  const port = await onLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/updates`,
    asked,
    /** Half of the file is sent, and then this happens. */
    sendHalf(then: ((response: ServerResponse) => void) | null) {
      half =
        then === null
          ? null
          : (response, body) => response.write(body.subarray(0, body.length / 2), () => then(response));
    },
    /** What is there in the place of everything, from now on. */
    answer(with_: ((request: IncomingMessage, response: ServerResponse) => void) | null) {
      instead = with_;
    },
    put: (path: string, text: string) => void files.set(`/updates/${path}`, Buffer.from(text)),
    offer(
      version: string,
      { channel = 'latest', more = {}, body = image(version), by = ours.env as object, at = Date.now(), as = '' } = {},
    ) {
      const name = `receipt-companion-${version}.AppImage`;
      const sha512 = createHash('sha512').update(image(version)).digest('base64');
      files.set(`/updates/${name}`, body);
      const list = `${channel}-${system}.yml`;
      const text = listText(
        {
          list: as === '' ? list : as,
          version,
          files: [{ url: name, sha512, size: image(version).length }],
          ...{ releaseDate: '2026-11-20T08:00:00.000Z' },
          ...more,
        },
        { ...by },
        at,
      );
      files.set(`/updates/${list}`, Buffer.from(text));
      return text;
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
  server.offer('1.1.0', { more: { opens: { database: [1, 9], documents: [1, 5] } } });
  const folder = installed();
  const source = realSource(server.url, folder, ours);
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
  const source = realSource(server.url, installed(), ours);
  for (const version of ['1.0.0', '0.9.0']) {
    server.offer(version);
    expect(await source.newest('stable')).toBeNull();
  }
});

test('a till of the beta ring gets versions before they are released, and goes back to none that is older', async () => {
  const server = await openServer();
  server.offer('1.2.0-beta.1', { channel: 'beta' });
  server.offer('0.9.9');
  const source = realSource(server.url, installed(), ours);
  expect((await source.newest('beta'))?.version).toBe('1.2.0-beta.1');
  expect(await source.newest('stable')).toBeNull();
});

test('a list that says nonsense of what the version opens, or of its day, says nothing', async () => {
  const server = await openServer();
  server.offer('1.1.0', { more: { opens: 'everything', releaseDate: 'soon' } });
  const source = realSource(server.url, installed(), ours);
  expect(await source.newest('stable')).toEqual({ version: '1.1.0', releasedAt: null, opens: null });
});

describe('whoever owns the web server gets nothing installed by a list', () => {
  const dayMs = 86_400_000;
  const other = keys();
  type Server = Awaited<ReturnType<typeof openServer>>;
  test.each<[string, string, (server: Server) => void]>([
    ['that nobody has signed', 'no signature', (server) => server.offer('1.1.0', { by: {} })],
    ['of another key', 'a signature by another key', (server) => server.offer('1.1.0', { by: other.env })],
    [
      'with another version in it than was signed',
      'a signature by another key or of another list',
      (server) => server.put(`latest-${system}.yml`, server.offer('1.1.0').replace('"1.1.0"', '"9.9.9"')),
    ],
    [
      'that was signed half a year ago',
      'one that ran out',
      (server) => server.offer('1.1.0', { at: Date.now() - 181 * dayMs }),
    ],
    ['of another ring', 'the list of another ring', (server) => server.offer('1.1.0', { as: `beta-${system}.yml` })],
    ['of another system', 'the list of another ring', (server) => server.offer('1.1.0', { as: 'latest-mac.yml' })],
    ['with a version before its release', 'a version before its release', (server) => server.offer('1.2.0-beta.1')],
    [
      'that names a file elsewhere',
      'something else at /files/0/url',
      (server) =>
        server.offer('1.1.0', {
          more: { files: [{ url: 'https://evil.example/x', sha512: `${'A'.repeat(86)}==`, size: 1 }] },
        }),
    ],
    [
      'as YAML with eight levels of aliases',
      'no signature',
      (server) => {
        const levels = Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]\n`);
        server.put(`latest-${system}.yml`, `a0: &a0 [x]\n${levels.join('')}version: 1.1.0\nfiles: []\n`);
      },
    ],
    [
      'that is one only after 64 KiB',
      'more than 65536 bytes',
      (server) => server.put(`latest-${system}.yml`, `${' '.repeat(70_000)}${server.offer('1.1.0')}`),
    ],
    ['of nothing', 'no signature', (server) => server.put(`latest-${system}.yml`, '')],
  ])('%s', async (_what, found, prepare) => {
    const server = await openServer();
    prepare(server);
    await expect(realSource(server.url, installed(), ours).newest('stable')).rejects.toThrow(found);
    expect(server.asked).toHaveLength(1);
  });

  test('and a program without a key takes none', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    await expect(realSource(server.url, installed(), { key: '' }).newest('stable')).rejects.toThrow('no public key');
  });

  test('and whatever its bytes are, reading one ends, and gives nothing', () => {
    const wanted = { name: 'latest.yml', channel: 'stable', key: ours.key, now: 0 } as const;
    const signedOnes = fc
      .json()
      .map((json) =>
        listText({ list: 'latest.yml', version: '1.1.0', files: [], ...Object(JSON.parse(json)) }, ours.env, 0),
      );
    const piece = fc.constantFrom('[', '{"a":', '# ed25519 ', '\n# ed25519 AAAA', '&a [*a]', 'A', '\n', '\u0000');
    const flood = fc.tuple(piece, fc.nat(70_000)).map(([one, times]) => one.repeat(times));
    fc.assert(
      fc.property(fc.oneof(fc.string(), flood, signedOnes), (text) => {
        expect(() => readList(text, wanted)).toThrow(/^the list latest.yml: found .{1,200}, expected /);
      }),
      { numRuns: volume(1_000), seed },
    );
  });
});

describe('a web server that never comes to an end', () => {
  const redirecting = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(302, { location: `/updates/${Math.random()}` }).end();

  test('leads a few times elsewhere, not for ever: the list, and a file', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    const source = realSource(server.url, installed(), ours);
    await source.newest('stable');
    server.answer(redirecting);
    for (const ask of [() => source.newest('stable'), () => source.fetch()]) {
      server.asked.length = 0;
      await expect(ask()).rejects.toThrow('Too many redirects');
      expect(server.asked.length).toBeLessThan(15);
    }
  });

  test('a redirect or two are followed', async () => {
    const server = await openServer();
    const text = server.offer('1.1.0');
    let asked = 0;
    server.answer((request, response) => {
      asked += 1;
      if (asked < 3) redirecting(request, response);
      else response.end(text);
    });
    expect(await realSource(server.url, installed(), ours).newest('stable')).toMatchObject({ version: '1.1.0' });
  });

  test.each(['the list', 'the file'])('%s is given up once it is longer than it may be', async (what) => {
    const server = await openServer();
    server.offer('1.1.0');
    const folder = installed();
    const source = realSource(server.url, folder, ours);
    await source.newest('stable');
    let sent = 0;
    server.answer((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, 'x');
      const more = (): void => {
        while (sent < 285 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const asked = what === 'the list' ? source.newest('stable') : source.fetch();
    await expect(asked).rejects.toThrow(/found more than \d+ bytes/);
    expect(sent).toBeLessThan(32);
    expect(versionIn(folder)).toBe('# 1.0.0');
  });
});

test('the installation names itself to nobody', async () => {
  const server = await openServer();
  server.offer('1.1.0');
  const source = realSource(server.url, installed(), ours);
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
    const next = realSource(server.url, folder, ours);
    await next.newest('stable');
    await next.fetch();
    next.install();
    expect(readFileSync(appImageIn(folder)).equals(image('1.1.0'))).toBe(true);
  };

  test('a file whose hash does not fit', async () => {
    const server = await openServer();
    server.offer('1.1.0', { body: Buffer.concat([image('1.1.0').subarray(0, -1), Buffer.from('y')]) });
    const folder = installed();
    const source = realSource(server.url, folder, ours);
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
    const source = realSource(server.url, folder, ours);
    await source.newest('stable');
    await expect(source.fetch()).rejects.toThrow();
    await thenAll(server, folder);
  });

  test('a program that is killed while it fetches', async () => {
    const server = await openServer();
    server.offer('1.1.0');
    const halfSent = new Promise<void>((resolve) => server.sendHalf(() => resolve()));
    const folder = installed();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'real-updater.ts'), server.url, folder, ours.key],
      {
        stdio: 'inherit',
      },
    );
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
    const source = realSource(server.url, folder, ours);
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
  // As electron-builder writes it: of a deb it says no length.
  const files = ['a.AppImage', 'a.deb'].map((url) => `  - url: ${url}\n    sha512: ${'A'.repeat(86)}==\n`);
  const yaml = `version: 1.1.0\nfiles:\n${files.join('    size: 3\n    blockMapSize: 3\n')}path: a.AppImage\nsha512: x\nreleaseDate: '2026-11-20T08:00:00.000Z'\n`;
  const name = `latest-${system}.yml`;
  server.put(
    name,
    listText(
      builtList(name, yaml, () => 7, opens),
      ours.env,
      Date.now(),
    ),
  );
  const offered = await realSource(server.url, installed(), ours).newest('stable');
  expect(offered).toMatchObject({
    releasedAt: Date.UTC(2026, 10, 20, 8),
    opens: { database: [1, expect.any(Number)] },
  });
  expect(offered && obstacleTo(offered, { saleOpen: false, unsent: 5 }, dataVersions)).toBeNull();
  expect(() => builtList(name, yaml.replace('sha512: A', 'sha: A'), () => 7, opens)).toThrow('electron-builder');
});
