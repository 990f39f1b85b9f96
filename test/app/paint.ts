import { good, type TestApp } from './test-app.ts';

/** Confirms, like the customer window, that the last snapshot was painted. */
export async function paint(testApp: TestApp): Promise<void> {
  const rev = testApp.app.snapshot('customer')?.rev ?? 0;
  good(await testApp.customer['screen.painted']({ rev }));
}
