import type { SessionContext } from './session-context.ts';

/** An open sale that nobody has touched for so long is nobody's who stands at the till, whatever the screen still shows. */
const leftAloneMs = 15 * 60_000;

/** Whether somebody is being served: a sale is open that was opened or changed a moment ago. */
export function isServing({ book }: Pick<SessionContext, 'book'>, now: number): boolean {
  const [newest] = book.list({ state: 'open', limit: 1 }).items;
  return newest !== undefined && now - newest.updatedAt < leftAloneMs;
}
