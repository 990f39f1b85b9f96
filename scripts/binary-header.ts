/** For which system and processor a binary was made, read from its first bytes. */
export interface BinaryHeader {
  readonly platform: 'linux' | 'win32' | 'darwin';
  /** As Node writes it; `universal` for a Mach-O that holds several. */
  readonly arch: string;
}

const elfMachines: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' };
const peMachines: Readonly<Record<number, string>> = { 332: 'ia32', 34404: 'x64', 43620: 'arm64' };
const machoTypes: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };

/** Null for what is none of ELF, PE and Mach-O, or for a processor that no target of ours has. */
export const readBinaryHeader = (bytes: Buffer): BinaryHeader | null => {
  const known = (platform: BinaryHeader['platform'], arch: string | undefined): BinaryHeader | null =>
    arch === undefined ? null : { platform, arch };
  if (bytes.length < 64) return null;
  if (bytes.readUInt32BE(0) === 0x7f454c46) return known('linux', elfMachines[bytes.readUInt16LE(18)]);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return known('darwin', machoTypes[bytes.readUInt32LE(4)]);
  if (bytes.readUInt32BE(0) === 0xcafebabe) return known('darwin', 'universal');
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = bytes.readUInt32LE(0x3c);
  if (at + 6 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
  return known('win32', peMachines[bytes.readUInt16LE(at + 4)]);
};

export const fitsTarget = (header: BinaryHeader | null, platform: string, arch: string): boolean =>
  header !== null && header.platform === platform && (header.arch === arch || header.arch === 'universal');
