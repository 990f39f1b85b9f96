export const cut = '\x1dV\x00';
const local = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
function qrCode(text: string): string {
  const size = text.length + 3;
  return `\x1d(k${String.fromCharCode(size & 0xff, size >> 8)}1P0${text}\x1d(k\x03\x001Q0\n`;
}
/** A receipt of 20.35 with its fiscal code. */
export const codedReceipt = (number: string, at: number, end = cut): string =>
  `\x1b@Cafe\nMelange 12,90\nKuchen 7,45\nSumme 20,35\nBar 20,35\n${qrCode(
    `_R1-AT1_KASSE-1_${number}_${local(at)}_12,90_7,45_0,00_0,00_0,00_cb7dG1k=_3e1f9a_hJ8kQm0=_h1kPx2Q=`,
  )}${end}`;
