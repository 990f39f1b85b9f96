import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codedReceipt } from '../fakes/coded-receipt.ts';
import { allNamesInPrometheus } from '../fakes/prometheus-names.ts';
import { startPrinter } from '../fakes/start-printer.ts';
import { printJob } from '../fakes/till-port.ts';
import { driveIntervals, startCollector, untilReceived, untilSent } from './collector.ts';
import { startReceiver } from './metrics-receiver.ts';
import { openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

/** One delivered sale whose code was painted 300 ms after the till's call. */
async function sellOne(testApp: TestApp): Promise<void> {
  const sale = await openPooledSale(testApp, 'canary-reference-9');
  await testApp.until(() => testApp.shown.customer.at(-1)?.view.screen.kind === 'qr');
  testApp.clock.advance(300);
  const rev = testApp.shown.customer.at(-1)?.rev ?? 0;
  unwrap(await testApp.customer['screen.painted']({ rev }));
  await testApp.pay(sale.id);
  await testApp.delivered(sale.id);
}

test('the metrics of a sale arrive at an independent receiver under the documented names', async () => {
  driveIntervals();
  const receiver = await startReceiver();
  const { target } = await startPrinter();
  const printing = { listen: '127.0.0.1:0', target, paperOnRequest: true };
  const testApp = await openTestApp({ settings: { metrics: { url: receiver.url }, printer: printing } });
  await sellOne(testApp);
  await printJob((await testApp.app.printerAddress()) ?? '', codedReceipt('1', testApp.clock.now()));
  await expect
    .poll(() => {
      testApp.paint();
      return testApp.view.printer.papers.length;
    })
    .toBe(1);
  unwrap(await testApp.cashier['printer.printEverything'](null));
  await expect.poll(() => testApp.view.printer.papers).toEqual([]);
  // The delay of a print is measured only while no paper is deferred, so print once more.
  await printJob((await testApp.app.printerAddress()) ?? '', 'No receipt\n');
  await expect.poll(() => testApp.view.printer.today.prints).toBe(2);
  await testApp.app.dispatch({ kind: 'till', till: 'no-scope', scopes: [] }, 'till.openSale', {});
  await untilSent(testApp, receiver.url);

  const delivered = await receiver.soon('receipt_companion_sales_total{event="delivered"}');
  expect(delivered).toMatchObject([{ value: 2, labels: { service_name: 'receipt-companion', mode: 'live' } }]);
  expect(delivered[0]?.labels.service_instance_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const names = await receiver.names();
  expect(names).toEqual(allNamesInPrometheus());

  const valuesOf = async (expression: string) => (await receiver.query(expression)).map(({ value }) => value);
  for (const event of ['opened', 'billed', 'shown'])
    expect(await valuesOf(`receipt_companion_sales_total{event="${event}"}`), event).toEqual([2]);
  expect(await valuesOf('receipt_companion_qr_paint_duration_seconds_sum')).toEqual([0.3]);
  expect(await valuesOf('receipt_companion_delivery_attempts_total{kind="bill",outcome="delivered"}')).toEqual([2]);
  expect(await valuesOf('receipt_companion_sign_in_attempts_total{outcome="issued"}')).toEqual([1]);
  expect(await valuesOf('receipt_companion_service_state{state="online"}')).toEqual([1]);
  expect(await valuesOf('receipt_companion_display_connected')).toEqual([1]);
  expect(await valuesOf('receipt_companion_printer_state{state="ready"}')).toEqual([1]);
  expect(await valuesOf('receipt_companion_queue_jobs')).toEqual([0]);
  expect(await valuesOf('sum(receipt_companion_notices)')).toEqual([0]);
  expect((await valuesOf('receipt_companion_storage_size_bytes'))[0]).toBeGreaterThan(4_096);
  expect((await valuesOf('receipt_companion_storage_free_bytes'))[0]).toBeGreaterThan(0);
  const bill = await receiver.query('receipt_companion_service_call_duration_seconds_count{route="/v3/bill"}');
  expect(bill).toMatchObject([{ value: 2, labels: { http_request_method: 'POST', http_response_status_code: '200' } }]);

  // The database understands every query of the dashboard, and the figures at its top exist.
  for (const { type, expr } of dashboardQueries()) {
    const found = await receiver.query(expr);
    if (type === 'stat') expect(found, expr).toHaveLength(1);
  }
});

function dashboardQueries(): readonly { readonly type: string; readonly expr: string }[] {
  const file = join(import.meta.dirname, '../../docs/operations/grafana-dashboard.json');
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: { type: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ type, targets = [] }) =>
    targets.map(({ expr }) => ({ type, expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$mode', 'live') })),
  );
}

test('metrics contain the store if the setting allows it, and the name of the till from the settings', async () => {
  const collector = await startCollector();
  const { bodies, url } = collector;
  const testApp = await openTestApp({ settings: { metrics: { url, withStoreId: true, instance: 'till 7, south' } } });
  await untilReceived(testApp, collector);
  expect(bodies[0]).toContain(testApp.settings().service.storeId);
  expect(bodies[0]).toContain('till 7, south');
});

test('no metrics are sent without the address of a collector; one that is set, changed or removed takes effect without a restart', async () => {
  const [first, second] = [await startCollector(), await startCollector()];
  const testApp = await openTestApp();
  const strangers: string[] = [];
  const noteStrangers = () => {
    testApp.network.meets = (url) => {
      if (!url.startsWith(new URL(testApp.settings().service.baseUrl).origin)) strangers.push(url);
      return null;
    };
  };
  noteStrangers();
  await sellOne(testApp);
  testApp.clock.advance(3 * 3_600_000);
  expect(strangers).toEqual([]);
  testApp.changeSettings({ metrics: { url: first.url } });
  await untilReceived(testApp, first);
  testApp.changeSettings({ metrics: { url: second.url } });
  await testApp.until(() => first.bodies.length === 2);
  await untilReceived(testApp, second);
  expect(first.bodies).toHaveLength(2);
  testApp.changeSettings({ metrics: { url: '' } });
  await testApp.until(() => second.bodies.length === 2);
  noteStrangers();
  testApp.clock.advance(3_600_000);
  await testApp.stop();
  expect(strangers).toEqual([]);
});
