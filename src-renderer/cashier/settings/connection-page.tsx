import { useEffect, useState } from 'react';
import type { CommandOutput } from '../../../src-main/contract/commands.ts';
import { useCashier } from '../cashier-context.ts';
import { ConnectionForm } from './connection-form.tsx';

/** Asks for the connection each time it is opened: secrets never come with it. */
export function ConnectionPage() {
  const { t, send } = useCashier();
  const [stored, setStored] = useState<CommandOutput<'connection.get'> | null>(null);

  useEffect(() => {
    let left = false;
    void send('connection.get', null).then((answer) => {
      if (answer.ok && !left) setStored(answer.value);
    });
    return () => {
      left = true;
    };
  }, [send]);

  if (stored === null) return <p className="quiet">{t('starting')}</p>;
  return <ConnectionForm stored={stored} />;
}
