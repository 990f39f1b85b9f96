import type { Page } from 'playwright-core';
import type { CashierBridge } from '../../src-main/lib/bridge.ts';

/**
 * Both windows are to be seen. What the customer's has painted the cashier's is told, which says nothing of its own: that one
 * answers before its words have been read, and a picture of it is blank until what they stand in has been painted, too.
 */
export async function bothPainted(cashier: Page): Promise<void> {
  await cashier.evaluate(async () => {
    const bridge = Reflect.get(window, 'bridge') as CashierBridge;
    const isPainted = async (): Promise<boolean> => {
      const display = (await bridge.getView())?.view.status.display;
      return display !== undefined && (!display.connected || display.current);
    };
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    while (!(await isPainted()) || document.querySelector('main:not(.starting)') === null) await frame();
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames += 1) await frame();
  });
}
