import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkBill } from '../../src-main/receipts/check-bill.ts';
import { longBill } from '../fixtures/receipts/valid-bills.ts';
import { type BenchSizes, type Figure, ratioRow, sideBySide, slopeOf, spreadOf } from './figures.ts';

/** The published schema of a bill, compiled by Fastify's Ajv. */
function publishedSchema(): (bill: unknown) => boolean {
  const ours = createRequire(import.meta.url);
  const { default: Ajv } = createRequire(ours.resolve('fastify'))('ajv/dist/2020.js') as {
    readonly default: new (
      options: object,
    ) => { addSchema(schema: object, key: string): void; compile(schema: object): (value: unknown) => boolean };
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')), 'api');
  return ajv.compile({ $ref: 'api#/components/schemas/Bill' });
}

export async function checkRows({ lines, samples }: BenchSizes): Promise<readonly Figure[]> {
  const fits = publishedSchema();
  const points: (readonly [number, number])[] = [];
  const rows: Figure[] = [];
  for (const lineCount of lines) {
    const text = JSON.stringify(longBill(lineCount));
    const turns = Math.max(5, Math.ceil((samples * 20) / (20 + lineCount)));
    const times = await sideBySide(
      turns,
      () => checkBill(JSON.parse(text)),
      () => {
        if (!fits(JSON.parse(text))) throw new Error('the published schema refuses a good bill');
      },
    );
    points.push([Math.log(lineCount), Math.log(spreadOf(times[0]).p50)]);
    rows.push(ratioRow(`read and check a ${lineCount}-line bill, beside JSON.parse and Ajv`, times, 2));
  }
  // An exponent of 1 is proportional, 0 is constant.
  const exponent = slopeOf(points);
  const name = `how checking grows from ${lines[0]} to ${lines.at(-1)} lines`;
  const figure = `exponent ${exponent.toFixed(2)}`;
  return [...rows, { name, figure, target: '<= 1.1', met: exponent <= 1.1, measured: { exponent } }];
}
