import { describe, expect } from 'vitest';
import { type PartnerClient, startPartnerClient, test } from './simulator-partner-client.ts';
import { type Json, json, smallBill } from './simulator-till.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Signs in as the onboarded merchant and returns the Authorization header. */
async function signIn(partner: PartnerClient, { username, password }: Json) {
  const fields = { ...partner.till.passwordFields(), username: String(username), password: String(password) };
  const answer = await json(await partner.till.askToken(fields));
  return { authorization: `Bearer ${answer.access_token}` };
}

const sendAs = async (partner: PartnerClient, headers: Readonly<Record<string, string>>) =>
  partner.till.call('POST', '/v3/bill', { storeId: partner.till.storeId, bill: smallBill() }, headers);

const status = (partner: PartnerClient, { vendorCustomerId }: Json) =>
  partner.ask('GET', `/onboarding/vendorCustomerId/${vendorCustomerId}`);

/** Presses the button of the registration page. */
const activate = (link: unknown) =>
  fetch(String(link), { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' });

describe('from the request to the first receipt', () => {
  test('a merchant is registered, signs in, is refused until activated, and then sends', async ({ partner }) => {
    const begun = await partner.onboard({ name: 'Shop' });
    const text = expect.stringMatching(/^\S+$/);
    expect(begun).toEqual({
      registrationLink: expect.stringMatching(`^${partner.till.baseUrl}/registration/[\\w-]{32}$`),
      vendorCustomerId: expect.stringMatching(GUID),
      username: text,
      password: text,
    });
    const before = await status(partner, begun);
    expect([before.status, await before.json()]).toEqual([
      200,
      { type: 'notActivated', customerId: expect.stringMatching(GUID) },
    ]);

    const headers = await signIn(partner, begun);
    const refused = await sendAs(partner, headers);
    expect([refused.status, await refused.text()]).toEqual([403, 'The customer is not activated']);
    expect(partner.till.simulator.ledger().bills).toEqual([]);

    expect(await (await fetch(String(begun.registrationLink))).text()).toContain('Activate now');
    const activated = await (await activate(begun.registrationLink)).text();
    expect(activated).toContain('Your shop is active');
    expect(activated).not.toContain('<button');
    expect((await json(await status(partner, begun))).type).toBe('activated');
    expect((await sendAs(partner, headers)).status).toBe(200);
  });

  test('each merchant has separate credentials and a separate activation', async ({ partner }) => {
    const [one, other] = [await partner.onboard(), await partner.onboard()];
    await activate(one.registrationLink);
    expect((await sendAs(partner, await signIn(partner, one))).status).toBe(200);
    expect((await sendAs(partner, await signIn(partner, other))).status).toBe(403);
    const mixed = {
      ...partner.till.passwordFields(),
      username: String(one.username),
      password: String(other.password),
    };
    expect(await json(await partner.till.askToken(mixed))).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the answer', () => {
  test('may lack the id, because the vendor may have chosen it', async () => {
    const partner = await startPartnerClient({ switches: { vendorCustomerIdField: 'number' } });
    const begun = await partner.onboard({ number: 'Shop 7/b' });
    expect(begun.vendorCustomerId).toBe('Shop 7/b');
    const found = await partner.ask('GET', `/onboarding/vendorCustomerId/${encodeURIComponent('Shop 7/b')}`);
    expect(await found.json()).toMatchObject({ type: 'notActivated' });
    const body = { vendorCustomer: { number: 'Shop 7/b' }, invoicingDetails: {} };
    expect((await partner.ask('POST', '/onboarding', body)).status).toBe(409);
    expect((await partner.ask('POST', '/onboarding', { ...body, vendorCustomer: {} })).status).toBe(400);
  });
});

describe('the registration page', () => {
  test('is a form without script in the reader’s language that sends to itself only', async ({ partner }) => {
    const { registrationLink, vendorCustomerId } = await partner.onboard();
    const page = await fetch(String(registrationLink), { headers: { 'accept-language': 'de' } });
    const markup = await page.text();
    expect(markup).toContain('<form method="post"><button type="submit">Jetzt freischalten</button></form>');
    expect(markup).toContain(String(vendorCustomerId));
    expect(markup).not.toMatch(/<script|http-equiv/);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self'/);
  });

  test('does not activate the merchant when it is only opened, and an unknown link gets a 404', async ({ partner }) => {
    const begun = await partner.onboard();
    await fetch(String(begun.registrationLink));
    const other = `${partner.till.baseUrl}/registration/${'A'.repeat(32)}`;
    expect([(await fetch(other)).status, (await activate(other)).status]).toEqual([404, 404]);
    expect((await json(await status(partner, begun))).type).toBe('notActivated');
  });

  test('can be skipped by a test', async ({ partner }) => {
    const begun = await partner.onboard();
    const body = JSON.stringify({ activateMerchant: begun.vendorCustomerId });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${partner.till.controlUrl}/state`, { method: 'POST', headers, body });
    expect((await json(await status(partner, begun))).type).toBe('activated');
    expect(partner.till.simulator.activateMerchant('nobody')).toBe(false);
  });
});
