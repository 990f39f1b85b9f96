import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProbeParts, probeService } from '../../scripts/probe.ts';
import { reportAsPage, reportAsText } from '../../scripts/probe-report.ts';
import { printedReceipt } from '../../src-main/printer/print-bill.ts';
import type { PartnerSettings } from '../../src-main/service/partner-calls.ts';
import { settingsSchema } from '../../src-main/shared/settings.ts';
import { drawn } from '../fakes/drawn.ts';
import { deviates, deviationsOf } from '../fakes/every-deviation.ts';
import { startSecondService } from '../fakes/second-service.ts';
import { startTill, type TestTill } from './simulator-till.ts';

const { service, partner } = settingsSchema.parse({});
const partsFor = (till: TestTill, more: Partial<ProbeParts> = {}): ProbeParts => {
  const { username, password, clientId, scopeBase, partnerKey } = till.simulator.account;
  const connection = { baseUrl: till.baseUrl, authUrl: till.authUrl, clientId, scopeBase, storeId: till.storeId };
  const partnerUrl = `${till.baseUrl}/partner`;
  return {
    ...{ fetch, clock: till.clock, date: '2026-01-05T10:00:00+01:00', loyaltyUser: 'card-1' },
    connection: { ...service, ...connection, extensionKey: 'extension:service' },
    credentials: { username, password },
    partner: { settings: { ...service, ...partner, partnerUrl }, key: partnerKey, externalId: 'probe-1', userId: null },
    ...more,
  };
};
const quick = { switches: { slowUserChance: 0 } };
const verdicts = (rows: Awaited<ReturnType<typeof probeService>>['rows']) =>
  Object.fromEntries(rows.map(({ route, verdict }) => [route, verdict]));
const untried = {
  'GET onboarding/vendorCustomerId/{vendorCustomerId}': 'notTried',
  'PDF of a receipt': 'notTried',
  'add a receipt': 'notTried',
  'POST onboarding': 'notTried',
};

test('the training service answers as described, and the test data made there are cancelled', async () => {
  const till = await startTill(quick);
  const { rows } = await probeService(partsFor(till));
  expect(verdicts(rows)).toEqual({
    ...Object.fromEntries(rows.map(({ route }) => [route, 'asDescribed'])),
    ...untried,
  });
  expect(rows).toHaveLength(16);
  const { bills, cancels, complaints, loyalty } = till.simulator.ledger();
  expect(bills.map(({ body }) => body)).toMatchObject([
    { bill: { misc: { 'extension:service': { isExample: true } } } },
  ]);
  expect(cancels.map(({ billId }) => billId)).toEqual(bills.map(({ billId }) => billId));
  expect([loyalty.map(({ state }) => state), complaints]).toEqual([['cancelled'], []]);
});

test('test receipts with a printed text and a printed picture are not cancelled, and their addresses are reported', async () => {
  const till = await startTill(quick);
  const printedReceipts = [printedReceipt('Total  0.01'), printedReceipt(Uint8Array.of(1, 2, 3))];
  const { rows } = await probeService(partsFor(till, { printedReceipts }));
  const sent = rows.filter(({ route }) => route.startsWith('POST /v3/bill with '));
  expect(sent.map(({ route, verdict }) => [route.replace(/http.*/, 'address'), verdict])).toEqual([
    ['POST /v3/bill with text/plain address', 'asDescribed'],
    ['POST /v3/bill with image/png address', 'asDescribed'],
  ]);
  const { bills, cancels, complaints } = till.simulator.ledger();
  const left = bills.filter(({ billId }) => !cancels.some((cancel) => cancel.billId === billId));
  expect(left.map(({ body }) => body)).toMatchObject(
    printedReceipts.map((printed) => ({
      bill: { misc: { additionalReceipts: [printed], 'extension:service': { isExample: true } } },
    })),
  );
  expect(complaints).toEqual([]);
});

test('a service with other routes and headers, where the document leaves them open, passes as described', async () => {
  const { url, requests } = await startSecondService();
  const { connection, partner, ...parts } = partsFor(await startTill(), { vendorCustomerId: 'V-1' });
  const settings = {
    ...{ ...service, ...partner?.settings, partnerUrl: `${url}/partner` },
    ...{ keyHeader: 'Authorization', keyPrefix: 'ApiKey ', onboardingPrefix: '/api/v3' },
    listReceipts: 'GET /api/user/{userId}/bills?limit={take}&cursor={continuation}',
    receiptPdf: 'GET /api/user/{userId}/bills/{receiptId}',
  } as PartnerSettings;
  const { rows } = await probeService({
    ...parts,
    connection: { ...connection, baseUrl: url, authUrl: `${url}/token` },
    partner: { settings, key: 'k', externalId: 'probe-1', userId: 'A0000000-0000-1000-0000-000000000009' },
  });
  expect(verdicts(rows)).toEqual({
    ...Object.fromEntries(rows.map(({ route }) => [route, 'asDescribed'])),
    ...{ 'add a receipt': 'notTried', 'POST onboarding': 'notTried' },
  });
  const made = ['POST /partner/api/v3/user', 'DELETE /partner/api/user/'];
  const open = requests.filter((line) => line.includes(' /partner') && !made.some((known) => line.startsWith(known)));
  expect(open.every((line) => line.startsWith('GET '))).toBe(true);
});

