import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Snapshot } from '../src-main/shared/views.ts';

interface ViewSource<View> {
  getView(): Promise<Snapshot<View> | null>;
  onView(listener: (snapshot: Snapshot<View>) => void): unknown;
}

type ViewStore<View> = StoreApi<Snapshot<View> | null>;

/** The last view of a window; null before the first one. */
export const createViewStore = <View>(): ViewStore<View> => createStore<Snapshot<View> | null>(() => null);

/** Fills the store. A snapshot with a smaller `rev` arrived late and is dropped. */
export function followViews<View>(store: ViewStore<View>, source: ViewSource<View>): void {
  const accept = (snapshot: Snapshot<View> | null): void => {
    if (snapshot !== null && snapshot.rev > (store.getState()?.rev ?? -1)) store.setState(snapshot, true);
  };
  // Listens before it asks, so that no snapshot is missed.
  source.onView(accept);
  // Main sends a snapshot as soon as it can, so a failed request is not repeated.
  source.getView().then(accept, () => undefined);
}
