import { createStore } from 'zustand/vanilla';
import type { Snapshot } from '../src-main/shared/views.ts';

interface ViewSource<View> {
  getView(): Promise<Snapshot<View> | null>;
  onView(listener: (snapshot: Snapshot<View>) => void): () => void;
}

export interface ViewState<View> {
  readonly snapshot: Snapshot<View> | null;
}

/** The last view of this window. A snapshot with a smaller `rev` arrived late and is dropped. */
export function createViewStore<View>(source: ViewSource<View>) {
  const store = createStore<ViewState<View>>(() => ({ snapshot: null }));
  const accept = (snapshot: Snapshot<View>): void => {
    const held = store.getState().snapshot;
    if (held === null || snapshot.rev > held.rev) store.setState({ snapshot });
  };
  return {
    store,
    /** Listens before it asks, so that no snapshot is missed. Returns the function that stops listening. */
    start: (): (() => void) => {
      const stop = source.onView(accept);
      source.getView().then(
        (first) => {
          if (first !== null) accept(first);
        },
        () => undefined, // Main sends a snapshot as soon as it can, so no further request is needed.
      );
      return stop;
    },
  };
}
