import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { expect, test } from 'vitest';
import { sourceOf } from '../../src-main/shell/update-source.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { onLoopback } from './loopback.ts';

/** The tests run the real electron-updater outside Electron, and check its requests and the version that it chooses. */

class NodeExecutor extends ElectronHttpExecutor {
  override createRequest(options: RequestOptions, callback: (response: never) => void): never {
    return request(options, callback as never) as never;
  }
}

const system = process.arch === 'arm64' ? 'linux-arm64' : 'linux';

async function openServer() {
  const files = new Map<string, string>();
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    const body = files.get(new URL(request.url ?? '', 'http://server').pathname);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  const url = `http://127.0.0.1:${await onLoopback(server)}/updates`;
  const offer = (version: string, channel = 'latest'): void => {
    const content = `image ${version}`;
    const sha512 = createHash('sha512').update(content).digest('base64');
    files.set(`/updates/app-${version}.AppImage`, content);
    files.set(
      `/updates/${channel}-${system}.yml`,
      `version: ${version}\nfiles:\n  - url: app-${version}.AppImage\n    sha512: ${sha512}\n    size: ${content.length}\npath: app-${version}.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-20T08:00:00.000Z'\n`,
    );
  };
  const folder = tempFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: updater\n`);
  process.env.APPIMAGE = join(folder, 'app.AppImage');
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'receipt-companion',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: join(folder, 'data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Reflect.set(updater, 'httpExecutor', new NodeExecutor());
  const source = sourceOf(updater, { installs: true, install: () => undefined });
  return { source, offer, headers };
}

test('a server without a list of versions is a failure; a newer version in its list is found and downloaded, and no request identifies the installation', async () => {
  const { source, offer, headers } = await openServer();
  await expect(source.newest('stable')).rejects.toThrow();
  offer('1.1.0');
  expect(await source.newest('stable')).toBe('1.1.0');
  await expect(source.fetch()).resolves.toBeUndefined();
  expect(headers.length).toBeGreaterThan(1);
  for (const sent of headers) expect(sent['x-user-staging-id'] ?? '').toBe('');
});

test('the beta channel offers versions before their release, and the stable channel offers no older version', async () => {
  const { source, offer } = await openServer();
  offer('1.2.0-beta.1', 'beta');
  offer('0.9.9');
  expect(await source.newest('beta')).toBe('1.2.0-beta.1');
  expect(await source.newest('stable')).toBeNull();
});
