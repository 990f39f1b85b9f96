import { PairedTills } from './paired-tills.tsx';
import { PairingCode } from './pairing-code.tsx';
import { SettingsGroup } from './settings-group.tsx';

export function TillsPage() {
  return (
    <div className="settings__form">
      <PairingCode />
      <PairedTills />
      <SettingsGroup page="tills" />
    </div>
  );
}
