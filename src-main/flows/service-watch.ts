import type { ServiceStateView } from '../contract/views.ts';
import type { Answer, VendorClient } from '../service/answers.ts';

/** What the last answers say of the service: one word for the status bar and for the till. */
export interface ServiceWatch {
  state(): ServiceStateView;
  onChange(listener: () => void): () => void;
}

/** Wraps the client so that every answer, whoever asked, is heard here. */
export function watchService(client: VendorClient): { readonly vendor: VendorClient; readonly service: ServiceWatch } {
  const listeners = new Set<() => void>();
  let state: ServiceStateView = 'unknown';

  function become(next: ServiceStateView): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  async function heard<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
    const answer = await call;
    become(answer.kind === 'signInNeeded' ? 'signInNeeded' : answer.kind === 'noAnswer' ? 'offline' : 'online');
    return answer;
  }

  return {
    vendor: {
      registerReceipt: (...call) => heard(client.registerReceipt(...call)),
      addBill: (...call) => heard(client.addBill(...call)),
      cancelReceipt: (...call) => heard(client.cancelReceipt(...call)),
      markPrinted: (...call) => heard(client.markPrinted(...call)),
      startLoyalty: (...call) => heard(client.startLoyalty(...call)),
      cancelLoyalty: (...call) => heard(client.cancelLoyalty(...call)),
    },
    service: {
      state: () => state,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
