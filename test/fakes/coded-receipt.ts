export const cut = '\x1dV\x00';
const local = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
function qrCode(text: string): string {
  const size = text.length + 3;
  return `\x1d(k${String.fromCharCode(size & 0xff, size >> 8)}1P0${text}\x1d(k\x03\x001Q0\n`;
}
/** A receipt of 20.35, or another sum, with its fiscal code. */
export function codedReceipt(number: string, at: number, end = cut, sum = 20.35): string {
  const [cake, total] = [sum - 12.9, sum].map((amount) => amount.toFixed(2).replace('.', ','));
  const code = `_R1-AT1_KASSE-1_${number}_${local(at)}_12,90_${cake}_0,00_0,00_0,00_cb7dG1k=_3e1f9a_hJ8kQm0=_h1kPx2Q=`;
  return `\x1b@Cafe\nMelange 12,90\nKuchen ${cake}\nSumme ${total}\nBar ${total}\n${qrCode(code)}${end}`;
}
