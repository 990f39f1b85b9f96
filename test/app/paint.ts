import { good, type TestApp } from './test-app.ts';

/** The customer window confirms that it has painted its last snapshot. */
export async function paint(testApp: TestApp): Promise<void> {
  const rev = testApp.app.snapshot('customer')?.rev ?? 0;
  good(await testApp.customer['screen.painted']({ rev }));
}
