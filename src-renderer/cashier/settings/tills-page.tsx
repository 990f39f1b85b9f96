import { PairedTills } from './paired-tills.tsx';
import { SettingsGroup } from './settings-group.tsx';

export function TillsPage() {
  return (
    <div className="settings__form">
      <PairedTills />
      <SettingsGroup page="tills" />
    </div>
  );
}
