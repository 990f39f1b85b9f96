import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bill } from '../../../src-main/receipts/bill.ts';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { renameKey, toWireBill, type WireOptions } from '../../../src-main/receipts/to-wire.ts';
import { volume } from '../../fakes/drawn.ts';
import { type Json, validBill, validNames } from '../../fixtures/receipts/valid-bills.ts';

const billId = '00000000-0000-4000-8000-00000000000a';
const ownKey = 'extension:acme';
const options: WireOptions = { billId: billId, extensionKey: ownKey, training: false };

const usable = (bill: unknown): Bill => {
  const check = checkBill(bill, { extensionKey: ownKey });
  if (check.bill === null) throw new Error(JSON.stringify(check.errors));
  return check.bill;
};

function putBack(changed: Json, original: Json | undefined, key: string): void {
  if (original !== undefined && Object.hasOwn(original, key)) changed[key] = original[key];
  else delete changed[key];
}

const keyRenamed = (object: Json, from: string, to: string): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));

/** Removes the documented additions. The rest must equal the till's bill. */
function undone(wire: Bill, original: Json): Json {
  const bill = renameKey(wire, ownKey, 'extension:service') as Json;
  const extension = 'extension:service';
  putBack(bill, original, 'id');
  const misc = original.misc as Json | undefined;
  const wireMisc = { ...(bill.misc as Json) };
  const wireExtension = { ...(wireMisc[extension] as Json) };
  putBack(wireExtension, misc?.[extension] as Json | undefined, 'isExample');
  putBack(wireExtension, misc?.[extension] as Json | undefined, 'couponingInformation');
  wireMisc[extension] = wireExtension;
  if (misc?.[extension] === undefined) delete wireMisc[extension];
  bill.misc = wireMisc;
  if (misc === undefined) delete bill.misc;
  const security = original.security as Json;
  if (Object.hasOwn(security, 'tse')) {
    let names = keyRenamed(bill.security as Json, 'fiscalization', 'tse');
    if (Object.hasOwn(security, 'fiscalization')) names = bill.security as Json;
    const old = security[extension] as Json;
    if (Object.hasOwn(old, 'tseFailure')) {
      names[extension] = keyRenamed(
        keyRenamed(names[extension] as Json, 'failure', 'tseFailure'),
        'required',
        'tseRequired',
      );
    }
    bill.security = names;
  }
  return bill;
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    for (const child of Object.values(value)) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}

const billWithUnknowns = fc
  .record({
    name: fc.constantFrom(...validNames),
    unknowns: fc.array(
      fc.tuple(
        fc.nat(),
        fc.oneof(
          fc.string({ unit: 'binary' }).map((text) => `u${text}`),
          fc.constantFrom('__proto__', 'constructor', '0', '17', ''),
        ),
        fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
      ),
      { maxLength: 6 },
    ),
  })
  .map(({ name, unknowns }) => {
    const bill = validBill(name);
    for (const [place, key, value] of unknowns) {
      const objects: object[] = [];
      const collect = (node: unknown): void => {
        if (node === null || typeof node !== 'object') return;
        if (!Array.isArray(node)) objects.push(node);
        for (const child of Object.values(node)) collect(child);
      };
      collect(bill);
      const target = objects[place % objects.length] ?? bill;
      Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return JSON.stringify(bill);
  })
  .filter((text) => checkBill(JSON.parse(text), { extensionKey: ownKey }).bill !== null);

describe('the wire form', () => {
  test('equals the input of the till, in order and to the letter, apart from the listed additions', () => {
    fc.assert(
      fc.property(billWithUnknowns, fc.boolean(), fc.option(fc.string()), (text, training, transactionId) => {
        const sent = deepFreeze(JSON.parse(text)) as Json;
        const wire = toWireBill(usable(sent), { ...options, training, transactionId });
        expect(JSON.stringify(sent)).toBe(text);
        expect(JSON.stringify(undone(JSON.parse(JSON.stringify(wire)), JSON.parse(text)))).toBe(text);
      }),
      { numRuns: volume(1_500) },
    );
  });

  test('has the id of the sale at the place where the till wrote its id, and no neutral extension key', () => {
    const wire = toWireBill(usable({ id: null, ...validBill('every-field') }), options);
    expect(Object.entries(wire)[0]).toEqual(['id', billId]);
    expect(JSON.stringify(wire)).not.toContain('"extension:service":');
  });

  test('leaves an object that has both keys as it is, so that nothing is lost', () => {
    const both = { 'extension:service': { a: 1 }, [ownKey]: { b: 2 } };
    expect(renameKey({ both }, 'extension:service', ownKey)).toEqual({ both });
  });

  test('can be made of a receipt at the deepest allowed nesting', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 62; level += 1) deep = { 'extension:service': deep };
    const wire = toWireBill(usable({ ...validBill('minimal'), deep }), options);
    expect(JSON.stringify(wire).split(ownKey)).toHaveLength(63);
  });
});