describe('a service that differs in one place', () => {
  const answers = {
    register: ['POST /v3/bill/url', { type: '', url: '', billId: '' }],
    bill: ['POST /v3/bill', { type: '', url: '', billId: '' }],
    printed: ['POST /v3/bill/{billId}/printed', { billId: '' }],
    loyaltyStart: ['PUT /v3/loyalty/transactions', { transactionId: '', points: 0, activatedRewards: [] }],
    loyaltyCancel: ['DELETE /v3/loyalty/transactions/{transactionId}', { transactionId: '', status: '' }],
  } as const;
  const open = /^(?:(?:null|absent) \/(?:points|activatedRewards)|alone )$/;
  // The probe cannot notice another id in the answers of these two routes.
  const unnoticed = (name: string, how: string) => how === 'otherId' && /^(?:register|loyaltyStart)$/.test(name);
  const all = Object.entries(answers).flatMap(([name, [route, body]]) =>
    deviationsOf({ status: 200, body: JSON.stringify(body) }).flatMap((deviation) =>
      unnoticed(name, deviation.how) ? [] : [{ name, route, ...deviation }],
    ),
  );

  test.each(drawn(all, 5))(
    '$route: $how $pointer is reported, and nothing else',
    async ({ name, route, how, pointer }) => {
      const till = await startTill(quick);
      till.simulator.faults.add({ route: name as keyof typeof answers, effect: deviates(how, pointer) });
      const { rows } = await probeService(partsFor(till, { partner: undefined }));
      const differing = rows.filter(({ verdict }) => verdict !== 'asDescribed' && verdict !== 'notTried');
      expect(differing.map((row) => row.route)).toEqual(open.test(`${how} ${pointer}`) ? [] : [route]);
      const spelled = pointer.toLowerCase();
      for (const { deviations } of differing)
        expect(deviations.some((deviation) => spelled.startsWith(deviation.pointer.toLowerCase()))).toBe(true);
      expect(till.simulator.ledger().bills).toHaveLength(till.simulator.ledger().cancels.length);
    },
  );
});

test('the report of the probe is text and a page without scripts', async () => {
  const till = await startTill(quick);
  const body = JSON.stringify({ title: '<script>alert(1)</script>' });
  const headers = { 'content-type': 'application/problem+json' };
  till.simulator.faults.add({ route: 'register', effect: { kind: 'status', status: 400, body, headers } });
  const report = await probeService(partsFor(till, { partner: undefined }));
  expect(verdicts(report.rows)).toMatchObject({ 'POST /v3/bill/url': 'refused', 'POST /v3/bill': 'notTried' });
  expect(reportAsText(report)).toMatch(/POST \/v3\/bill\/url +refused .*HTTP 400/);
  expect(reportAsPage(report, 'Report')).not.toContain('<script');
});

test('the command sends nothing before a person agrees to the data that remain at the service', () => {
  const script = join(import.meta.dirname, '../../scripts/probe-service.ts');
  const words = ['--service-url', 'http://127.0.0.1:9', '--auth-url', 'http://127.0.0.1:9', '--store-id', 'S-1'];
  words.push('--client-id', 'c', '--scope-base', 's');
  const env = { RECEIPT_COMPANION_USERNAME: 'u', RECEIPT_COMPANION_PASSWORD: 'p' };
  const probe = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', env });
  expect([probe.status, probe.stdout]).toEqual([2, expect.stringContaining('for store S-1, cancelled at the end')]);
  const walked = spawnSync(process.execPath, [script, ...words, '--yes', '--json'], { encoding: 'utf8', env });
  expect([walked.status, JSON.parse(walked.stdout).rows[0].verdict]).toEqual([1, 'noAnswer']);
});

describe('the command probe-service', () => {
  const run = (...args: readonly string[]) => {
    const script = join(import.meta.dirname, '../../scripts/probe-service.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: {} });
    return { status, stdout, stderr };
  };

  test('npm run probe-service -- --help prints its options', () => {
    const words = ['scripts/setup.mjs', '--then', 'scripts/probe-service.ts', '--help'];
    const cwd = join(import.meta.dirname, '../..');
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd });
    expect([status, stdout]).toEqual([0, expect.stringContaining('\n  --printed-receipts ')]);
  });

  test('reports unknown and missing options in one line', () => {
    expect(run('--storeid', 'x')).toEqual({
      ...{ status: 2, stdout: '', stderr: "Unknown option '--storeid'. --help lists the options.\n" },
    });
    const { status, stderr } = run('--yes', '--service-url', 'https://service.example');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Missing: --auth-url, --client-id, --scope-base, RECEIPT_COMPANION_USERNAME, .*\n$/);
  });
});
