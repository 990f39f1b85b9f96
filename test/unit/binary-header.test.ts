import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitsTarget, readBinaryHeader } from '../../scripts/binary-header.ts';

const elf = (machine: number): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write('\x7fELF', 'latin1');
  bytes.writeUInt16LE(machine, 18);
  return bytes;
};
const pe = (machine: number): Buffer => {
  const bytes = Buffer.alloc(256);
  bytes.write('MZ', 'latin1');
  bytes.writeUInt32LE(0x80, 0x3c);
  bytes.write('PE\0\0', 0x80, 'latin1');
  bytes.writeUInt16LE(machine, 0x84);
  return bytes;
};
const macho = (type: number): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(type, 4);
  return bytes;
};

test.each([
  [elf(0x3e), 'linux', 'x64'],
  [elf(0xb7), 'linux', 'arm64'],
  [pe(0x8664), 'win32', 'x64'],
  [pe(0xaa64), 'win32', 'arm64'],
  [macho(0x01000007), 'darwin', 'x64'],
  [macho(0x0100000c), 'darwin', 'arm64'],
])('a binary says for which system and processor it is (%#)', (bytes, platform, arch) => {
  expect(readBinaryHeader(bytes)).toEqual({ platform, arch });
  expect(fitsTarget(readBinaryHeader(bytes), platform, arch)).toBe(true);
  expect(fitsTarget(readBinaryHeader(bytes), platform, arch === 'x64' ? 'arm64' : 'x64')).toBe(false);
});

test('what is no binary fits nothing', () => {
  expect(fitsTarget(readBinaryHeader(Buffer.from('#!/bin/sh\n'.repeat(20))), 'linux', 'x64')).toBe(false);
  expect(readBinaryHeader(Buffer.alloc(3))).toBeNull();
});

test('the program that runs this fits this computer', () => {
  expect(fitsTarget(readBinaryHeader(readFileSync(process.execPath)), process.platform, process.arch)).toBe(true);
});
