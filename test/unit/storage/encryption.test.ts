import { expect, test } from 'vitest';
import { createEncryption, keyMark, keyMarkIn } from '../../../src-main/storage/encryption.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';

const key = systemRandom.bytes(32);
const encryption = createEncryption(key, systemRandom);

test('a text in any language is decrypted unchanged, and two encryptions of it differ', () => {
  const text = 'Käse 🧀 ‏مرحبا 4.20';
  const encrypted = encryption.encrypt('row-1', text);
  expect(encryption.decrypt('row-1', encrypted)).toBe(text);
  expect(Buffer.from(encrypted).includes('4.20')).toBe(false);
  expect(Buffer.from(encryption.encrypt('row-1', text)).equals(Buffer.from(encrypted))).toBe(false);
});

test('an encrypted text is not decrypted for another row, with another key, or with one changed bit', () => {
  const encrypted = encryption.encrypt('row-1', 'text');
  expect(() => encryption.decrypt('row-2', encrypted)).toThrow();
  expect(() => createEncryption(systemRandom.bytes(32), systemRandom).decrypt('row-1', encrypted)).toThrow();
  for (let byte = 0; byte < encrypted.byteLength; byte += 1) {
    const changed = Uint8Array.from(encrypted);
    changed[byte] = (changed[byte] ?? 0) ^ 1;
    expect(() => encryption.decrypt('row-1', changed)).toThrow();
  }
});

test('an encrypted text begins with the mark of its key, which reveals nothing of the key', () => {
  const encrypted = encryption.encrypt('row-1', 'text');
  expect(keyMarkIn(encrypted)).toBe(keyMark(key).toString('hex'));
  expect(Buffer.from(encrypted).includes(Buffer.from(key.slice(0, 4)))).toBe(false);
});

test('a key of another length is refused', () => {
  expect(() => createEncryption(new Uint8Array(16), systemRandom)).toThrow('16 bytes. Expected 32');
});

test('an encrypted text with a shortened tag is refused without an attempt to decrypt it', () => {
  const encrypted = encryption.encrypt('row-1', '');
  expect(encrypted.byteLength).toBe(36);
  for (const bytes of [0, 12, 16, 24, 27]) {
    expect(() => encryption.decrypt('row-1', encrypted.subarray(0, 8 + bytes))).toThrow(
      `Found ${bytes} bytes. Expected 28 or more`,
    );
  }
});
