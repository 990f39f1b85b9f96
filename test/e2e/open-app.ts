import { onTestFinished } from 'vitest';
import { type Launched, type LaunchOptions, launch } from '../electron/launch.ts';

/** The app for one test; it quits when the test ends. */
export async function openApp(options: LaunchOptions = {}): Promise<Launched> {
  const app = await launch(options);
  onTestFinished(() => app.close());
  return app;
}
