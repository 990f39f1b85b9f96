import { expect, test } from 'vitest';
import type { OpenAnswer } from '../../../src-main/service/http.ts';
import { openPdf } from '../../../src-main/service/pdf-stream.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

test('a slow PDF is aborted even if each piece arrives in time', async () => {
  const clock = createManualClock();
  let pieces = 0;
  async function* drip(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield new TextEncoder().encode('%PDF-1.7\n');
    for (; pieces < 200; pieces += 1) {
      clock.advance(50_000);
      yield Uint8Array.of(0x20);
    }
  }
  let ends = 0;
  const answer: OpenAnswer = {
    ...{ kind: 'open', status: 200, contentType: 'application/pdf', lengthBytes: null },
    body: drip(),
    end: () => {
      ends += 1;
    },
  };
  const stream = await openPdf(answer, clock, 60_000);
  if ('kind' in stream) throw new Error(stream.kind);
  expect(await stream.pipe(() => undefined)).toMatchObject({ reason: 'time-out' });
  expect([pieces < 20, ends > 0]).toEqual([true, true]);
});
