import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import type { Result } from '../../src-main/shared/result.ts';
import type { CommandInput, CommandOutput, ReadOnlyCommand } from '../../src-main/shared/window-commands.ts';
import { t } from '../text/cashier-words.ts';
import { Button, Row } from '../ui/controls.tsx';
import { ask, session, useView } from './window-state.tsx';

interface Answer<Value> {
  /** Null until the first answer. While the question is repeated, the last answer stays. */
  readonly value: Value | null;
  /** The last question failed. The notice line shows the reason. */
  readonly hasFailed: boolean;
}

/** Keeps only the answer to the last question, because answers may arrive in another order. */
export function createNewestAnswer<Value>() {
  const store = createStore<Answer<Value>>(() => ({ value: null, hasFailed: false }));
  let newest: object | null = null;
  let answered: string | null = null;
  return {
    store,
    /** After a failure the earlier answer about the same thing stays. Returns a function that drops a late answer. */
    ask(about: string, put: (isLeft: () => boolean) => Promise<Result<Value>>): () => void {
      const mine = {};
      newest = mine;
      const isLeft = (): boolean => newest !== mine;
      void put(isLeft).then((answer) => {
        if (isLeft()) return;
        // An answer about another receipt or day must not be shown for this one.
        const before = answered === about ? store.getState().value : null;
        if (answer.ok) answered = about;
        store.setState(answer.ok ? { value: answer.value, hasFailed: false } : { value: before, hasFailed: true });
      });
      return () => {
        if (!isLeft()) newest = null;
      };
    },
    /** Replaces the answer `before`, unless a newer answer has arrived. */
    replace: (before: Value, after: Value): void =>
      store.setState((now) => (now.value === before ? { ...now, value: after } : now)),
  };
}

export type QueryState<Value> = Answer<Value> & {
  readonly replace: (before: Value, after: Value) => void;
  readonly again: () => void;
};

/** The answer of main. It is requested again if `input` or `moment` changes, or when `again` is called. */
export function useAnswer<Name extends ReadOnlyCommand>(
  name: Name,
  input: CommandInput<Name>,
  moment = '',
): QueryState<CommandOutput<Name>> {
  const [newest] = useState(() => createNewestAnswer<CommandOutput<Name>>());
  const [times, setTimes] = useState(0);
  // The input is compared as text, so that an equal question in another object is not repeated.
  const question = JSON.stringify({ input, moment, times });

  useEffect(() => {
    const parsed = JSON.parse(question) as { readonly input: CommandInput<Name> };
    return newest.ask(JSON.stringify(parsed.input), () => ask(name, parsed.input));
  }, [newest, name, question]);

  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...useStore(newest.store), replace: newest.replace, again };
}

/** A `moment` for `useAnswer` that changes with the queue, so that questions about it are repeated. */
export function useQueueMoment(): string {
  const { waiting, attention } = useView().status;
  return `${waiting} waiting, ${attention} refused`;
}

/** A `moment` that changes with the queue and the newest sale, so that questions about stored sales are repeated. */
export function useRecordsMoment(): string {
  const newest = useView().recent[0]?.id ?? 'none';
  return `${useQueueMoment()}, newest ${newest}`;
}

interface Page<Row> {
  rows: Row[];
  next: number | null;
}

export function pageByPage<Row>(
  { value, replace, hasFailed, again }: QueryState<Page<Row>>,
  ask: (cursor: number) => Promise<Result<Page<Row>>>,
) {
  const more = async (): Promise<void> => {
    if (value === null || value.next === null) return;
    const answer = await ask(value.next);
    if (answer.ok) replace(value, { rows: [...value.rows, ...answer.value.rows], next: answer.value.next });
  };
  return { rows: value?.rows ?? [], next: value?.next ?? null, isThere: value !== null, hasFailed, again, more };
}

/** Offers to try again if a page could not be loaded. Empty while an answer is expected. */
export function Unanswered({ of: { hasFailed, again } }: { of: Pick<QueryState<unknown>, 'hasFailed' | 'again'> }) {
  if (!hasFailed) return null;
  const askAgain = (): void => {
    session.setState({ notice: null });
    again();
  };
  return (
    <Row className="settings__end" align="start">
      <Button icon={RefreshCw} onPress={askAgain}>
        {t('tryAgain')}
      </Button>
    </Row>
  );
}
