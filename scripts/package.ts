/**
 * Packs the program into out/ without an installer and checks its content: `npm run package`. `--if-stale` packs the
 * existing dist/ if it is newer than its sources. Without Electron's binary a stub is packed, and the output says so.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { createPackage, extractFile, listPackage, statFile } from '@electron/asar';
import { buildApp } from './build.ts';
import { fetchElectron } from './electron-binary.ts';
import { writeNotices } from './notices.ts';
import { readPublisher, runBuilder } from './publisher.ts';
import { shippedPackages } from './shipped.ts';

const root = join(import.meta.dirname, '..');
const electronFolder = join(root, 'node_modules', 'electron');
const output = join(root, 'out');

/** The smallest folder that electron-builder accepts as Electron. */
const makeStub = async (folder: string): Promise<string> => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8'));
  const app = join(folder, 'default-app');
  const dist = join(folder, 'dist');
  mkdirSync(app);
  mkdirSync(join(dist, 'resources'), { recursive: true });
  writeFileSync(join(app, 'package.json'), '{}');
  await createPackage(app, join(dist, 'resources', 'default_app.asar'));
  const files = { electron: '#!/bin/sh\nexit 1\n', version, LICENSE: 'stub', 'LICENSES.chromium.html': 'stub' };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content, { mode: 0o755 });
  return dist;
};

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

const expected = [
  'package.json',
  'dist/main/main.js',
  'dist/main/update-source.js',
  'dist/main/simulator-server.js',
  'dist/main/otlp.js',
  'dist/main/relay-worker.js',
  'dist/main/reader-worker.js',
  'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  'dist/main/openapi.js',
  'dist/preload/cashier.cjs',
  'dist/preload/customer.cjs',
  'dist/renderer/cashier.html',
  'dist/renderer/customer.html',
  // Without these files the program would start and report that there is no keychain.
  'node_modules/keytar/package.json',
  'node_modules/keytar/lib/keytar.js',
] as const;

/** Files of this project that must not be in the product. */
const excluded =
  /^(test|scripts|src-main|src-renderer|docs|coverage|artifacts|\.ci|\.git)(\/|$)|stand-in|\.(ts|tsx|map)$|(^|\/)\.env|\.(pem|key|p12|pfx)$/;

