const two = (value: number): string => String(value).padStart(2, '0');

const written = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The current business day by this computer's clock, `YYYY-MM-DD`. An evening belongs to it until the set hour. */
export function businessDayNow(startsAtHour: number, now = new Date()): string {
  return now.getHours() < startsAtHour ? dayBeside(written(now), -1) : written(now);
}

/** Noon of a day, in milliseconds since the epoch: it is there on every day, also when the clocks change. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

/** The day `days` after (or before, below 0) this one. */
export function dayBeside(day: string, days: number): string {
  const at = new Date(noonOf(day));
  at.setDate(at.getDate() + days);
  return written(at);
}
