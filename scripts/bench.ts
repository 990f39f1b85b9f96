/**
 * `npm run bench [-- --only NAME ...]`: measures the performance targets, prints a table and writes
 * artifacts/bench.json. NAME: check, open-1, open-8, bill-1, bill-8, drain, printer, ready, queue,
 * size, first-load, windows, customer-service. Rates are compared with a floor (the same work without the app), in
 * turns in the same run, with clients in separate processes, so that the ratio is more reliable than either rate.
 * `npm run bench -- --soak MINUTES` sells once a second for that time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { customerServiceRows } from '../test/bench/customer-service.ts';
import type { Figure } from '../test/bench/figures.ts';
import { type BenchGroups, designSizes, windowlessGroups } from '../test/bench/groups.ts';
import { soakRows } from '../test/bench/soak.ts';
import { bundleRows, windowRows } from '../test/bench/windows.ts';
import { buildApp } from './build.ts';

const root = join(import.meta.dirname, '..');

const [soak, minutes] = process.argv.slice(2);
const groups: BenchGroups = {
  ...(soak === '--soak' && { soak: () => soakRows(Number(minutes ?? 30) * 60) }),
  ...windowlessGroups(designSizes),
  async 'first-load'() {
    await buildApp({ ifStale: true });
    return bundleRows(join(root, 'dist/renderer'));
  },
  async windows() {
    await buildApp({ ifStale: true });
    return windowRows();
  },
  async 'customer-service'() {
    await buildApp({ ifStale: true });
    return customerServiceRows();
  },
};

const chosen = soak === '--soak' ? ['soak'] : process.argv.slice(2).filter((word) => word !== '--only');
const unknown = chosen.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  process.stderr.write(`found ${unknown.join(', ')}; expected some of ${Object.keys(groups).join(', ')}\n`);
  process.exit(2);
}

const all: Figure[] = [];
for (const [group, measure] of Object.entries(groups)) {
  if (chosen.length > 0 && !chosen.includes(group)) continue;
  for (const row of await measure()) {
    all.push(row);
    const mark = row.met === null ? ' ' : row.met ? '+' : '-';
    process.stdout.write(`${mark} ${row.name.padEnd(54)} ${row.figure.padEnd(58)} ${row.target}\n`);
  }
}
const folder = join(root, 'artifacts');
mkdirSync(folder, { recursive: true });
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
writeFileSync(join(folder, 'bench.json'), `${JSON.stringify({ machine, rows: all }, null, 2)}\n`);
const missed = all.filter(({ met }) => met === false);
process.stdout.write(
  `\n${all.length} figures, ${missed.length} beyond their target; artifacts/bench.json has them all\n`,
);
process.exit(0);
