/**
 * What others wrote and the tests of the metrics need: `node scripts/metrics-tools.ts` says where it is, and fetches it where
 * it is not there. VictoriaMetrics takes what the program sends (OTLP) and answers like a Prometheus; Prometheus' promtool
 * checks the alerts of `docs/operations`. What stands in the PATH is taken; else Debian's packages are unpacked below
 * `node_modules/.cache`, and nothing is installed.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

/** The version of Debian that has both; they need no newer system library than the one before has. */
const suite = 'trixie';
/** Each with its package, and the names under which it is known elsewhere. */
const programs = {
  'victoria-metrics': ['victoria-metrics', 'victoria-metrics-prod'],
  promtool: ['promtool'],
} as const;
export type MetricsTool = keyof typeof programs;
const names = Object.keys(programs) as readonly MetricsTool[];

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'metrics-tools');

/** The path of the program. Throws with a sentence where it cannot be had. */
export function findMetricsTool(tool: MetricsTool): string {
  const kept = join(cache, tool);
  const known = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs[tool].map((name) => join(folder, name)));
  const there = [kept, ...known].find(existsSync);
  if (there !== undefined) return there;
  fetchTools(tool);
  return kept;
}

/** Out of Debian's packages, found by lists of their own: the system's stay as they are. Both, because reading the lists takes longest. */
function fetchTools(tool: MetricsTool): void {
  const { source, keyring } = debian(tool);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'fetching-'));
  try {
    for (const folder of ['sources', 'lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(work, folder), { recursive: true });
    }
    const lines = [
      'Types: deb',
      `URIs: ${source}`,
      `Suites: ${suite}`,
      'Components: main',
      `Signed-By: ${keyring}`,
      '',
    ];
    writeFileSync(join(work, 'sources', 'debian.sources'), lines.join('\n'));
    const own = [
      'Dir::Etc::sourcelist=/dev/null',
      `Dir::Etc::sourceparts=${join(work, 'sources')}`,
      `Dir::State::lists=${join(work, 'lists')}`,
      `Dir::Cache=${join(work, 'cache')}`,
      'APT::Sandbox::User=',
      // What the system wants to be done after its own update is not meant here.
      'APT::Update::Post-Invoke-Success=',
    ].flatMap((option) => ['-o', option]);
    run('apt-get', [...own, '-q', 'update'], work);
    run('apt-get', [...own, '-q', 'download', ...names], work);
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
      run('dpkg-deb', ['--extract', file, join(work, 'unpacked')], work);
    }
    for (const name of names) {
      copyFileSync(join(work, 'unpacked', 'usr', 'bin', name), join(work, name));
      // At once: another test may be looking for it, or have fetched it meanwhile.
      renameSync(join(work, name), join(cache, name));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Where this computer gets Debian's packages from, and the keys that they are signed with. */
function debian(tool: MetricsTool): { readonly source: string; readonly keyring: string } {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const words = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const asked = spawnSync('apt-get', ['indextargets', ...words], { encoding: 'utf8' });
  const source = asked.stdout?.split('\n')[0]?.trim() ?? '';
  if (source !== '' && existsSync(keyring)) return { source, keyring };
  throw new Error(
    `found no ${programs[tool].join(' or ')} in the PATH, and no Debian to take it from: the tests of the metrics need it`,
  );
}

function run(command: string, words: readonly string[], cwd: string): void {
  const ran = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${command} ${words.at(-1)}: ${ran.error?.message ?? ran.stderr}`);
}

if (import.meta.main) {
  for (const tool of names) console.log(findMetricsTool(tool));
}
