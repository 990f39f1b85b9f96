import { good, type House } from './house.ts';

/** The customer window confirms that it has painted its last snapshot. */
export async function paint(house: House): Promise<void> {
  const rev = house.app.snapshot('customer')?.rev ?? 0;
  good(await house.customer['screen.painted']({ rev }));
}
