/** The text of a file that a person wrote: editors on Windows begin with a byte order mark, and PowerShell writes UTF-16. */
export function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
