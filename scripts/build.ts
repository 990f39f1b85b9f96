/**
 * Bundles the program into `dist/`: main, the two preloads, the two windows, and main again with the stand-in for
 * Electron's binary.
 */
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { markedTable } from '../test/fakes/marked-text.ts';
import { packedParts, recordModules, shippedFile } from './shipped.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

interface Part {
  readonly name: string;
  readonly sources: readonly string[];
  readonly configs: readonly InlineConfig[];
}

const nodeModules = [...builtinModules, /^node:/];

/** Builds one file for Node, and one for each `import()`. Native packages and Node's own modules are not included. */
const forNode = (
  entry: string,
  output: string,
  format: 'es' | 'cjs',
  external: readonly (string | RegExp)[],
  plugins: Plugin[] = [],
): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: join(root, entry),
    target: 'node24',
    outDir: join(dist, output, '..'),
    emptyOutDir: false,
    minify: false,
    sourcemap: format === 'es',
    rolldownOptions: {
      external: [...external, ...nodeModules],
      output: {
        format,
        entryFileNames: output.split('/').at(-1) ?? output,
        // Chunks are in the same folder, under a name that the next build overwrites.
        ...(format === 'es' ? { chunkFileNames: '[name].js' } : { codeSplitting: false }),
      },
    },
  },
});

/** `electron` becomes the tests' stand-in. A name that it lacks fails the build. */
const standIn: Plugin = {
  name: 'electron-stand-in',
  enforce: 'pre',
  resolveId: (id) => (id === 'electron' ? '\0electron-stand-in' : null),
  load: (id) => {
    if (id !== '\0electron-stand-in') return null;
    const file = JSON.stringify(join(root, 'test/electron/stand-in/electron.ts'));
    return `export * from ${file}; import * as all from ${file}; export default all;`;
  },
};

/** Marks each English sentence of both windows, so that tests find hard-coded text: it has no mark. */
const markedText: Plugin = {
  name: 'marked-text',
  enforce: 'pre',
  load: (id) =>
    /\/locales\/en\/\w+\.json$/.test(id) ? JSON.stringify(markedTable(JSON.parse(readFileSync(id, 'utf8')))) : null,
};

/** electron-updater is a separate bundle, which main loads only if updates are possible. */
const updaterApart: Plugin = {
  name: 'updater-apart',
  enforce: 'pre',
  resolveId: (id) => (id === './update-source.ts' ? { id: './update-source.js', external: true } : null),
};

const preload = (role: string): InlineConfig =>
  forNode(`src-main/preload/${role}.ts`, `preload/${role}.cjs`, 'cjs', ['electron']);

/** Builds the printer's threads into the folder of the program that starts them. */
const printerThreads = (folder: string): readonly InlineConfig[] =>
  ['relay-worker', 'reader-worker'].map((name) =>
    forNode(`src-main/printer/${name}.ts`, `${folder}/${name}.js`, 'es', []),
  );

/** Builds the program that checks the app's assumptions about Electron, in the stand-in and in Electron. */
const contract = (name: string, external: readonly string[], plugins: Plugin[]): Part => ({
  name,
  sources: ['src-main', 'test/electron'],
  configs: [
    forNode('test/electron/contract/main.ts', `${name}/main.js`, 'es', external, plugins),
    forNode('test/electron/contract/preload.ts', `${name}/preload.cjs`, 'cjs', ['electron']),
    forNode('test/electron/contract/broken-preload.ts', `${name}/broken-preload.cjs`, 'cjs', ['electron']),
  ],
});

/** The other parts are built when a test needs them. */
const usual = ['main', 'preload', 'renderer', 'main-stand-in'];

const parts: readonly Part[] = [
  {
    name: 'main',
    sources: ['src-main', 'assets'],
    configs: [
      forNode('src-main/main.ts', 'main/main.js', 'es', ['electron', 'keytar'], [updaterApart]),
      forNode('src-main/shell/update-source.ts', 'main/update-source.js', 'es', ['electron']),
      ...printerThreads('main'),
    ],
  },
  {
    name: 'preload',
    sources: ['src-main/preload', 'src-main/shared'],
    configs: [preload('cashier'), preload('customer')],
  },
  {
    name: 'renderer',
    sources: ['src-renderer', 'src-main/shared', 'assets', 'vite.config.ts'],
    configs: [{ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }],
  },
  {
    name: 'main-stand-in',
    sources: ['src-main', 'assets', 'test/electron/stand-in'],
    configs: [
      forNode(
        'src-main/main.ts',
        'main-stand-in/main.js',
        'es',
        ['keytar', 'playwright-core'],
        [standIn, updaterApart],
      ),
      ...printerThreads('main-stand-in'),
    ],
  },
  {
    name: 'stand-in',
    sources: ['test/electron/stand-in'],
    configs: [forNode('test/electron/stand-in/electron.ts', 'stand-in/electron.js', 'es', ['playwright-core'])],
  },
  {
    name: 'renderer-marked',
    sources: ['src-renderer', 'src-main/shared', 'assets', 'vite.config.ts', 'test/fakes/marked-text.ts'],
    configs: [
      {
        configFile: join(root, 'vite.config.ts'),
        logLevel: 'warn',
        plugins: [markedText],
        build: { outDir: join(dist, 'renderer-marked') },
      },
    ],
  },
  // Tests start these programs a hundred times. As one file each they start in half the time.
  ...(['headless', 'cli-main'] as const).map((name) => ({
    name,
    sources: ['src-main', 'assets'],
    configs: [
      forNode(`src-main/${name}.ts`, `${name}/${name}.js`, 'es', ['keytar']),
      ...(name === 'headless' ? printerThreads(name) : []),
    ],
  })),
  contract('contract', ['electron'], []),
  contract('contract-stand-in', ['playwright-core'], [standIn]),
];

/** The latest change below a path, in milliseconds since the epoch; 0 if there is nothing. */
const changedAt = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, changedAt(join(path, name))), found.mtimeMs);
};

const stampOf = (part: Part): string => join(dist, `.built-${part.name}`);

const isStale = (part: Part): boolean => {
  const builtAt = changedAt(stampOf(part));
  return [...part.sources, 'package-lock.json', 'scripts/build.ts'].some(
    (path) => changedAt(join(root, path)) > builtAt,
  );
};

/** Test runners set NODE_ENV, with which React would be slow. */
async function inProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Builds the parts, with `ifStale` only those that are older than their sources. Returns the names of the built parts. */
export const buildApp = async ({
  ifStale,
  only = usual,
}: {
  readonly ifStale: boolean;
  readonly only?: readonly string[];
}): Promise<readonly string[]> => {
  await mkdir(dist, { recursive: true });
  const stale = parts.filter((part) => only.includes(part.name) && (!ifStale || isStale(part)));
  for (const part of stale) {
    // The stamp is the time when the sources were read, so that a change during the build is noticed.
    const begun = new Date();
    rmSync(stampOf(part), { force: true });
    // A file of an earlier build would be packed as well.
    rmSync(join(dist, part.name), { recursive: true, force: true });
    const shipped = new Set<string>();
    for (const config of part.configs) {
      const plugins = [...(config.plugins ?? []), recordModules(shipped)];
      await inProduction(() => build({ ...config, plugins }));
    }
    if (packedParts.some((name) => name === part.name)) {
      writeFileSync(shippedFile(part.name), JSON.stringify([...shipped].toSorted()));
    }
    writeFileSync(stampOf(part), '');
    utimesSync(stampOf(part), begun, begun);
  }
  return stale.map(({ name }) => name);
};
