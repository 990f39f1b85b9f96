import type { CdpSession } from './cdp.ts';
import { callBinding, deliverProperty, pageScript, preloadScript, preloadWorld } from './page-shim.ts';

/** A call from a preload. Chromium reports its origin, so a page cannot claim another frame. */
export interface PreloadCall {
  readonly kind: 'invoke' | 'send' | 'preload-error';
  readonly channel: string;
  readonly args: string;
  readonly from: { readonly origin: string; readonly isTop: boolean };
}

export type PreloadHost = Awaited<ReturnType<typeof hostPreload>>;

interface Context {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
  readonly auxData: { readonly frameId: string };
}

/**
 * Runs `preload` before every page of a window in an isolated world of Chromium. The page cannot reach the objects of
 * that world, and only that world can call this process. `answer` returns the result of an `invoke`.
 */
export const hostPreload = async (
  cdp: CdpSession,
  topFrame: string,
  preload: string,
  answer: (call: PreloadCall) => Promise<string>,
) => {
  const contexts = new Map<number, Context>();
  let top: Context | null = null;
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name !== preloadWorld) return;
    const known = context as unknown as Context;
    contexts.set(known.id, known);
    if (known.auxData.frameId === topFrame) top = known;
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    contexts.delete(executionContextId);
    if (top?.id === executionContextId) top = null;
  });
  cdp.on('Runtime.executionContextsCleared', () => {
    contexts.clear();
    top = null;
  });
  const send = (contextId: number, ...words: readonly unknown[]): Promise<unknown> =>
    cdp.send('Runtime.evaluate', {
      contextId,
      expression: `window[${JSON.stringify(deliverProperty)}]?.(...${JSON.stringify(words)})`,
    });
  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    const context = contexts.get(executionContextId);
    if (name !== callBinding || context === undefined) return;
    const [id, kind, channel, args] = JSON.parse(payload) as [number, PreloadCall['kind'], string, string];
    const from = { origin: context.origin, isTop: context.auxData.frameId === topFrame };
    void answer({ kind, channel, args, from }).then(
      // A page that was left meanwhile gets no answer.
      (result) =>
        kind === 'invoke' ? send(executionContextId, 'answer', id, result).catch(() => undefined) : undefined,
    );
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: callBinding, executionContextName: preloadWorld });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload), worldName: preloadWorld });
  /** Sends to all listeners of `channel` in the preload. Without a page the message is lost. */
  const deliver = async (channel: string, args: string): Promise<unknown> =>
    top === null ? undefined : send(top.id, 'event', channel, args);
  return { deliver };
};
