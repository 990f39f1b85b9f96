import { describe, expect, test } from 'vitest';
import type { CashierBridge } from '../../../src-main/shared/bridge.ts';
import { done, failed, type Result } from '../../../src-main/shared/result.ts';
import type { Snapshot } from '../../../src-main/shared/views.ts';
import { startCard } from '../../../src-renderer/cashier/sale/use-sale-actions.ts';
import { createSend } from '../../../src-renderer/cashier/send.ts';
import { createSession } from '../../../src-renderer/cashier/session-store.ts';
import { createViewStore } from '../../../src-renderer/view-store.ts';

describe('the view store', () => {
  const source = (first: Snapshot<string> | null) => {
    const listeners = new Set<(snapshot: Snapshot<string>) => void>();
    return {
      getView: () => Promise.resolve(first),
      onView: (listener: (snapshot: Snapshot<string>) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      push: (snapshot: Snapshot<string>) => {
        for (const listener of listeners) listener(snapshot);
      },
    };
  };

  test('a snapshot that comes late does not replace a newer one', () => {
    const main = source(null);
    const { store, start } = createViewStore(main);
    start();
    main.push({ rev: 5, view: 'five' });
    main.push({ rev: 4, view: 'four' });
    main.push({ rev: 5, view: 'five again' });
    expect(store.getState().snapshot).toEqual({ rev: 5, view: 'five' });
  });

  test('the first answer does not replace a newer pushed state', async () => {
    const main = source({ rev: 1, view: 'first' });
    const { store, start } = createViewStore(main);
    start();
    main.push({ rev: 2, view: 'second' });
    await Promise.resolve();
    expect(store.getState().snapshot?.view).toBe('second');
  });

  test('no state arrives after the end', () => {
    const main = source(null);
    const { store, start } = createViewStore(main);
    start()();
    main.push({ rev: 1, view: 'late' });
    expect(store.getState().snapshot).toBeNull();
  });
});

describe('sending a command', () => {
  /** A window whose commands get these answers in turn. After the last one the connection to main is broken. */
  function windowWith(...answers: Result<unknown>[]) {
    const names: string[] = [];
    const session = createSession();
    const bridge: CashierBridge = {
      command: async (name) => {
        names.push(name);
        const answer = answers.shift();
        if (answer === undefined) throw new Error('gone');
        return answer as never;
      },
      getView: () => Promise.resolve(null),
      getStarting: () => Promise.resolve(null),
      wantKeyboard: () => undefined,
      callDock: () => undefined,
      dragDock: () => undefined,
      onView: () => () => undefined,
      log: () => undefined,
    };
    return { names, session, notice: () => session.getState().notice, send: createSend(bridge, session) };
  }
  type Window = ReturnType<typeof windowWith>;

  const answerPin = ({ session }: Window, isUnlocked: boolean) =>
    session.subscribe(({ pinPrompt }) => {
      if (pinPrompt === null) return;
      session.setState({ pinPrompt: null });
      pinPrompt(isUnlocked);
    });

  test('a double tap makes one sale', async () => {
    const { names, session, send } = windowWith(done({ saleId: 'x' }), done({ saleId: 'x' }));
    const [first, second] = await Promise.all([send('sale.new', { amount: 5 }), send('sale.new', { amount: 5 })]);
    expect([names, first.ok, second.ok]).toEqual([['sale.new'], true, false]);
    expect(session.getState().busy.size).toBe(0);
  });

  test('a refusal becomes the notice, and the next command removes it', async () => {
    const { notice, send } = windowWith(failed('offline', 'no answer'), done(null));
    await send('sale.undo', { saleId: 'x' });
    expect(notice()).toEqual({ kind: 'error', code: 'offline' });
    await send('sale.undo', { saleId: 'x' });
    expect(notice()).toBeNull();
  });

  test('a failure after the PIN was entered is reported like any other failure', async () => {
    const window = windowWith(failed('pinNeeded', 'locked'), failed('offline', 'no answer'));
    answerPin(window, true);
    await window.send('support.write', null);
    expect(window.notice()).toEqual({ kind: 'error', code: 'offline' });
  });

  test('a closed question for the PIN causes no further message', async () => {
    const window = windowWith(failed('pinNeeded', 'locked'));
    answerPin(window, false);
    expect((await window.send('support.write', null)).ok).toBe(false);
    expect(window.notice()).toBeNull();
  });

  test('a written file is reported with its path on any page', async () => {
    const { notice, send } = windowWith(done({ path: '/tmp/day.csv' }));
    await send('day.export', { day: '2026-03-03', format: 'csv' });
    expect(notice()).toEqual({ kind: 'exported', path: '/tmp/day.csv' });
  });

  test('a card is started for its own sale although the start for the previous customer is not answered yet', async () => {
    const { session, send } = windowWith(done(null), done(null));
    const inputs: unknown[] = [];
    const sending: typeof send = (name, input) => {
      inputs.push(input);
      return send(name, input);
    };
    const scanned = (saleId: string, number: string): Promise<void> => {
      session.setState({ card: { saleId, number, from: 'scan', waiting: null } });
      return startCard({ send: sending, session }, saleId);
    };
    await Promise.all([scanned('a', 'CARD-A'), scanned('b', 'CARD-B')]);
    expect(inputs).toEqual([
      { saleId: 'a', externalUserId: 'CARD-A' },
      { saleId: 'b', externalUserId: 'CARD-B' },
    ]);
    expect(session.getState()).toMatchObject({ starting: null, card: null });
  });

  test('a broken connection to main causes an answer, not a hang', async () => {
    const { notice, send } = windowWith();
    expect((await send('pairing.stop', null)).ok).toBe(false);
    expect(notice()).toEqual({ kind: 'error', code: 'internal' });
  });
});
