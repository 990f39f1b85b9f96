import type { CashierBridge, CustomerBridge, DockDrag } from '../../src-main/shared/bridge.ts';
import type { Result } from '../../src-main/shared/result.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';

/** Imitates main inside a page, on the other side of its bridge. */

/** The answers by command. Others get `{ok: true, value: null}`. */
export type Answers = { readonly [Name in CommandName]?: Result<unknown> };

export interface SentCommand {
  readonly name: string;
  readonly input: unknown;
}

interface FakeMain {
  show(snapshot: unknown): void;
  nextRev(): number;
  answer(changed: Answers): void;
  readonly sent: SentCommand[];
  /** Whether the page wanted the keyboard, at each change. */
  readonly keyboard: boolean[];
  /** The calls of the page: `callDock` (true if it wants the panel) and `dragDock`. */
  readonly dock: (boolean | DockDrag)[];
}

declare global {
  interface Window {
    fakeMain: FakeMain;
  }
}

export interface MainSays {
  readonly first: unknown;
  readonly answers: Record<string, unknown>;
}

/** The key under which a page stores main's answers for its next load. */
export const mainKey = 'main';

/** Runs in the page before its scripts, so it can use nothing of this module. */
export function pageMain(says: MainSays): void {
  const stored = sessionStorage.getItem('main');
  const { first, answers }: MainSays = stored === null ? says : JSON.parse(stored);
  let rev = 1;
  const listeners = new Set<(snapshot: never) => void>();
  const sent: SentCommand[] = [];
  const keyboard: boolean[] = [];
  const dock: (boolean | DockDrag)[] = [];
  const bridge = {
    command: (name: string, input: unknown) => {
      sent.push({ name, input });
      return Promise.resolve((answers[name] ?? { ok: true, value: null }) as never);
    },
    getView: () => Promise.resolve(first as never),
    getStarting: () => Promise.resolve(null),
    wantKeyboard: (isOn: boolean) => void keyboard.push(isOn),
    callDock: (isOn: boolean) => void dock.push(isOn),
    dragDock: (drag: DockDrag) => void dock.push(drag),
    onView: (listener: (snapshot: never) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    log: () => undefined,
  } satisfies CashierBridge & CustomerBridge;
  Object.assign(window, {
    bridge,
    fakeMain: {
      sent,
      keyboard,
      dock,
      answer: (changed: object) => Object.assign(answers, changed),
      nextRev: () => {
        rev += 1;
        return rev;
      },
      show: (snapshot: unknown) => {
        rev = Math.max(rev, (snapshot as { readonly rev: number }).rev);
        for (const listener of listeners) listener(snapshot as never);
      },
    },
  });
}
