/** ISO 8601 with the offset of this computer, as `bill.head.date` asks for (interface document 2.3). */
export function isoWithOffset(epochMs: number): string {
  const minutes = -new Date(epochMs).getTimezoneOffset();
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** From midnight to midnight by the clock of this computer; `day` is `YYYY-MM-DD`, `to` is exclusive. */
export function dayBounds(day: string): { readonly from: number; readonly to: number } {
  const from = new Date(`${day}T00:00:00`);
  const to = new Date(from);
  // A day has 23 or 25 hours twice a year.
  to.setDate(to.getDate() + 1);
  return { from: from.getTime(), to: to.getTime() };
}
