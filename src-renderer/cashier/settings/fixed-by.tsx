import { useCashier } from '../cashier-context.tsx';

/** Whether the policy of this computer fixes a key: `section.key`, `mode`, `account`, `pin`. */
export function useIsFixed(): (key: string) => boolean {
  const { view } = useCashier();
  return (key) => view.policy?.locked.includes(key) ?? false;
}

/** Names the administrator who locked a setting; empty if none is locked. */
export function FixedBy({ keys }: { readonly keys: readonly string[] }) {
  const { view, t } = useCashier();
  const isFixed = useIsFixed();
  if (!keys.some(isFixed)) return null;
  const by = view.policy?.by ?? null;
  return <p className="quiet">{by === null ? t('settingLocked') : t('settingLockedBy', { by })}</p>;
}
