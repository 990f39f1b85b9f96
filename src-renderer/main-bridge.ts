import type { CashierBridge, CustomerBridge } from '../src-main/shared/bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload of this window; nothing else of main can be reached. */
    readonly bridge: unknown;
  }
}

/** The interface of the cashier window to main. */
export const cashierBridge = (): CashierBridge => window.bridge as CashierBridge;

/** The interface of the customer window to main. */
export const customerBridge = (): CustomerBridge => window.bridge as CustomerBridge;
