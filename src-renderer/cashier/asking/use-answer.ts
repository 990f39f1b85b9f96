import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { CommandInput, CommandOutput } from '../../../src-main/lib/commands.ts';
import { useCashier } from '../cashier-context.ts';
import type { CashierCommand } from '../send.ts';
import { type Answer, createNewestAnswer, type NewestAnswer } from './newest-answer.ts';

export type Asked<Value> = Answer<Value> & Pick<NewestAnswer<Value>, 'replace'> & { readonly again: () => void };

/**
 * What main says to a question that changes nothing. It is asked anew with another input, at another `moment` (see
 * `moments.ts`), and by `again`.
 */
export function useAnswer<Name extends CashierCommand>(
  name: Name,
  input: CommandInput<Name>,
  moment = '',
): Asked<CommandOutput<Name>> {
  const { send } = useCashier();
  const [newest] = useState(() => createNewestAnswer<CommandOutput<Name>>());
  const [times, setTimes] = useState(0);
  // As text: the same question in another object is not asked anew.
  const question = JSON.stringify({ input, moment, times });

  useEffect(() => {
    const asked = JSON.parse(question) as { readonly input: CommandInput<Name> };
    return newest.ask(JSON.stringify(asked.input), () => send(name, asked.input));
  }, [newest, send, name, question]);

  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...useStore(newest.store), replace: newest.replace, again };
}
