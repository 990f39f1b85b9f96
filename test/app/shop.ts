import { onTestFinished } from 'vitest';
import { optionOf } from '../../src-main/config.ts';
import type { SecretStore } from '../../src-main/ports.ts';
import type { AppConfig } from '../../src-main/program/app-parts.ts';
import { noPolicy, openPolicy } from '../../src-main/settings/policy-store.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import type { ManualClock } from '../fakes/manual-clock.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { asTill, asWindow } from './command-callers.ts';
import { programOn, recordedScreens, stopWith, waitingFor } from './program-on.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

interface ShopOptions {
  readonly dataDir?: string;
  readonly secrets?: SecretStore;
  readonly overrides?: SettingsPatch;
  readonly keychain?: 'ok' | 'missing';
  readonly network?: { down: boolean };
  readonly policyFile?: string;
  readonly resetPin?: boolean;
  /** A clock that only the test advances. Absent: real time. */
  readonly clock?: ManualClock;
  readonly config?: Partial<AppConfig>;
}

/** Opens the app as a person starts it: only its settings file and keychain configure it. Stops at the test's end. */
export async function openShop({ clock, ...options }: ShopOptions = {}) {
  const log = createTestLog();
  const dataDir = options.dataDir ?? tempFolder();
  const secrets = options.secrets ?? memorySecrets();
  const { shown, screens } = recordedScreens();
  const requests: string[] = [];
  const policy =
    options.policyFile === undefined
      ? noPolicy
      : openPolicy({
          // The policy file is an option of the command line, so the tester's account may own it.
          places: { machine: [], given: options.policyFile },
          log,
          dataDir,
          computer: 'BERLIN-07',
        });
  const overrides = { ...options.overrides, posApi: { port: 0, ...options.overrides?.posApi } };
  const store = confStore(dataDir, systemClock.now());
  const app = programOn(
    dataDir,
    {
      clock: clock ?? systemClock,
      log,
      secrets,
      settings: openSettings(store, log, overrides, {}, policy.current().layer, optionOf),
      policy,
      async fetch(url, init) {
        requests.push(url.split('?', 1)[0] ?? '');
        if (options.network?.down) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
        return fetch(url, init);
      },
      screens,
    },
    {
      keyStorage: options.keychain === 'missing' ? 'none' : 'keychain',
      program: 'windowed',
      resetPin: options.resetPin ?? false,
      ...options.config,
    },
  );
  let isOver = false;
  async function stop(): Promise<void> {
    isOver = true;
    await (clock === undefined ? app.stop() : stopWith(app, clock));
  }
  onTestFinished(stop);
  const { posApiUrl } = await app.start();
  return {
    app,
    posApiUrl,
    till: asTill(app),
    cashier: asWindow(app, 'cashier'),
    get view(): CashierView {
      const snapshot = app.snapshot('cashier');
      if (snapshot === null) throw new Error('nothing is open');
      return snapshot.view;
    },
    notices: () => app.status().notices,
    dataDir,
    secrets,
    log,
    shown,
    requests,
    until: waitingFor(() => isOver),
    stop,
  };
}

export async function openAgain(shop: Shop, options: ShopOptions = {}): Promise<Shop> {
  await shop.stop();
  return openShop({ dataDir: shop.dataDir, secrets: shop.secrets, ...options });
}
