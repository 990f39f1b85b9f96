import type { SaleView } from '../../../src-main/contract/views.ts';
import { ActionButton } from './action-button.tsx';
import { planActions } from './next-action.ts';
import { PayPanel } from './pay-panel.tsx';

interface ActionButtonsProps {
  readonly sale: SaleView;
  readonly onShowHere: () => void;
}

/** The next action large, the other possible ones below it. */
export function ActionButtons({ sale, onShowHere }: ActionButtonsProps) {
  const { primary, others } = planActions(sale);
  return (
    <div className="actions">
      {primary === 'pay' ? (
        <PayPanel sale={sale} />
      ) : (
        <ActionButton action={primary} sale={sale} onShowHere={onShowHere} size="primary" />
      )}
      <div className="actions__others">
        {others.map((action) => (
          <ActionButton key={action} action={action} sale={sale} onShowHere={onShowHere} size="plain" />
        ))}
      </div>
    </div>
  );
}
