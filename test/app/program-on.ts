import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScreenRole, Screens } from '../../src-main/ports.ts';
import type { AppConfig, AppPorts } from '../../src-main/program/app-parts.ts';
import { createProgram, type Program } from '../../src-main/program/program.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import type { Snapshot, ViewOf } from '../../src-main/shared/views.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import type { ManualClock } from '../fakes/manual-clock.ts';
import { settled } from '../fakes/settled.ts';

export const programOn = (
  dataDir: string,
  ports: Partial<AppPorts> & Pick<AppPorts, 'log' | 'settings'>,
  config: Partial<AppConfig> = {},
) =>
  createProgram(
    {
      clock: systemClock,
      random: systemRandom,
      secrets: memorySecrets(),
      fetch: (url, init) => fetch(url, init),
      ...ports,
    },
    {
      version: '0.0.0',
      dataDir,
      dataKey: new Uint8Array(32).fill(7),
      keyStorage: 'keychain',
      secretsOutliveRun: true,
      program: 'headless',
      fixedPosToken: null,
      ...config,
    },
  );

export type Shown = { readonly [Role in ScreenRole]: Snapshot<ViewOf[Role]>[] };

/** Windows that keep every snapshot, oldest first, and a customer display that is always on. */
export function recordedScreens(): { readonly shown: Shown; readonly screens: Screens } {
  const shown: Shown = { cashier: [], customer: [] };
  const screens: Screens = {
    show(role, snapshot) {
      const list: Snapshot<unknown>[] = shown[role];
      list.push(snapshot);
    },
    customerDisplayConnected: () => true,
    onDisplayChange: () => () => undefined,
  };
  return { shown, screens };
}

/** Advances the clock for up to a minute, because a stop waits for running requests or their time-outs. */
export async function stopWith(app: Pick<Program, 'stop'>, clock: ManualClock): Promise<void> {
  const stopping = app.stop();
  const isStopped = settled(stopping);
  for (let turns = 0; !isStopped(); turns += 1) {
    await nextTurn();
    if (turns < 600) clock.advance(100);
  }
  await stopping;
}

/** Resolves when a condition is true, which is checked after every turn. A failed test stops the wait. */
export const waitingFor =
  (isOver: () => boolean) =>
  async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      if (isOver()) throw new Error('the test was over before it came to this');
      await nextTurn();
    }
  };
