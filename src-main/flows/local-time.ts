/** ISO 8601 with the offset of this computer, as `bill.head.date` asks for (interface document 2.3). */
export function isoWithOffset(epochMs: number): string {
  const minutes = -new Date(epochMs).getTimezoneOffset();
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
