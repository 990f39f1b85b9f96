import { expect, test } from 'vitest';
import { observationsOf } from '../../../src-main/diagnostics/metrics-registry.ts';
import type { Metrics } from '../../../src-main/ports.ts';
import { inMode, measureSale } from '../../../src-main/sales/measure.ts';
import { type DisplayState, emptyDisplay } from '../../../src-main/sales/sale/customer-view.ts';
import type { Sale } from '../../../src-main/sales/sale/sale.ts';
import { noticeCodes } from '../../../src-main/shared/notice-codes.ts';
import type { StatusResource } from '../../../src-main/shared/till-view.ts';
import { projectFiles } from '../../fakes/project-files.ts';
import { refusal, sampleNow, sampleSale } from '../../fakes/sample-sale.ts';

const open = sampleSale();
const billed: Sale = { ...open, state: 'queued', billedAt: sampleNow + 5_000 };
const shown: Sale = { ...open, codeShownAt: sampleNow + 250 };
const onStage: DisplayState = { ...emptyDisplay, saleId: open.id, moment: 'qr' };

function reported(before: Sale | null, after: Sale, display = onStage, qrTiming: 'before' | 'after' = 'before') {
  const lines: unknown[] = [];
  const metrics: Metrics = {
    count: (name, labels) => lines.push([name, labels]),
    measure: (name, value, labels) => lines.push([name, value, labels]),
  };
  measureSale(
    inMode(metrics, 'training'),
    () => display,
    () => qrTiming,
  )(after, before);
  return lines;
}

test.each<[string, Sale | null, Sale, readonly string[]]>([
  ['a new one', null, open, ['opened']],
  ['a new one that came with its bill', null, billed, ['opened', 'billed']],
  ['one whose code was painted', open, shown, ['shown']],
  ['one that was delivered', billed, { ...billed, state: 'delivered', deliveredAt: sampleNow + 6_000 }, ['delivered']],
  ['one that was refused', billed, { ...billed, state: 'attention', attention: refusal }, ['refused']],
  ['one that is printed', billed, { ...billed, printed: 'queued' }, ['printed']],
  ['one whose print report was delivered', { ...billed, printed: 'queued' }, { ...billed, printed: 'done' }, []],
  ['one that is cancelled', open, { ...open, cancelled: 'queued' }, ['cancelled']],
  ['one with another language', open, { ...open, language: 'sv' }, []],
])('a change of a sale is counted with its kind and with the mode training: %s', (_what, before, after, steps) => {
  const counted = steps.map((event) => ['receipt_companion.sales', { event, mode: 'training' }]);
  expect(reported(before, after, emptyDisplay)).toEqual(counted);
});

test('the time to the code starts with the call of the till; a code that a person showed is not measured', () => {
  const seconds = (...given: Parameters<typeof reported>) => reported(...given)[1] ?? null;
  const took = (time: number) => ['receipt_companion.qr.paint.duration', time, { mode: 'training' }];
  expect(seconds(open, shown)).toEqual(took(0.25));
  expect(seconds(billed, { ...billed, codeShownAt: sampleNow + 5_100 }, onStage, 'after')).toEqual(took(0.1));
  expect(seconds(open, open)).toBeNull();
  expect(seconds(open, shown, { ...onStage, requested: true })).toBeNull();
  expect(seconds(open, shown, { ...onStage, saleId: 'another' })).toBeNull();
  expect(seconds(open, { ...shown, qrReplaced: true })).toBeNull();
  expect(seconds(open, { ...shown, codeShownAt: open.createdAt - 60_000 })).toEqual(took(0));
});

test('every notice and every state of the service is reported, with zero for inactive ones', () => {
  const status = {
    mode: 'live',
    service: 'offline',
    notices: ['clockWrong'],
    pool: {},
    display: {},
    outbox: { oldestSeconds: 90, storesUnknown: ['store-1'] },
  };
  const seen = observationsOf(status as unknown as StatusResource);
  const of = (name: string) =>
    seen.filter((one) => one.name === name).map(({ value, attributes }) => [value, attributes]);
  expect(of('receipt_companion.notices')).toHaveLength(noticeCodes.length);
  expect(of('receipt_companion.notices').filter(([value]) => value === 1)).toEqual([
    [1, { mode: 'live', code: 'clockWrong' }],
  ]);
  expect(of('receipt_companion.service.state').toSorted()).toEqual([
    [0, { mode: 'live', state: 'online' }],
    [0, { mode: 'live', state: 'signInNeeded' }],
    [0, { mode: 'live', state: 'unknown' }],
    [1, { mode: 'live', state: 'offline' }],
  ]);
  expect(of('receipt_companion.queue.oldest.age')).toEqual([[90, { mode: 'live' }]]);
  expect(JSON.stringify(seen)).not.toContain('store-1');
});

test('the writer of metrics is not loaded without metrics: a single file imports it on demand', () => {
  const naming = projectFiles('src-main/**/*.ts')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.includes("otlp.ts'"));
  expect(naming.map((line) => line.trim())).toEqual([
    "import type { Otlp } from './otlp.ts';",
    "const { openOtlp } = await import('./otlp.ts');",
  ]);
});
