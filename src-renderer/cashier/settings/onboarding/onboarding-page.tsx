import { Unanswered } from '../../asking/unanswered.tsx';
import { useAnswer } from '../../asking/use-answer.ts';
import { useCashier } from '../../cashier-context.ts';
import { OnboardingForm } from './onboarding-form.tsx';
import { OnboardingProgress } from './onboarding-progress.tsx';
import { PartnerAccessForm } from './partner-access-form.tsx';

/** A new merchant (interface document 4.7): it can be left at any point, and taken up again after a restart. */
export function OnboardingPage() {
  const { view, t } = useCashier();
  const asked = useAnswer('onboarding.get', null, JSON.stringify(view.partner.onboarding));
  const known = asked.value;
  if (known === null) return <Unanswered asked={asked} />;
  // While it is on its way the form stays: a refusal must not cost what was typed.
  const isAsking = known.onboarding?.stage === 'asking';
  return (
    <div className="settings__stack">
      {known.onboarding === null || isAsking ? (
        <>
          <PartnerAccessForm />
          <OnboardingForm draft={known.draft} onStarted={asked.again} />
          <p role="status">{isAsking && t('onboardAsking')}</p>
        </>
      ) : (
        <OnboardingProgress onboarding={known.onboarding} onChanged={asked.again} />
      )}
    </div>
  );
}
