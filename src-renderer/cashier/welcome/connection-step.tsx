import { useState } from 'react';
import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import type { Connection } from '../../../src-main/lib/connection.ts';
import { Unanswered, useAnswer } from '../asking.tsx';
import { useCashier } from '../cashier-context.ts';
import { ConnectionForm } from '../settings/connection-form.tsx';
import { useIsFixed } from '../settings/fixed-by.tsx';
import { SetupCodeField } from './setup-code-field.tsx';

/** Training goes on by itself; going live is a code from the provider, or what stands in its letter. */
export function ConnectionStep({
  typed,
  onTyped,
}: {
  readonly typed: Connection | null;
  readonly onTyped: (connection: Connection) => void;
}) {
  const { t } = useCashier();
  const stored = useAnswer('connection.get', null);
  const isFixed = useIsFixed();
  const [code, setCode] = useState<CommandOutput<'setup.readCode'> | null>(null);
  /** Counted up so that the form begins anew with what a code says. */
  const [codes, setCodes] = useState(0);

  if (stored.value === null) return <Unanswered asked={stored} />;
  const { connection } = stored.value;
  // Whoever types here wants to go live.
  const begun = isFixed('mode') ? connection : { ...connection, mode: 'live' as const };
  return (
    <div className="settings__form">
      <p className="quiet">{t('setupModeText')}</p>
      <SetupCodeField
        onRead={(read) => {
          setCode(read);
          setCodes(codes + 1);
          onTyped(read.connection);
        }}
      />
      <ConnectionForm
        key={codes}
        stored={stored.value}
        typed={code?.connection ?? typed ?? begun}
        isAccountInCode={code?.hasAccount === true}
        onTyped={onTyped}
      />
    </div>
  );
}
