import type { Page } from 'playwright-core';
import type { CashierBridge } from '../../src-main/shared/bridge.ts';

/**
 * Waits until both windows have painted. The customer window reports it. The cashier window is asked: it answers before
 * the text is drawn, and a screenshot is blank until the page around the text is painted.
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
