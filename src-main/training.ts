import type { SystemPorts } from './ports.ts';
import { memo } from './shared/json.ts';
import { type Settings, settingsSchema } from './shared/settings.ts';
import { createSimulator } from './simulator/simulator-server.ts';

interface TrainingParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly extensionKey: string;
  readonly stateFile: string;
  readonly control: boolean;
}

/** A fixed id, so that pooled ids still belong to this store after a restart. */
const storeId = 'training-store';
const clientId = 'training-till';
const scopeBase = 'https://receipts.training.invalid';

/** The embedded service uses the default settings for details that the interface description leaves open. */
const { partner } = settingsSchema.parse({});

/** One above the usual port of the POS API. It is fixed, so that addresses on printed receipts keep working. */
const usualPort = 17_352;

const username = 'till@training.invalid';

/** Starts the embedded service. It gets a new password at each start, which is stored nowhere. */
export async function startTraining(parts: TrainingParts) {
  const account = { username, password: Buffer.from(parts.random.bytes(18)).toString('base64url') };
  const simulator = createSimulator(
    {
      port: usualPort,
      fallbackToFreePort: true,
      account: { ...account, clientId, scopeBase, storeIds: [storeId] },
      extensionKey: parts.extensionKey,
      stateFile: parts.stateFile,
      control: parts.control,
      switches: { knownExternalIds: ['customer-assigned'] },
    },
    parts,
  );
  const { baseUrl, authUrl, partnerUrl, controlUrl } = await simulator.start();
  const own = { baseUrl, authUrl, partnerUrl };
  return {
    simulator,
    account,
    controlUrl: controlUrl ?? undefined,
    partnerKey: simulator.account.partnerKey,
    /** The settings with the embedded service's addresses. Cached, because each sale needs them many times. */
    withTrainingService: memo((settings: Settings): Settings => {
      const service = { ...settings.service, ...own, clientId, scopeBase, storeId, selfGeneratedIds: false };
      return { ...settings, service, partner };
    }),
  };
}
