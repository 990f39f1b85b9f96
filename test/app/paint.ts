import { type TestApp, unwrap } from './test-app.ts';

/** Confirms, like the customer window, that the last snapshot was painted. */
export async function paint(testApp: TestApp): Promise<void> {
  const rev = testApp.app.snapshot('customer')?.rev ?? 0;
  unwrap(await testApp.customer['screen.painted']({ rev }));
}
