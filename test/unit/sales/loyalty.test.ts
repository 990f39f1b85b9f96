import { expect, test } from 'vitest';
import { loyaltyCommands } from '../../../src-main/sales/customer/loyalty.ts';
import { createInFlight } from '../../../src-main/sales/opening/receipt-ids.ts';
import type { SaleEvent } from '../../../src-main/sales/sale/state.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { done } from '../../../src-main/shared/result.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';
import { createTestLog } from '../../fakes/test-log.ts';

test('a loyalty start with an unknown outcome is reported as unknown, also if the disk is full by then', async () => {
  const clock = createManualClock();
  const context = {
    clock,
    log: createTestLog(),
    settings: () => settingsSchema.parse({}),
    saleRepository: {
      change(_id: string, { type }: SaleEvent) {
        if (type !== 'loyaltyIntended') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        return done(sampleSale());
      },
    },
    vendor: { startLoyalty: async () => noAnswer('connection-lost', 'reset', { mayHaveArrived: true }) },
    inFlight: createInFlight(clock, (work) => work),
  };
  const input = { saleId: sampleSale().id, externalUserId: 'card-1' };
  const by = { kind: 'window', role: 'cashier' } as const;
  const outcome = loyaltyCommands['loyalty.start'].run(context as never, input, { by, transportWarnings: [] });
  expect(await outcome).toMatchObject({ ok: false, error: { code: 'outcomeUnknown' } });
});
