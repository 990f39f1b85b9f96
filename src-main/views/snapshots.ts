import type { ScreenRole, Screens } from '../ports.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';

/** The last snapshot of each window. The program owns them, and their revision only grows. */
export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots(screens: Pick<Screens, 'show'>) {
  const last: { [Role in ScreenRole]?: Snapshot<ViewOf[Role]> } = {};
  let texts: { [Role in ScreenRole]?: string } = {};
  let rev = 0;
  return {
    /** Sends the view unless it equals the last one. `text` is the view as JSON, if the caller already has it. */
    show<Role extends ScreenRole>(role: Role, view: ViewOf[Role], text = JSON.stringify(view)): void {
      if (text === texts[role]) return;
      texts[role] = text;
      rev += 1;
      const snapshot: Snapshot<ViewOf[Role]> = { rev, view };
      Object.assign(last, { [role]: snapshot });
      screens.show(role, snapshot);
    },
    /** Sends the next views even if they are equal, so that the customer window confirms them to a new app. */
    sendAgain(): void {
      texts = {};
    },
    last: <Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | undefined => last[role],
    mustBe<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> {
      const snapshot = last[role];
      if (snapshot === undefined) throw new Error('no snapshot after a refresh');
      return snapshot;
    },
  };
}