const look = (asar: string): readonly Check[] => {
  // @electron/asar takes a path apart by the separator of the system, and returns a leading one.
  const native = (path: string): string => path.replaceAll('/', sep);
  const files = listPackage(asar, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/'));
  const ours = files.filter((path) => !path.startsWith('node_modules/'));
  const found = ours.filter((path) => excluded.test(path));
  const main = files.includes('dist/main/main.js') ? extractFile(asar, native('dist/main/main.js')).toString() : '';
  const keytar = files.filter((path) => path.endsWith('.node'));
  const unpacked = keytar.map((path) => join(`${asar}.unpacked`, path));
  return [
    ...expected.map((path) => {
      const entry = files.includes(path) ? statFile(asar, native(path)) : null;
      const size = entry !== null && 'size' in entry ? entry.size : null;
      return { what: path, ok: size !== null, detail: size === null ? 'missing' : kilobytes(size) };
    }),
    {
      what: 'no tests, sources, maps, keys',
      ok: found.length === 0,
      detail: found.slice(0, 5).join(', ') || `${ours.length} entries of ours`,
    },
    {
      what: 'main is the real one',
      ok: /from\s*["']electron["']/.test(main) && !main.includes('stand-in'),
      detail: 'imports electron, knows no stand-in',
    },
    {
      what: 'keytar lies beside the archive',
      ok: unpacked.length > 0 && unpacked.every((path) => existsSync(path)),
      detail: keytar.join(', ') || 'no .node file in the archive',
    },
    ...unpacked.filter((path) => existsSync(path)).map((path) => ({ what: 'keytar loads from there', ...loads(path) })),
  ];
};

const packedProgram = (): string => {
  const places = {
    darwin: /mac[^/]*\/[^/]+\.app$/,
    win32: /win-[^/]*unpacked\/Receipt Companion\.exe$/,
    linux: /linux-[^/]*unpacked\/receipt-companion$/,
  } as const;
  const place = places[process.platform as keyof typeof places];
  const all = readdirSync(output, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  const found = all.find((path) => place.test(path));
  if (found === undefined) throw new Error(`no packed program below ${output}`);
  return join(output, found);
};

const fuses = (): readonly Check[] => {
  const fuses = readFileSync(join(root, 'electron-builder.yml'), 'utf8').split(/^electronFuses:$/m)[1] ?? '';
  const read = execFileSync(
    process.execPath,
    [join(root, 'node_modules/@electron/fuses/dist/bin.js'), 'read', '--app', packedProgram()],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return [...fuses.matchAll(/^ {2}(?!resetAdHoc)(\w+): (true|false)$/gm)].map(([, name = '', on]) => {
    const line = `${name.charAt(0).toUpperCase()}${name.slice(1)} is ${on === 'true' ? 'Enabled' : 'Disabled'}`;
    return { what: `fuse ${name}`, ok: read.includes(line), detail: line };
  });
};

/** Loads a binary module in a new process. A module for another system fails. */
const loads = (path: string): { readonly ok: boolean; readonly detail: string } => {
  try {
    execFileSync(process.execPath, ['-e', 'require(process.argv[1])', path], { stdio: 'pipe' });
    return { ok: true, detail: `Node ${process.versions.node}` };
  } catch (error) {
    return {
      ok: false,
      detail: error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error),
    };
  }
};

await buildApp({ ifStale: process.argv.includes('--if-stale') });
writeNotices();

const publisher = readPublisher(process.env);

/** Checks the notices, which are beside the archive so that people find them. */
const notices = (asar: string): Check => {
  const [text = '', bom = '{}'] = ['LICENSES.txt', 'bom.cdx.json']
    .map((name) => join(dirname(asar), 'licenses', name))
    .map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined));
  const listed: { readonly components?: readonly { readonly name: string }[] } = JSON.parse(bom);
  const names = new Set(listed.components?.map(({ name }) => name));
  const missing = shippedPackages().filter(
    ({ name, version }) => !text.includes(`${name} ${version}\n`) || !names.has(name),
  );
  return {
    what: 'licences and list of what is in it',
    ok: names.size > 0 && missing.length === 0,
    detail: missing.length > 0 ? `missing: ${missing.map(({ name }) => name).join(', ')}` : `${names.size} packages`,
  };
};

/** The address of updates in the packed program: the publisher's, or none. */
const updateAddress = (asar: string): Check => {
  const file = join(dirname(asar), 'app-update.yml');
  const address = existsSync(file) ? /^url: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  const updatesUrl = publisher?.updates ?? undefined;
  return { what: 'address of updates', ok: address === updatesUrl, detail: address ?? 'it looks for none' };
};

using scratch = mkdtempDisposableSync(join(tmpdir(), 'package-'));
const real = fetchElectron(300_000) !== null;
const electronDist = real ? join(electronFolder, 'dist') : await makeStub(scratch.path);
rmSync(output, { recursive: true, force: true });
const ours = { electronDist, npmRebuild: false, directories: { output } };
// Fuses are in the binary, and a stub has none.
runBuilder(['--dir'], publisher, real ? ours : { ...ours, electronFuses: null });

const archives = globSync('**/app.asar', { cwd: output }).map((path) => join(output, path));
if (archives.length === 0) throw new Error(`electron-builder left no app.asar below ${output}`);
const checks = [
  ...archives.flatMap((asar) => [...look(asar), updateAddress(asar), notices(asar)]),
  ...(real ? fuses() : []),
];
console.log('');
for (const { what, ok, detail } of checks) {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what.padEnd(36)}${detail}`);
}
console.log('');
console.log(
  real
    ? "Packed with Electron's binary for this system. Installers, signing and the other systems are made on hosted machines."
    : "Electron's binary cannot be had here: packed with a stub in its place. This proves what is in the archive and nothing else; the program, fuses, installers and signing are proven only on hosted machines.",
);
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
