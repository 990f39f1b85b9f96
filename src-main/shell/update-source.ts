import { type AppUpdater, CancellationToken, Provider, type ResolvedUpdateFileInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { listMaxBytes, readList, type UpdateList } from '../diagnostics/update-list.ts';
import type { Release, UpdateChoice, UpdateSource } from '../diagnostics/update-rules.ts';

/** This file is read only where a later version can be taken: the program starts without the library (scripts/build.ts bundles both apart). */
export { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';

/** The names of the lists of files on the server: `latest.yml`, `beta-linux.yml`. */
const listOf = { stable: 'latest', beta: 'beta' } as const satisfies Record<UpdateChoice['channel'], string>;

interface UpdateParts {
  /** The folder on a web server that the installer was made with. */
  readonly url: string;
  /** The public key of its lists. */
  readonly key: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Is given the files that were fetched. */
  readonly install: (files: readonly string[]) => void;
  readonly installsByItself: boolean;
}

/** What electron-updater fetches and checks of a list that was read and verified here, as the program wants it. */
export const sourceOf = (
  updater: AppUpdater,
  { url, key, now, install, installsByItself }: UpdateParts,
): UpdateSource => {
  const base = new URL(`${url.replace(/\/+$/, '')}/`);
  const download = bounded(updater);
  let channel: UpdateChoice['channel'] = 'stable';
  let list: UpdateList | null = null;

  /** In the place of electron-updater's own reader, which takes any YAML of any length. */
  class SignedLists extends Provider<VerifiedInfo> {
    // electron-updater makes it.
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    async getLatestVersion(): Promise<VerifiedInfo> {
      const name = `${this.getCustomChannelName(listOf[channel])}.yml`;
      const text = await download.text(this.createRequestOptions(new URL(name, base)));
      list = readList(text, { name, channel, key: key(), now: now() });
      const { version, files } = list;
      return { version, files, path: '', sha512: '', releaseDate: '' };
    }
    resolveFiles({ files }: VerifiedInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, base), info }));
    }
  }

  updater.setFeedURL({ provider: 'custom', updateProvider: SignedLists });
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = installsByItself;
  updater.disableWebInstaller = true;
  // Its maps of blocks are in no list, and are unpacked before anything was checked.
  updater.disableDifferentialDownload = true;
  // What goes wrong is told by what it rejects with.
  updater.logger = null;
  // Without this each installation would name itself to the server.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  let files: readonly string[] = [];
  return {
    installsByItself,
    async newest(wanted) {
      channel = wanted;
      updater.channel = listOf[wanted];
      // The line above allows it: a till that goes back to released versions would get one that does not know its files.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true && list !== null ? releaseOf(list) : null;
    },
    async fetch() {
      files = [];
      download.allow(Math.max(0, ...(list?.files ?? []).map(({ size }) => size)));
      files = await updater.downloadUpdate();
    },
    install: () => install(files),
  };
};

interface VerifiedInfo {
  version: string;
  files: UpdateList['files'];
  path: string;
  sha512: string;
  releaseDate: string;
}

const releaseOf = ({ version, releaseDate, opens }: UpdateList): Release => ({
  version,
  releasedAt: releaseDate,
  opens,
});

/** What is used of electron-updater's way to the server, which it hands to nobody. */
interface Executor {
  createRequest(options: object, callback: (response: Response) => void): Request;
  doDownload(options: object, about: Download, redirects: number): void;
}
interface Response {
  on(event: 'data', listener: (piece: Buffer) => void): void;
  on(event: 'end', listener: () => void): void;
}
interface Request {
  emit(event: 'error', error: Error): void;
  abort(): void;
}
interface Download {
  readonly callback: (error: Error | null) => void;
  readonly responseHandler: ((response: Response, done: (error: Error | null) => void) => void) | null;
  readonly options: object;
  readonly destination: null;
  readonly onCancel: () => void;
}

/**
 * Bounds what a server can make this program fetch. electron-updater follows ten redirects and forgets their number with each,
 * and reads a list or a file to its end, whenever that is.
 */
function bounded(updater: AppUpdater) {
  const { httpExecutor: executor } = updater as unknown as { readonly httpExecutor: Executor };
  const { createRequest, doDownload } = executor;
  const followed = new WeakMap<Download, number>();
  let mostBytes = listMaxBytes;

  executor.doDownload = (options, about) => {
    const redirects = followed.get(about) ?? 0;
    followed.set(about, redirects + 1);
    doDownload.call(executor, options, about, redirects);
  };
  executor.createRequest = (options, callback) => {
    const most = mostBytes;
    const request = createRequest.call(executor, options, (response) => {
      let came = 0;
      response.on('data', ({ length }) => {
        came += length;
        if (came <= most || came - length > most) return;
        request.emit('error', new Error(`found more than ${most} bytes, expected at most that`));
        request.abort();
      });
      callback(response);
    });
    return request;
  };

  return {
    /** The most that a file from now on may have. */
    allow(bytes: number): void {
      mostBytes = bytes;
    },
    text(options: object): Promise<string> {
      mostBytes = listMaxBytes;
      return new Promise((resolve, reject) => {
        const pieces: Buffer[] = [];
        executor.doDownload(
          { ...options, redirect: 'manual' },
          {
            callback: (error) => (error === null ? resolve(Buffer.concat(pieces).toString('utf8')) : reject(error)),
            responseHandler(response, done) {
              response.on('data', (piece) => void pieces.push(piece));
              response.on('end', () => done(null));
            },
            options: { cancellationToken: new CancellationToken() },
            destination: null,
            onCancel: () => undefined,
          },
          0,
        );
      });
    },
  };
}
