import { CircleCheck, CircleHelp, CircleSlash, Gift, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { LoyaltyView } from '../../../src-main/lib/views.ts';
import { Foreign } from '../../text/foreign.tsx';
import { formatNumber } from '../../text/numbers.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { CommandButton } from '../command-button.tsx';
import { Chip } from '../sale/state-chip.tsx';

interface LoyaltyFactsProps {
  readonly saleId: string;
  readonly loyalty: LoyaltyView;
  readonly canCancel: boolean;
}

const states = {
  starting: [LoaderCircle, 'queued'],
  active: [CircleCheck, 'delivered'],
  cancelled: [CircleSlash, 'cancelled'],
  ended: [CircleSlash, 'cancelled'],
  unknown: [CircleHelp, 'attention'],
} as const satisfies Record<LoyaltyView['state'], readonly [icon: LucideIcon, colour: string]>;

export function LoyaltyFacts({ saleId, loyalty, canCancel }: LoyaltyFactsProps) {
  const { t, language } = useCashier();
  const [icon, colour] = states[loyalty.state];
  const { points } = loyalty;
  return (
    <div className="loyalty__facts">
      <Chip icon={icon} words={t(wordsOf('loyalty', loyalty.state))} colour={colour} />
      {loyalty.state === 'active' && (
        <>
          <p className="loyalty__points">
            {points === null ? t('noPoints') : t('points', { count: points, number: formatNumber(language, points) })}
          </p>
          <h3>{loyalty.rewards.length === 0 ? t('noRewards') : t('rewards')}</h3>
          <Stack as="ul" className="loyalty__rewards" gap={0.5}>
            {loyalty.rewards.map((reward) => (
              <li key={reward.identifier}>
                <Gift aria-hidden="true" />
                <span>
                  <b>
                    <Foreign text={reward.name} />
                  </b>
                  {reward.description !== null && (
                    <span className="quiet">
                      {' '}
                      <Foreign text={reward.description} />
                    </span>
                  )}
                </span>
              </li>
            ))}
          </Stack>
        </>
      )}
      {canCancel && (
        <CommandButton command="loyalty.cancel" input={{ saleId }}>
          {t('loyaltyCancel')}
        </CommandButton>
      )}
    </div>
  );
}
