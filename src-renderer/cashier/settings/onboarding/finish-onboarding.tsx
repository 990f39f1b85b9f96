import { PlugZap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandOutput } from '../../../../src-main/contract/commands.ts';
import { useBusy, useCashier } from '../../cashier-context.ts';
import { wrongFields } from '../connection-draft.ts';
import { ConnectionFields } from '../connection-fields.tsx';
import type { Tried } from '../connection-verdicts.ts';
import { SettingsForm } from '../settings-form.tsx';
import { TestResult } from '../test-result.tsx';
import { WaitingChoice } from '../waiting-choice.tsx';

interface FinishOnboardingProps {
  /** In training: the connection is tested and nothing goes live. */
  readonly isPractice: boolean;
  readonly onChanged: () => Promise<void>;
}

type Connection = CommandOutput<'connection.get'>['connection'];

/** The account is in the keychain already; what is missing are the addresses. A test that goes well ends the onboarding. */
export function FinishOnboarding({ isPractice, onChanged }: FinishOnboardingProps) {
  const { t, send, session } = useCashier();
  const [connection, setConnection] = useState<Connection | null>(null);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState<Tried | null>(null);
  const [waiting, setWaiting] = useState<number | null>(null);
  const busy = useBusy('onboarding.finish');

  useEffect(() => {
    let left = false;
    void send('connection.get', null).then((answer) => {
      if (answer.ok && !left) setConnection({ ...answer.value.connection, mode: 'live' });
    });
    return () => {
      left = true;
    };
  }, [send]);

  if (connection === null) return null;

  const finish = async (keepWaiting: boolean): Promise<void> => {
    setTried(null);
    setWaiting(null);
    const answer = await send('onboarding.finish', { connection, keepWaiting });
    setWrong(answer.ok ? new Set() : wrongFields(answer.error));
    if (!answer.ok) return;
    if (answer.value.waiting !== null) return setWaiting(answer.value.waiting);
    setTried({ ...answer.value, purpose: isPractice ? 'test' : 'save' });
    if (!answer.value.ok) return;
    session.setState({ notice: { kind: 'done', words: 'onboardDone' } });
    await onChanged();
  };

  return (
    <SettingsForm onSubmit={() => void finish(false)}>
      {!isPractice && (
        <ConnectionFields
          connection={connection}
          wrong={wrong}
          onChange={(part) => setConnection({ ...connection, ...part })}
        />
      )}
      <div className="settings__end">
        <Button className="button button--accent" type="submit" data-busy={busy}>
          <PlugZap aria-hidden="true" />
          {t(isPractice ? 'onboardFinishTraining' : 'onboardFinish')}
        </Button>
      </div>
      <TestResult tried={tried} />
      {waiting !== null && <WaitingChoice count={waiting} onKeep={() => void finish(true)} />}
    </SettingsForm>
  );
}
