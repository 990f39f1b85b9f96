import { actions } from '../../src-main/action-table.ts';
import { type Action, createDispatch } from '../../src-main/dispatch/dispatch.ts';
import { done } from '../../src-main/shared/result.ts';
import { registerIpc, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createTestLog } from '../fakes/test-log.ts';

const cashierId = 1;
const customerId = 2;
export const saleId = '5f0f3d1a-6f6e-4f0e-9f7e-0a3d0c1b2a49';

type Answer = (event: SenderEvent, ...args: unknown[]) => unknown;

/** The IPC interface with the real dispatch. The commands only record that they were called. */
export const openTestIpc = (override: Record<string, () => Promise<never>> = {}, isLocked = false) => {
  const pages: string[] = [];
  const keyboard: boolean[] = [];
  const dock: unknown[] = [];
  let stays = 0;
  const reached: { name: string; input: unknown; from: string }[] = [];
  const log = createTestLog();
  const channelHandlers = new Map<string, Answer>();
  const rows = Object.entries<Action>(actions).map(([name, row]): [string, Action] => [
    name,
    {
      ...row,
      async run(_context, input, { by }) {
        await override[name]?.();
        reached.push({ name, input, from: by.kind === 'window' ? by.role : by.kind });
        return done(null);
      },
    },
  ]);
  const find = (id: string) => ({ state: id === saleId ? 'queued' : 'open' });
  const there = () => done({ whileOpen: <T>(work: Promise<T>) => work, saleRepository: { find } });
  const dispatch = createDispatch({
    actions: Object.fromEntries(rows),
    contexts: { session: there, windows: there, program: there },
    clock: createManualClock(),
    lock: {
      isLocked: () => isLocked,
      stay: () => {
        stays += 1;
      },
    },
    log,
  });
  registerIpc(
    {
      handle: (channel, answer) => void channelHandlers.set(channel, answer),
      on: (channel, hear) => void channelHandlers.set(channel, hear),
    },
    {
      roleOf: (id) => (id === cashierId ? 'cashier' : id === customerId ? 'customer' : null),
      dispatch,
      pageOpened: () => void pages.push('cashier'),
      wantKeyboard: (isOn) => void keyboard.push(isOn),
      callDock: (isOn) => void dock.push(isOn),
      dragDock(drag) {
        if (drag.isDropped) throw new Error('the disk is full');
        dock.push(drag);
      },
      starting: () => ({ language: 'en', waitsFor: 'keychain' }),
      snapshot: (role) => ({ rev: role === 'cashier' ? 1 : 2, view: {} as never }),
      log,
    },
  );
  const call = (channel: string, event: SenderEvent, ...args: unknown[]): unknown =>
    channelHandlers.get(channel)?.(event, ...args);
  return { channels: [...channelHandlers.keys()], call, reached, log, pages, keyboard, dock, stays: () => stays };
};

export const top = (origin: string) => ({ origin, parent: null });
export const cashier: SenderEvent = { sender: { id: cashierId }, senderFrame: top('app://cashier') };
export const customer: SenderEvent = { sender: { id: customerId }, senderFrame: top('app://customer') };
