import { useCallback, useEffect, useState } from 'react';
import type { CommandOutput } from '../../../../src-main/contract/commands.ts';
import { useCashier } from '../../cashier-context.ts';
import { OnboardingForm } from './onboarding-form.tsx';
import { OnboardingProgress } from './onboarding-progress.tsx';
import { PartnerAccessForm } from './partner-access-form.tsx';

interface Known extends CommandOutput<'onboarding.get'> {
  /** What main's view said when it was asked. */
  readonly at: string;
}

/** A new merchant (interface document 4.7): it can be left at any point, and taken up again after a restart. */
export function OnboardingPage() {
  const { view, t, send } = useCashier();
  const [known, setKnown] = useState<Known | null>(null);
  const { onboarding } = view.partner;
  const at = onboarding === null ? '' : JSON.stringify(onboarding);

  const load = useCallback(async (): Promise<void> => {
    const answer = await send('onboarding.get', null);
    if (answer.ok) setKnown({ ...answer.value, at });
  }, [send, at]);

  useEffect(() => void load(), [load]);

  if (known === null) return null;
  // While it is on its way the form stays: a refusal must not cost what was typed.
  const isAsking = known.onboarding?.stage === 'asking';
  return (
    <div className="settings__stack">
      {known.onboarding === null || isAsking ? (
        <>
          <PartnerAccessForm />
          <OnboardingForm draft={known.draft} onStarted={load} />
          <p role="status">{isAsking && t('onboardAsking')}</p>
        </>
      ) : (
        <OnboardingProgress onboarding={known.onboarding} onChanged={load} />
      )}
    </div>
  );
}