describe('training', () => {
  test('amounts lose the noise of binary fractions, net and VAT amounts are rounded to cents, and other fields stay', () => {
    const vat = { percentage: 19, inclVat: 19.900000000000002, exclVat: 16.722689, vat: 3.177311 };
    const given = {
      ...validBill('minimal'),
      data: { currency: 'EUR', fullAmountInclVat: 0.30000000000000004, vatAmounts: [vat] },
      noisy: 0.30000000000000004,
    };
    const wire = toWireBill(usable(given), options);
    expect(wire).toMatchObject({
      data: { fullAmountInclVat: 0.3, vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }] },
      noisy: 0.30000000000000004,
    });
  });

  test('marks every receipt as an example, also one with the opposite mark', () => {
    for (const name of ['minimal', 'de-copy', 'every-field']) {
      const wire = toWireBill(usable(validBill(name)), { ...options, training: true });
      expect(wire).toMatchObject({ misc: { [ownKey]: { isExample: true } } });
    }
  });

  test('adds no mark to a receipt in live mode', () => {
    expect(toWireBill(usable(validBill('minimal')), options)).not.toHaveProperty('misc');
  });
});

const sentWith = (given: Json | null, transactionId: string | null): unknown => {
  const bill = { ...validBill('minimal'), misc: { 'extension:service': { couponingInformation: given } } };
  const wire = toWireBill(usable(bill), { ...options, transactionId }) as Json;
  return ((wire.misc as Json)[ownKey] as Json).couponingInformation;
};

test('the couponing of the till keeps all its members, and the app adds its transaction where the till gave none', () => {
  const given = { collectedPoints: 74, usedPoints: null, type: 'Generic', own: { x: 1 } };
  expect(sentWith(null, 'tx-app')).toEqual({ type: 'Generic', transactionId: 'tx-app' });
  expect(JSON.stringify(sentWith(given, 'tx-app'))).toBe(JSON.stringify({ ...given, transactionId: 'tx-app' }));
  const own = { ...given, transactionId: 'tx-till' };
  expect([sentWith(own, 'tx-app'), sentWith(own, null)]).toEqual([own, own]);
});

describe('deprecated names', () => {
  test('are replaced by their successors, in place', () => {
    const wire = toWireBill(usable(validBill('de-tse-deprecated-names')), options);
    expect(Object.keys(wire.security)).toEqual(['fiscalization', ownKey]);
    expect(wire.security[ownKey]).toEqual({ failure: false, required: true });
  });

  test('replace a successor that is null, written by a serializer in addition to the old name', () => {
    const tse = { type: 'Tse', signature: 'old' };
    for (const security of [
      { tse, fiscalization: null },
      { fiscalization: null, tse },
    ]) {
      const wire = toWireBill(usable({ ...validBill('minimal'), security }), options);
      expect(wire.security).toEqual({ fiscalization: tse });
    }
  });

  test('stay in addition to an existing successor', () => {
    const security = {
      tse: { type: 'Tse', signature: 'old' },
      fiscalization: { type: 'Tse', signature: 'new' },
      'extension:service': { tseFailure: true, failure: false },
    };
    const wire = toWireBill(usable({ ...validBill('minimal'), security }), options);
    expect(JSON.stringify(wire.security)).toBe(JSON.stringify(security).replace('extension:service', ownKey));
  });
});
