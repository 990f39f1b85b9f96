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

/** Where Electron's binary is, the test that runs is skipped, and the run says why. */
export function onStandInOnly(why: string): void {
  if (electronBinary() !== null) TestRunner.getCurrentTest()?.context.skip(`the stand-in only: ${why}`);
}

/** The same as `openApp` for what no test can bring about, or see, in Electron: there the test is skipped. */
export async function openStandIn(why: string, options: StandInOptions = {}): Promise<OnStandIn> {
  onStandInOnly(why);
  const app = await launchStandIn(options);
  onTestFinished(() => app.close());
  return app;
}
