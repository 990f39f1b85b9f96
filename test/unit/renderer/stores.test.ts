import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { done, failed, type Result } from '../../../src-main/shared/result.ts';
import type { Snapshot } from '../../../src-main/shared/views.ts';
import { startCard } from '../../../src-renderer/cashier/sale/use-sale-actions.ts';
import { atStart } from '../../../src-renderer/cashier/session-store.ts';
import { send, session } from '../../../src-renderer/cashier/window-state.tsx';
import { createViewStore, followViews } from '../../../src-renderer/view-store.ts';

test('in the view store neither a snapshot that comes late nor a late first answer replaces a newer snapshot', async () => {
  let push: (snapshot: Snapshot<string>) => void = () => undefined;
  const store = createViewStore<string>();
  followViews(store, {
    getView: () => Promise.resolve({ rev: 1, view: 'first' }),
    onView(listener) {
      push = listener;
    },
  });
  push({ rev: 5, view: 'five' });
  push({ rev: 4, view: 'four' });
  push({ rev: 5, view: 'five again' });
  expect(store.getState()).toEqual({ rev: 5, view: 'five' });
  await Promise.resolve();
  expect(store.getState()).toEqual({ rev: 5, view: 'five' });
});

describe('sending a command', () => {
  /** A window whose commands get these answers in turn. After the last one the connection to main is broken. */
  function windowWith(...answers: Result<unknown>[]) {
    const asked: { readonly name: string; readonly input: unknown }[] = [];
    session.setState(atStart());
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('window', {
      bridge: {
        command: async (name: string, input: unknown) => {
          asked.push({ name, input });
          const answer = answers.shift();
          if (answer === undefined) throw new Error('gone');
          return answer;
        },
      },
    });
    return { asked, notice: () => session.getState().notice };
  }

  const answerPin = (isUnlocked: boolean) => {
    const stop = session.subscribe(({ pinPrompt }) => {
      if (pinPrompt === null) return;
      stop();
      session.setState({ pinPrompt: null });
      pinPrompt(isUnlocked);
    });
  };

  test('a double tap makes one sale', async () => {
    const { asked } = windowWith(done({ saleId: 'x' }), done({ saleId: 'x' }));
    const [first, second] = await Promise.all([send('sale.new', { amount: 5 }), send('sale.new', { amount: 5 })]);
    expect([asked.map(({ name }) => name), first.ok, second.ok]).toEqual([['sale.new'], true, false]);
    expect(session.getState().busy.size).toBe(0);
  });

  test('a refusal becomes the notice, of its sale only if it is about the customer, and the next command removes it', async () => {
    const noAnswer = failed('offline', 'no answer');
    const { notice } = windowWith(noAnswer, noAnswer, noAnswer, done(null));
    await send('loyalty.start', { saleId: 'x', externalUserId: 'CARD-X' });
    expect(notice()).toEqual({ kind: 'error', code: 'offline', saleId: 'x' });
    await send('sale.identify', { saleId: 'y', code: 'app:y' });
    expect(notice()).toEqual({ kind: 'error', code: 'offline', saleId: 'y' });
    await send('sale.undo', { saleId: 'x' });
    expect(notice()).toEqual({ kind: 'error', code: 'offline' });
    await send('sale.undo', { saleId: 'x' });
    expect(notice()).toBeNull();
  });

  test('a failure after the PIN was entered is reported like any other failure', async () => {
    const { notice } = windowWith(failed('pinNeeded', 'locked'), failed('offline', 'no answer'));
    answerPin(true);
    await send('support.write', null);
    expect(notice()).toEqual({ kind: 'error', code: 'offline' });
  });

  test('a closed question for the PIN causes no further message', async () => {
    const { notice } = windowWith(failed('pinNeeded', 'locked'));
    answerPin(false);
    expect((await send('support.write', null)).ok).toBe(false);
    expect(notice()).toBeNull();
  });

  test('a written file is reported with its path on any page', async () => {
    const { notice } = windowWith(done({ path: '/tmp/day.csv' }));
    await send('day.export', { day: '2026-03-03', format: 'csv' });
    expect(notice()).toEqual({ kind: 'exported', path: '/tmp/day.csv' });
  });

  test('a card is started for its own sale although the start for the previous customer is not answered yet', async () => {
    const { asked } = windowWith(done(null), done(null));
    const scanned = (saleId: string, number: string): Promise<void> => {
      session.setState({ card: { saleId, number, from: 'scan', waiting: null } });
      return startCard(saleId);
    };
    await Promise.all([scanned('a', 'CARD-A'), scanned('b', 'CARD-B')]);
    expect(asked.map(({ input }) => input)).toEqual([
      { saleId: 'a', externalUserId: 'CARD-A' },
      { saleId: 'b', externalUserId: 'CARD-B' },
    ]);
    expect(session.getState()).toMatchObject({ starting: null, card: null });
  });

  test('a broken connection to main causes an answer, not a hang', async () => {
    const { notice } = windowWith();
    expect((await send('pairing.stop', null)).ok).toBe(false);
    expect(notice()).toEqual({ kind: 'error', code: 'internal' });
  });
});
