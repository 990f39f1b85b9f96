import { expect } from 'vitest';
import { type SimulatorPartner, startPartnerClient, test } from './simulator-partner-client.ts';
import { type JsonBody, plainBill, readBody } from './simulator-till.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const askToken = async (partner: SimulatorPartner, { username, password }: JsonBody) =>
  readBody(
    await partner.till.askToken({ ...partner.till.passwordFields(), username: `${username}`, password: `${password}` }),
  );

async function sendAs(partner: SimulatorPartner, merchant: JsonBody) {
  const authorization = `Bearer ${(await askToken(partner, merchant)).access_token}`;
  const bill = { storeId: partner.till.storeId, bill: plainBill() };
  const answer = await partner.till.call('POST', '/v3/bill', bill, { authorization });
  return answer.ok ? 'stored' : `${answer.status} ${await answer.text()}`;
}

const statusOf = async (partner: SimulatorPartner, { vendorCustomerId }: JsonBody) =>
  readBody(await partner.ask('GET', `/onboarding/vendorCustomerId/${encodeURIComponent(String(vendorCustomerId))}`));

const activate = (link: unknown) =>
  fetch(String(link), { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' });

test('a merchant is registered, signs in with its own account, and is refused until the form behind its own link is sent', async ({
  partner,
}) => {
  const begun = await partner.onboard({ name: 'Shop' });
  const text = expect.stringMatching(/^\S+$/);
  expect(begun).toEqual({
    registrationLink: expect.stringMatching(`^${partner.till.baseUrl}/registration/[\\w-]{32}$`),
    vendorCustomerId: expect.stringMatching(GUID),
    username: text,
    password: text,
  });
  const page = await fetch(String(begun.registrationLink), { headers: { 'accept-language': 'de' } });
  const markup = await page.text();
  expect(markup).toContain('<form method="post"><button type="submit">Jetzt freischalten</button></form>');
  expect(markup).toContain(String(begun.vendorCustomerId));
  expect(markup).not.toMatch(/<script|http-equiv/);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self'/);
  const unknown = `${partner.till.baseUrl}/registration/${'A'.repeat(32)}`;
  expect([(await fetch(unknown)).status, (await activate(unknown)).status]).toEqual([404, 404]);
  expect(await statusOf(partner, begun)).toEqual({ type: 'notActivated', customerId: expect.stringMatching(GUID) });
  expect(await sendAs(partner, begun)).toBe('403 The customer is not activated');

  const activated = await (await activate(begun.registrationLink)).text();
  expect(activated).toContain('Your shop is active');
  expect(activated).not.toContain('<button');
  expect(await statusOf(partner, begun)).toMatchObject({ type: 'activated' });
  expect(await sendAs(partner, begun)).toBe('stored');
  const other = await partner.onboard();
  expect(await sendAs(partner, other)).toContain('403');
  expect(await askToken(partner, { ...begun, password: other.password })).toMatchObject({ error: 'invalid_grant' });
});

test('the vendor may choose the id of a merchant, once for each id', async () => {
  const partner = await startPartnerClient({ switches: { vendorCustomerIdField: 'number' } });
  const begun = await partner.onboard({ number: 'Shop 7/b' });
  expect(begun.vendorCustomerId).toBe('Shop 7/b');
  expect(await statusOf(partner, begun)).toMatchObject({ type: 'notActivated' });
  const body = { vendorCustomer: { number: 'Shop 7/b' }, invoicingDetails: {} };
  expect((await partner.ask('POST', '/onboarding', body)).status).toBe(409);
});
