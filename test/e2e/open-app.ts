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

/** The app for one test; it quits when the test ends. */
export async function openApp(options: LaunchOptions = {}): Promise<Launched> {
  const app = await launch(options);
  onTestFinished(() => app.close());
  return app;
}

/** Skips the running test if Electron's binary is installed, and reports the reason. */
export function onStandInOnly(why: string): void {
  if (electronBinary() !== null) TestRunner.getCurrentTest()?.context.skip(`the stand-in only: ${why}`);
}

/** Like `openApp`, for events that no test can cause or observe in Electron: the test is skipped there. */
export async function openStandIn(why: string, options: StandInOptions = {}): Promise<OnStandIn> {
  onStandInOnly(why);
  const app = await launchStandIn(options);
  onTestFinished(() => app.close());
  return app;
}
