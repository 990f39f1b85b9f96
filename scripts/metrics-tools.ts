/**
 * Foreign programs that the tests of metrics need: `node scripts/metrics-tools.ts` prints their folder and downloads
 * them if they are missing. VictoriaMetrics receives the metrics (OTLP) and answers like Prometheus. Prometheus'
 * promtool checks the alerts of `docs/operations`. Programs in the PATH are used; otherwise Debian's packages are
 * unpacked below `node_modules/.cache`, and nothing is installed. apt checks Debian's signature.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first version of Debian with both programs. They also run with the libraries of the previous version. */
const suite = 'trixie';
/** The package of each program, and its names in other distributions. */
const programs = { 'victoria-metrics': ['victoria-metrics', 'victoria-metrics-prod'], promtool: ['promtool'] } as const;
export type MetricsTool = keyof typeof programs;
const names = Object.keys(programs) as readonly MetricsTool[];

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'metrics-tools');

/** The path of the program. Throws with a message if it cannot be downloaded. */
export function findMetricsTool(tool: MetricsTool): string {
  const cached = join(cache, tool);
  const known = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs[tool].map((name) => join(folder, name)));
  const there = [cached, ...known].find(existsSync);
  if (there !== undefined) return there;
  fetchTools(tool);
  return cached;
}

/** Unpacks Debian's packages, both at once, without changing the system's package lists. */
function fetchTools(tool: MetricsTool): void {
  const { source, keyring } = debian(tool);
  mkdirSync(cache, { recursive: true });
  using folder = mkdtempDisposableSync(join(cache, 'fetching-'));
  const work = folder.path;
  for (const folder of ['sources', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(work, folder), { recursive: true });
  }
  const lines = ['Types: deb', `URIs: ${source}`, `Suites: ${suite}`, 'Components: main', `Signed-By: ${keyring}`, ''];
  writeFileSync(join(work, 'sources', 'debian.sources'), lines.join('\n'));
  const own = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${join(work, 'sources')}`,
    `Dir::State::lists=${join(work, 'lists')}`,
    `Dir::Cache=${join(work, 'cache')}`,
    'APT::Sandbox::User=',
    // Omits hooks that the system runs after its own updates.
    'APT::Update::Post-Invoke-Success=',
  ].flatMap((option) => ['-o', option]);
  run('apt-get', [...own, '-q', 'update'], work);
  run('apt-get', [...own, '-q', 'download', ...names], work);
  for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
    run('dpkg-deb', ['--extract', join(work, file), join(work, 'unpacked')], work);
  }
  for (const name of names) {
    copyFileSync(join(work, 'unpacked', 'usr', 'bin', name), join(work, name));
    // A test that looks for the program now must find none or a complete one, so it appears by a rename.
    renameSync(join(work, name), join(cache, name));
  }
}

function debian(tool: MetricsTool): { readonly source: string; readonly keyring: string } {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const words = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const listed = spawnSync('apt-get', ['indextargets', ...words], { encoding: 'utf8' });
  const source = listed.stdout?.split('\n')[0]?.trim() ?? '';
  if (source !== '' && existsSync(keyring)) return { source, keyring };
  throw new Error(
    `found no ${programs[tool].join(' or ')} in the PATH, and no Debian to take it from: the tests of the metrics need it`,
  );
}

function run(command: string, words: readonly string[], cwd: string): void {
  const ran = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${command} ${words.at(-1)}: ${ran.error?.message ?? ran.stderr}`);
}

if (import.meta.main) for (const tool of names) console.log(findMetricsTool(tool));
