import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { createEncryption } from '../../../src-main/storage/encryption.ts';
import { createSaleTable, type SaleFilter, type SaleTable } from '../../../src-main/storage/sale-table.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';
import { volume } from '../../fakes/drawn.ts';
import { queryPlans } from '../../fakes/list-statements.ts';
import { openReceipts } from '../../fakes/sale-row.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { folderOfFile, tempFolder } from '../../fakes/temp-folder.ts';

/** The values of a sale that a search compares. The test compares them sale by sale, without an index. */
interface Known {
  readonly id: string;
  readonly reference: string;
  receiptNumber: string | null;
  amountCents: number | null;
  readonly state: string;
  readonly createdAt: number;
}

const encryption = createEncryption(new Uint8Array(32).fill(7), systemRandom);
/** Few characters, so that a search finds many sales. Some are wildcards, and some have several bytes. */
const plainLetters = [...'ab12-"*%äß🙂 '];
const letters = [...plainLetters, ...'ABÄİ'];

function openTable(path: string) {
  const database = openDatabase(path, receiptFormat);
  onTestFinished(() => database.close());
  return { database, table: createSaleTable(database, encryption) };
}

type Opened = ReturnType<typeof openTable>;

function openFilled(): Opened {
  const path = join(tempFolder(), 'receipts.db');
  copyFileSync(filled.path, path);
  return openTable(path);
}

function addSales({ database, table }: Opened, known: Known[], count: number, random: () => number): void {
  const wordOf = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => letters[Math.floor(random() * letters.length)]).join(
      '',
    );
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const at = known.length;
      const sale: Known = {
        id: `sale-${at}`,
        reference: wordOf(8),
        receiptNumber: random() < 0.3 ? null : wordOf(5),
        amountCents: random() < 0.3 ? null : Math.floor(random() * 60) - 10,
        state: ['open', 'delivered', 'delivered', 'cancelled'][Math.floor(random() * 4)] ?? '',
        createdAt: at,
      };
      known.push(sale);
      const rest = { till: 'till', businessDay: `${at}`, storeId: 'store-1', place: 'open', updatedAt: 0 } as const;
      table.insert({ ...sale, ...rest, doc: 'canary' });
    }
  });
}

/** More sales than a search reads without the index. */
const filled = (() => {
  const folder = folderOfFile();
  const path = join(folder, 'filled.db');
  const known: Known[] = [];
  const opened = { database: openDatabase(path, receiptFormat) };
  addSales(
    { ...opened, table: createSaleTable(opened.database, encryption) },
    known,
    3_300,
    createSeededRandom(4).fraction,
  );
  opened.database.close();
  return { path, known };
})();

const lower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function lookAtEach(
  known: readonly Known[],
  { search, state, from = 0, before = Number.POSITIVE_INFINITY }: Omit<SaleFilter, 'limit'>,
): readonly string[] {
  const { text = '' } = search ?? {};
  const texts = [text, text.toLowerCase(), text.toUpperCase()].map(lower);
  const fits = (sale: Known): boolean =>
    [sale.reference, sale.receiptNumber ?? ''].some((own) => texts.some((one) => lower(own).includes(one))) ||
    (sale.amountCents !== null && sale.amountCents === search?.amountCents);
  return known
    .filter(
      (sale, index) =>
        index + 1 < before && fits(sale) && (state === undefined || sale.state === state) && sale.createdAt >= from,
    )
    .map(({ id }) => id)
    .reverse()
    .slice(0, 3 * pageSize);
}

const pageSize = 20;

function searchIn({ table }: Opened, filter: Omit<SaleFilter, 'limit'>): readonly string[] {
  const ids: string[] = [];
  let { before } = filter;
  for (let pages = 0; pages < 3; pages += 1) {
    const { rows, more } = table.list({ ...filter, before, limit: pageSize });
    ids.push(...rows.map(({ id }) => id));
    if (!more) break;
    before = rows.at(-1)?.seq;
  }
  return ids;
}

const indexedCount = ({ database }: Opened): unknown =>
  database.sql('select count(*) as count from sale_words_docsize').get()?.count;

const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 300 }), seed: fc.integer() }),
  fc.record({
    change: fc.nat(),
    receiptNumber: fc.string({ unit: fc.constantFrom(...plainLetters), minLength: 3, maxLength: 6 }),
  }),
);
const search = fc.record({
  text: fc.string({ unit: fc.constantFrom(...letters, '\0'), minLength: 1, maxLength: 4 }),
  amountCents: fc.option(fc.integer({ min: -10, max: 50 })),
});
const state = fc.constantFrom(undefined, undefined, 'delivered', 'cancelled', 'open');
const from = fc.constantFrom(undefined, undefined, 3_000);
const before = fc.option(fc.integer({ min: 1, max: 3_500 }), { nil: undefined });

