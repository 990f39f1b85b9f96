import { PairedTills } from './paired-tills.tsx';
import { PairingCode } from './pairing-code.tsx';

export function TillsPage() {
  return (
    <div className="settings__form">
      <PairingCode />
      <PairedTills />
    </div>
  );
}
