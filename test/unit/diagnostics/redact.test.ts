import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactText } from '../../../src-main/shared/redact.ts';

/** A token with a canary: three parts in base64url, as an identity provider issues them. */
const jwt = `eyJhbGciOiJub25lIn0.${Buffer.from('{"sub":"canary"}').toString('base64url')}.c2lnbmF0dXJl`;

/** Texts that must not leave the app, each with the part to search for. The card numbers are test numbers. */
const shapedCanaries = [
  { text: 'Bearer canary-0123456789abcdef', canary: 'canary-0123456789abcdef' },
  { text: 'authorization: Basic Y2FuYXJ5OnBhc3N3b3Jk', canary: 'Y2FuYXJ5OnBhc3N3b3Jk' },
  { text: jwt, canary: jwt.slice(30, 50) },
  { text: '4111111111111111', canary: '4111111111111111' },
  { text: '4111 1111 1111 1111', canary: '1111 1111' },
  { text: '4222222222222', canary: '4222222222222' },
  { text: '5500-0000-0000-0004', canary: '0000-0000' },
  { text: '12 4111111111111111', canary: '4111111111111111' },
  { text: 'on 2026-01-05 4111 1111 1111 1111', canary: '1111 1111' },
  { text: '378282246310005', canary: '378282246310005' },
  { text: 'jane.canary@example.invalid', canary: 'jane.canary' },
  { text: 'https://canary:hunter2@proxy.example/path', canary: 'hunter2' },
  { text: 'grant_type=password&password=canary%20word&scope=x', canary: 'canary%20word' },
  { text: '{"access_token":"canary-abc","expires_in":"3600"}', canary: 'canary-abc' },
  { text: '{\\"refresh_token\\":\\"canary-abc\\"}', canary: 'canary-abc' },
  { text: 'externalId=canary-77', canary: 'canary-77' },
  { text: '{"password": "two canary words"}', canary: 'canary words' },
] as const;

const privateKeys = [
  'password',
  'accessToken',
  'refresh_token',
  'Authorization',
  'set-cookie',
  'clientSecret',
  'externalId',
  'externalUserId',
  'userId',
  'eMailAddress',
  'email',
  'cardPan',
  'card',
  'loyaltyCardBarcode',
  'RECEIPT_COMPANION_DATA_KEY',
  'partnerKey',
  'username',
  'buyer',
  'phone',
];

describe('private data in the log', () => {
  test('a card number that is stored as a number is removed', () => {
    expect(redact(4111111111111111)).toBe('[removed]');
  });

  test('every private value is removed anywhere in a text, and in JSON inside JSON', () => {
    const canaryLeaf = fc
      .constantFrom(...shapedCanaries)
      .chain(({ text, canary }) =>
        fc
          .tuple(fc.lorem({ maxCount: 3 }), fc.lorem({ maxCount: 3 }))
          .map(([before, after]) => ({ value: `${before} ${text} ${after}`, canary })),
      );
    const namedLeaf = fc
      .constantFrom(...privateKeys)
      .map((name) => ({ value: JSON.stringify({ [name]: 'named-canary' }), canary: 'named-canary' }));
    fc.assert(
      fc.property(fc.oneof(canaryLeaf, namedLeaf), fc.nat({ max: 4 }), ({ value, canary }, depth) => {
        let text = value;
        for (let at = 0; at < depth; at += 1) text = JSON.stringify({ text });
        expect(redactText(text)).not.toContain(canary);
        expect(JSON.stringify(redact([text]))).not.toContain(canary);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('other data in the log', () => {
  test.each([
    'sale 423d0e42-8d20-49d0-8b51-74878767639f queued',
    'took 1732174979000 ms',
    'from 1732174979002 to 1732174979010-1732174979010',
    'GET /api/v3/bill/url answered 503',
    'C:\\Users\\till\\receipts at 09:30',
    'version 4.11.1',
    'the service said: store unknown',
  ])('the text "%s" stays', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each(['6f1c2b1e-1111-4111-8111-111111111111', 1_732_174_979_000, 3, 0.6333333333333334, true, null])(
    'the value %s stays',
    (value) => {
      expect(redact(value)).toBe(value);
    },
  );
});

describe('redaction', () => {
  test('turns a value of another type into its name, and limits texts and lists', () => {
    expect([redact({ open: 'canary' }), redact(1n), redact(Number.NaN)]).toEqual(['[object]', '[bigint]', 'NaN']);
    const size = (value: unknown): number => JSON.stringify(redact(value)).length;
    expect(size(Array.from({ length: 1_000 }, () => 'x'))).toBeLessThan(500);
    expect(size('x'.repeat(1_000_000))).toBeLessThan(2_100);
    expect(size(`${'a'.repeat(500_000)}@`)).toBeLessThan(2_100);
  });

  test('does not leave the first half of a secret that is cut by the size limit', () => {
    expect(redactText(`${'x '.repeat(995)}4111111111111111 ${'y '.repeat(500)}`)).not.toMatch(/4111/);
  });
});
