import type { SystemPorts } from './ports.ts';
import type { Credentials, CredentialVault } from './settings/credentials.ts';
import type { Settings } from './shared/settings.ts';
import { createSimulator } from './simulator/simulator-server.ts';
import type { Switches } from './simulator/switches.ts';

export type Training = Awaited<ReturnType<typeof startTraining>>;

interface TrainingParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly vault: Pick<CredentialVault, 'get' | 'set'>;
  readonly extensionKey: string;
  readonly stateFile: string;
  /** Whether the service can be switched to failures. */
  readonly control: boolean;
}

/** Fixed, so that pooled ids still belong to this store after a restart. */
const storeId = 'training-store';
const clientId = 'training-till';
const scopeBase = 'https://receipts.training.invalid';

/** One above the POS API's usual port; addresses on printed training receipts keep working across restarts. */
const usualPort = 17_352;

/** Starts the embedded service. Its account is created once and stored in the keychain like other credentials. */
export async function startTraining(parts: TrainingParts) {
  const account = await accountOf(parts);
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
  let last: { readonly settings: Settings; readonly switches: Switches; readonly made: Settings } | null = null;
  return {
    simulator,
    controlUrl: controlUrl ?? undefined,
    /** The key that the embedded service accepts at its partner routes. */
    partnerKey: simulator.account.partnerKey,
    /**
     * Returns the settings with the addresses of the embedded service. Cached, because it is called many times for each
     * sale.
     */
    withTrainingService(settings: Settings): Settings {
      const switches = simulator.switches();
      if (last?.settings !== settings || last.switches !== switches) {
        const service = { ...settings.service, ...own, clientId, scopeBase, storeId, selfGeneratedIds: false };
        const partner = { ...settings.partner, ...asSet(switches) };
        last = { settings, switches, made: { ...settings, service, partner } };
      }
      return last.made;
    },
  };
}

/** The settings that match the embedded service where its description leaves a choice. */
function asSet(switches: Switches): Partial<Settings['partner']> {
  const { registrationLink, vendorCustomerId, username, password } = switches.onboardingPlaces;
  const pointer = (place: string): string => `/${place.split('.').join('/')}`;
  return {
    authentication: switches.partnerAccess === 'token' ? 'token' : 'key',
    keyHeader: switches.partnerKeyHeader,
    keyPrefix: '',
    tokenScope: switches.partnerScope,
    listReceipts: switches.receiptListRoute,
    receiptPdf: switches.receiptPdfRoute,
    addReceipt: switches.receiptAddRoute,
    addReceiptBody: 'object',
    onboardingPrefix: switches.onboardingPrefix,
    applicationClientId: switches.applicationClientIds[0] ?? '',
    registrationLinkPlace: pointer(registrationLink),
    usernamePlace: pointer(username),
    passwordPlace: pointer(password),
    ...(vendorCustomerId !== null && { vendorCustomerIdPlace: pointer(vendorCustomerId) }),
    ...(switches.vendorCustomerIdField !== null && {
      requestedVendorCustomerIdPlace: `/vendorCustomer/${switches.vendorCustomerIdField}`,
    }),
  };
}

async function accountOf({ vault, random }: TrainingParts): Promise<Credentials> {
  const kept = await vault.get();
  if (kept !== null) return kept;
  const account = {
    username: `till-${random.uuid().slice(0, 8)}@training.invalid`,
    password: Buffer.from(random.bytes(18)).toString('base64url'),
  };
  const stored = await vault.set(account);
  if (!stored.ok) throw new Error(stored.error.message);
  return account;
}
