import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Connection } from '../../../../src-main/kernel/connection.ts';
import { Unanswered } from '../../asking/unanswered.tsx';
import { useAnswer } from '../../asking/use-answer.ts';
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
  readonly onChanged: () => void;
}

/** The account is in the keychain already; what is missing are the addresses. A test that goes well ends the onboarding. */
export function FinishOnboarding({ isPractice, onChanged }: FinishOnboardingProps) {
  const { t, send, session } = useCashier();
  const stored = useAnswer('connection.get', null);
  const [typed, setTyped] = useState<Partial<Connection>>({});
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState<Tried | null>(null);
  const [waiting, setWaiting] = useState<number | null>(null);
  const busy = useBusy('onboarding.finish');

  if (stored.value === null) return <Unanswered asked={stored} />;
  const connection: Connection = { ...stored.value.connection, ...typed, mode: 'live' };

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
    onChanged();
  };

  return (
    <SettingsForm onSubmit={() => void finish(false)}>
      {!isPractice && (
        <ConnectionFields connection={connection} wrong={wrong} onChange={(part) => setTyped({ ...typed, ...part })} />
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
