import { expect, test } from 'vitest';
import type { PartnerContext } from '../../../src-main/partner/partner-controller.ts';
import { deleteUser } from '../../../src-main/partner/partner-users.ts';
import type { PartnerAnswer } from '../../../src-main/service/answers.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const unsent = noAnswer('no-connection', 'no network', { mayHaveArrived: false });
const lost = noAnswer('connection-lost', 'the answer broke off', { mayHaveArrived: true });
const problem = { status: 404, type: null, title: '', detail: '', errors: [], traceId: null, extensions: '' };
const unknownUser = { kind: 'refused', problem } as const;

function deleted(...answers: readonly PartnerAnswer<null>[]) {
  const left = [...answers];
  const setTimer = (_ms: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };
  const context = {
    clock: { now: () => 0, setTimer },
    log: createTestLog(),
    settings: () => readSettings({}).settings,
    beforeStop: (work: Promise<unknown>) => work,
    partner: { client: { deleteUser: async () => left.shift() ?? lost }, users: { forget: () => undefined } },
  };
  return deleteUser(context as unknown as PartnerContext, '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52');
}

test('a user that the service does not know counts as deleted only if an earlier attempt may have deleted it', async () => {
  expect(await deleted(lost, unknownUser)).toMatchObject({ ok: true });
  expect(await deleted(unknownUser)).toMatchObject({ ok: false, error: { code: 'notFound' } });
  expect(await deleted(unsent, unknownUser)).toMatchObject({ ok: false, error: { code: 'notFound' } });
});