test('a search finds the same sales as a comparison with each sale, while sales are added and changed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ step, search, state, from, before }), { minLength: 10, maxLength: 20 }),
      (turns) => {
        const known = filled.known.map((sale) => ({ ...sale }));
        const opened = openFilled();
        for (const turn of turns) {
          if ('add' in turn.step) {
            addSales(opened, known, turn.step.add, createSeededRandom(turn.step.seed).fraction);
          } else {
            const { change, receiptNumber } = turn.step;
            const sale = known[change % known.length];
            if (sale === undefined) continue;
            Object.assign(sale, { receiptNumber, amountCents: change % 50 });
            opened.table.update(sale.id, { receiptNumber, amountCents: change % 50 }, 'canary');
            const upToIt = { search: { text: receiptNumber, amountCents: 1_000 }, before: sale.createdAt + 2 };
            expect(searchIn(opened, upToIt)[0]).toBe(sale.id);
          }
          expect(searchIn(opened, turn)).toEqual(lookAtEach(known, turn));
        }
        opened.database.close();
      },
    ),
    { numRuns: volume(100), endOnFailure: true },
  );
});

test('the index contains all sales except about the newest thousand, and takes further ones a hundred at a time', () => {
  const opened = openFilled();
  expect(indexedCount(opened)).toBe(2_300);
  const known = [...filled.known];
  for (const { reference, createdAt } of known.slice(2_290, 2_310)) {
    const upToIt = { search: { text: reference, amountCents: null }, before: createdAt + 2 };
    expect(searchIn(opened, upToIt)).toEqual(lookAtEach(known, upToIt));
  }
  addSales(opened, known, 99, createSeededRandom(5).fraction);
  expect(indexedCount(opened)).toBe(2_300);
  addSales(opened, known, 1, createSeededRandom(6).fraction);
  expect(indexedCount(opened)).toBe(2_400);
});

test('after the content of a sale was removed, the search index contains only the remaining fields', () => {
  const opened = openFilled();
  const sale = filled.known.find(({ reference }) => /^[\w-]{4,}$/.test(reference));
  if (sale === undefined) throw new Error('there are sales');
  const upToIt = { search: { text: sale.reference, amountCents: null }, before: sale.createdAt + 2 };
  opened.table.forget(sale.id, '{}', 1);
  expect(searchIn(opened, upToIt)[0]).toBe(sale.id);
  opened.database.sql(`create virtual table temp.terms using fts5vocab(main, sale_words, 'row')`).run();
  const terms = opened.database
    .sql('select term from terms')
    .all()
    .map(({ term }) => String(term));
  const text = (known: Known) => [known.reference, known.amountCents ?? '', known.receiptNumber ?? ''].join('\n');
  const plain = filled.known.slice(0, 2_300).map(text).join('\r').toLowerCase();
  const strange = terms.filter((term) => !plain.includes(term.toLowerCase()));
  expect(strange).toEqual([]);
});

/** The first step of each query, marked if the database sorts the rows afterwards. */
function plansOf(ask: (table: SaleTable) => unknown): readonly string[] {
  const database = openReceipts();
  const table = createSaleTable(database, encryption);
  return queryPlans(database, () => ask(table)).map((steps) =>
    steps.some((step) => step.includes('TEMP B-TREE')) ? `sorted: ${steps[0]}` : String(steps[0]),
  );
}

test('a sale is located by till and reference, without reading the other sales of the till', () => {
  const byReference = expect.stringContaining('(till=? AND reference=?');
  expect(plansOf((table) => table.findByReference('till-1', '0001'))).toEqual([byReference]);
  expect(plansOf((table) => table.findByReference('till-1', '0001', '2026-01-05'))).toEqual([byReference]);
  const ofToday = plansOf((table) => table.listByReference('till-1', '0001', '2026-01-05', false));
  expect(ofToday).toEqual([byReference]);
  expect(plansOf((table) => table.list({ tills: ['till-1'], reference: '0001', limit: 9 }))).toEqual([byReference]);
});

test('the list of sales of one till reads no sales of other tills', () => {
  const ofTill = expect.stringContaining('sales_by_till (till=?');
  expect(plansOf((table) => table.list({ tills: ['till-1', 'till-2'], limit: 9 }))).toEqual([ofTill, ofTill]);
  expect(plansOf((table) => table.list({ tills: ['till-1'], before: 9, limit: 9 }))).toEqual([ofTill]);
});

test('counting open sales reads only open sales', () => {
  const ofState = expect.stringContaining('sales_by_state (state=?');
  expect(plansOf((table) => table.openByTill())).toEqual([ofState]);
});

test('a search for a word uses the index of words and reads only the requested page', () => {
  const search = { text: 'a-17', amountCents: 1_700 };
  const [newest, indexed] = plansOf((table) => table.list({ search, before: 9, limit: 9 }));
  expect([newest, indexed]).toEqual([
    expect.stringMatching(/^SEARCH sales USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/),
    expect.stringMatching(/^SCAN sale_words VIRTUAL TABLE INDEX [^=]*M1</),
  ]);
});
