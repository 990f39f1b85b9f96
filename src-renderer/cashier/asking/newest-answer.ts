import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Result } from '../../../src-main/lib/result.ts';

export interface Answer<Value> {
  /** Null until it is there. It stays while the same is asked anew, also when that fails. */
  readonly value: Value | null;
  /** What was asked last was refused, or not answered: `send` has said why. */
  readonly hasFailed: boolean;
}

export interface NewestAnswer<Value> {
  readonly store: StoreApi<Answer<Value>>;
  /**
   * `about` names what is asked: what `put` brings replaces the answer before, but a failure leaves only an answer about
   * the same standing. Returns how to leave: what comes after that is nobody's.
   */
  readonly ask: (about: string, put: () => Promise<Result<Value>>) => () => void;
  /** What was made of an answer takes its place; nothing where that answer stands no longer. */
  readonly replace: (before: Value, after: Value) => void;
}

/** Answers may overtake each other: only the one to what was asked last counts. */
export function createNewestAnswer<Value>(): NewestAnswer<Value> {
  const store = createStore<Answer<Value>>(() => ({ value: null, hasFailed: false }));
  let newest: object | null = null;
  let answered: string | null = null;
  return {
    store,
    ask(about, put) {
      const mine = {};
      newest = mine;
      void put().then((answer) => {
        if (newest !== mine) return;
        // What is about another receipt, or another day, must not stand below the name of this one.
        const before = answered === about ? store.getState().value : null;
        if (answer.ok) answered = about;
        store.setState(answer.ok ? { value: answer.value, hasFailed: false } : { value: before, hasFailed: true });
      });
      return () => {
        if (newest === mine) newest = null;
      };
    },
    replace: (before, after) => store.setState((now) => (now.value === before ? { ...now, value: after } : now)),
  };
}
