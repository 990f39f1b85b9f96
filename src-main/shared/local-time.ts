/** Formats ISO 8601 with this computer's offset, as `bill.head.date` requires (receipt-service.md 2.3). */
export function isoWithOffset(epochMs: number): string {
  const minutes = -new Date(epochMs).getTimezoneOffset();
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** The date on which the business day of a time started. It compares local hours, because some days have 23 hours. */
export function businessDay(epochMs: number, startsAtHour: number): string {
  const day = new Date(epochMs);
  const isStillBefore = day.getHours() < startsAtHour;
  // Noon exists on every day, midnight does not.
  day.setHours(12, 0, 0, 0);
  if (isStillBefore) day.setDate(day.getDate() - 1);
  return isoWithOffset(day.getTime()).slice(0, 10);
}

export function dayBounds(day: string, startsAtHour: number): { readonly from: number; readonly to: number } {
  const from = new Date(`${day}T00:00:00`);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  for (const start of [from, to]) start.setHours(startsAtHour, 0, 0, 0);
  return { from: from.getTime(), to: to.getTime() };
}

/** When the clocks are set back, a minute comes twice, and the bounds contain both and the hour between them. */
export function minuteBounds(day: string, startsAtHour: number, hour: number, minute: number) {
  const at = new Date(`${day}T00:00:00`);
  if (hour < startsAtHour) at.setDate(at.getDate() + 1);
  at.setHours(hour, minute, 0, 0);
  const from = at.getTime();
  const hourLater = from + 3_600_000;
  const last = new Date(hourLater).getHours() === hour ? hourLater : from;
  return { from, to: last + 60_000 };
}

/** Noon of a day in milliseconds since the epoch. It exists on every day, also when the clocks change. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

export function dayPlus(day: string, days: number): string {
  const at = new Date(noonOf(day));
  at.setDate(at.getDate() + days);
  return isoWithOffset(at.getTime()).slice(0, 10);
}
