import type { CashierBridge, CustomerBridge } from '../src-main/shared/bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload of this window; nothing else of main can be reached. */
    readonly bridge: unknown;
  }
}

/** The cashier window's door to main. */
export const cashierBridge = (): CashierBridge => window.bridge as CashierBridge;

/** The customer window's door to main. */
export const customerBridge = (): CustomerBridge => window.bridge as CustomerBridge;
