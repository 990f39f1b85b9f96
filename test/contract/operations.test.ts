import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findMetricsTool } from '../../scripts/metrics-tools.ts';
import { type MetricDescription, type MetricName, metrics } from '../../src-main/shared/metric-table.ts';
import { projectText, root } from '../fakes/project-files.ts';
import { allNamesInPrometheus } from '../fakes/prometheus-names.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const metricNames = Object.keys(metrics) as readonly MetricName[];
const folder = join(root, 'docs/operations');
const read = (name: string): string => projectText(`docs/operations/${name}`);
const rules = read('receipt-companion.rules.yml');
const rulesTest = read('receipt-companion.rules.test.yml');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const runbooks = readdirSync(join(folder, 'runbooks')).map((name) => name.replace(/\.md$/, ''));

let promtool = '';
// In a hook, because the tool may have to be downloaded first.
beforeAll(() => {
  promtool = findMetricsTool('promtool');
});
const ask = (...words: readonly string[]) => spawnSync(promtool, words, { cwd: folder, encoding: 'utf8' });

describe('the alerts', () => {
  test('are valid for Prometheus, and fire with their texts when they should, and not for another till', () => {
    const { status, stdout, stderr } = ask('test', 'rules', 'receipt-companion.rules.test.yml');
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  test.each(alerts)('%s is tested firing and not firing, and has a runbook', (alert) => {
    const alertTests = rulesTest.split('      - alertname: ').filter((part) => part.startsWith(`${alert}\n`));
    expect(alertTests.map((part) => part.includes('exp_alerts'))).toEqual([false, true]);
    expect(rules).toContain(`runbook: docs/operations/runbooks/${alert}.md`);
    const headings = [...read(`runbooks/${alert}.md`).matchAll(/^#+ .*/gm)].map(([line]) => line);
    expect(headings).toEqual([`# ${alert}`, '## What to do']);
  });

  test('about notices have a runbook with a link to the page of notices', () => {
    for (const alert of ['ReceiptCompanionFilesDamaged', 'ReceiptCompanionNoticeRemains'])
      expect(read(`runbooks/${alert}.md`)).toContain('](../../notices.md)');
  });

  test('have one runbook each', () => {
    expect(runbooks.toSorted()).toEqual(alerts.toSorted());
  });
});

describe('the names of metrics', () => {
  /** The metrics in a text, without labels and file names that look the same. */
  const named = (text: string): readonly string[] =>
    [...text.matchAll(/\b(?:receipt_companion|process)_[a-z_]+\b/g)].map(([name]) => name);

  test.each([
    'receipt-companion.rules.yml',
    'receipt-companion.rules.test.yml',
    'grafana-dashboard.json',
    ...runbooks.map((name) => `runbooks/${name}.md`),
  ])('in %s exist in the program', (name) => {
    const known = allNamesInPrometheus();
    const histograms = known.filter((one) => one.endsWith('_bucket')).map((one) => one.replace(/_bucket$/, ''));
    expect(named(read(name)).filter((one) => !known.includes(one) && !histograms.includes(one))).toEqual([]);
  });

  test('are all in the list for operators, with kind, unit, attributes and meaning', () => {
    const listed = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const rows = metricNames.map((name) => {
      const { kind, unit, attributes, says }: MetricDescription = metrics[name];
      return `| \`${name}\` | ${kind} | \`${unit}\` | ${attributes.map((one) => `\`${one}\``).join(', ')} | ${says} |`;
    });
    expect(listed).toEqual(rows);
  });

  test('follow OpenTelemetry: lower case, dots, underscores in words, no unit and no total', () => {
    for (const name of metricNames) expect(name).toMatch(/^(?:receipt_companion|process)(?:\.[a-z]+(?:_[a-z]+)*)+$/);
    for (const name of metricNames) expect(name).not.toMatch(/seconds|bytes|total$/);
  });
});

interface Panel {
  readonly id: number;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly expr: string; readonly datasource: unknown }[];
}

describe('the dashboard', () => {
  const {
    panels,
    templating,
  }: { readonly panels: readonly Panel[]; readonly templating: { list: { name: string }[] } } = JSON.parse(
    read('grafana-dashboard.json'),
  );
  const targets = panels.flatMap((panel) => panel.targets ?? []);
  const expressions = targets.map(({ expr }) => expr);

  test('asks the data source that a person chooses', () => {
    for (const { datasource } of targets)
      expect(datasource).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) });
  });

  test('has panels with unique ids that fit into 24 columns and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  test('uses only variables that it defines', () => {
    const own = [...templating.list.map(({ name }) => name), '__rate_interval'];
    const used = expressions.flatMap((one) => [...one.matchAll(/\$(\w+)/g)].map(([, name = '']) => name));
    expect(used.filter((name) => !own.includes(name))).toEqual([]);
  });

  test('has queries that Prometheus understands', () => {
    const file = join(tempFolder(), 'rules.yml');
    const recorded = expressions.map((one, at) => {
      const expr = one.replaceAll('$__rate_interval', '5m').replaceAll('$mode', 'live');
      return { record: `asked:${at}`, expr };
    });
    // JSON is also YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    const { status, stdout, stderr } = ask('check', 'rules', file);
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  test('shows every metric', () => {
    const text = expressions.join('\n');
    const missing = allNamesInPrometheus().filter((name) => !name.endsWith('_sum') && !text.includes(name));
    expect(
      missing.filter((name) => !(name.endsWith('_count') && text.includes(name.replace(/_count$/, '_bucket')))),
    ).toEqual([]);
  });
});
