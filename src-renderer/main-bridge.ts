import type { CashierBridge, CustomerBridge } from '../src-main/shared/bridge.ts';

declare global {
  interface Window {
    /** The preload of this window provides it. Nothing else of main can be reached. */
    readonly bridge: unknown;
  }
}

export const cashierBridge = (): CashierBridge => window.bridge as CashierBridge;

export const customerBridge = (): CustomerBridge => window.bridge as CustomerBridge;
