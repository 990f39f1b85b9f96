import { setImmediate as nextTurn } from 'node:timers/promises';
import { test as base, onTestFinished } from 'vitest';
import { optionOf } from '../../src-main/config.ts';
import type { ScreenRole, SecretStore } from '../../src-main/ports.ts';
import { createProgram, type Program } from '../../src-main/program.ts';
import { noPolicy, openPolicy } from '../../src-main/settings/policy-store.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { Snapshot, ViewOf } from '../../src-main/shared/views.ts';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createKeptLog, type KeptLog } from '../fakes/kept-log.ts';
import type { ManualClock } from '../fakes/manual-clock.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

/** The app as a person starts it: only its settings file and keychain configure it. */
export interface Shop {
  readonly app: Program;
  readonly dataDir: string;
  readonly secrets: SecretStore;
  readonly log: KeptLog;
  readonly shown: { readonly [Role in ScreenRole]: Snapshot<ViewOf[Role]>[] };
  readonly asked: string[];
  /** Resolves when the condition is true, which is checked after every turn. */
  until(holds: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface ShopOptions {
  readonly dataDir?: string;
  readonly secrets?: SecretStore;
  readonly overrides?: SettingsPatch;
  readonly keychain?: 'ok' | 'missing';
  readonly network?: { down: boolean };
  readonly policyFile?: string;
  readonly resetPin?: boolean;
  /** A clock that only the test advances. Absent: real time. */
  readonly clock?: ManualClock;
}

/** Opens the app on an existing or new folder and keychain. It stops at the end of the test. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const log = createKeptLog();
  const dataDir = options.dataDir ?? tempFolder();
  const secrets = options.secrets ?? memorySecrets();
  const shown: Shop['shown'] = { cashier: [], customer: [] };
  const asked: string[] = [];
  const clock = options.clock ?? systemClock;
  const policy =
    options.policyFile === undefined
      ? noPolicy
      : openPolicy({
          // The policy file is an option of the command line, so the tester's account may own it.
          places: { machine: [], given: options.policyFile },
          log,
          dataDir,
          computer: 'BERLIN-07',
          platform: process.platform,
          uid: process.getuid?.() ?? null,
        });
  const overrides = { ...options.overrides, posApi: { port: 0, ...options.overrides?.posApi } };
  const store = confStore(dataDir, systemClock.now());
  const settings = openSettings(store, log, overrides, {}, policy.current().layer, optionOf);
  const app = createProgram(
    {
      clock,
      random: systemRandom,
      log,
      secrets,
      settings,
      policy,
      async fetch(url, init) {
        asked.push(url.split('?', 1)[0] ?? '');
        if (options.network?.down) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
        return fetch(url, init);
      },
      screens: {
        show(role, snapshot) {
          const list: Snapshot<unknown>[] = shown[role];
          list.push(snapshot);
        },
        customerDisplayConnected: () => true,
        onDisplayChange: () => () => undefined,
      },
    },
    {
      version: '0.0.0',
      dataDir,
      dataKey: new Uint8Array(32).fill(7),
      keyStorage: options.keychain === 'missing' ? 'none' : 'keychain',
      secretsOutliveRun: true,
      program: 'windowed',
      keychain: options.keychain ?? 'ok',
      retryKeychain: () => undefined,
      quit: () => undefined,
      fixedPosToken: null,
      resetPin: options.resetPin ?? false,
    },
  );
  let isOver = false;
  /** Running requests get time to end, so the clock must advance. */
  async function stop(): Promise<void> {
    isOver = true;
    let isStopped = false;
    const stopping = app.stop().finally(() => {
      isStopped = true;
    });
    while (!isStopped && options.clock !== undefined) {
      await nextTurn();
      options.clock.advance(100);
    }
    await stopping;
  }
  onTestFinished(stop);
  await app.start();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      // A failed test must not keep polling.
      if (isOver) throw new Error('the test was over before it came to this');
      await nextTurn();
    }
  };
  return { app, dataDir, secrets, log, shown, asked, until, stop };
}

/** A new receipt service, stopped at the end of the test. */
export async function openService(options: SimulatorOptions = {}): Promise<Service> {
  const simulator = createSimulator(
    { account: { storeIds: ['store-1'] }, ...options },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  onTestFinished(() => simulator.stop());
  const { username, password, clientId, scopeBase } = simulator.account;
  return {
    simulator,
    baseUrl,
    authUrl,
    typed: {
      connection: {
        mode: 'live',
        ...{ baseUrl, authUrl, partnerUrl: '', clientId, scopeBase, storeId: 'store-1' },
        extensionKey: 'extension:service',
        selfGeneratedIds: false,
      },
      credentials: { username, password },
    },
  };
}

export interface Service {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The input of a manager who goes live with this service. */
  readonly typed: CommandInput<'connection.save'>;
}

export const test = base.extend('service', () => openService());
