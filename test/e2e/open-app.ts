import { onTestFinished, TestRunner } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.ts';
import {
  type Launched,
  type LaunchOptions,
  launch,
  launchStandIn,
  type OnStandIn,
  type StandInOptions,
} from '../electron/launch.ts';
import type { PluggedDisplay } from '../electron/stand-in/orders.ts';

export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const app = await launch(options);
  onTestFinished(() => app.close());
  return app;
}

export function onStandInOnly(why: string): void {
  if (electronBinary() !== null) TestRunner.getCurrentTest()?.context.skip(`the stand-in only: ${why}`);
}

/** Opens the stand-in for events that no test can cause or observe in Electron. */
export async function openStandIn(why: string, options: StandInOptions = {}): Promise<OnStandIn> {
  onStandInOnly(why);
  const app = await launchStandIn(options);
  onTestFinished(() => app.close());
  return app;
}

/** From now on the computer has these displays, the first of which is the primary one. */
export const plug = (app: OnStandIn, ...displays: readonly PluggedDisplay[]): Promise<unknown> =>
  app.happen({ what: 'plug', displays });
