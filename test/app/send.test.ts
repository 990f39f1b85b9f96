import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../src-main/cli/run-command.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { openPartnerTestApp, partnerToken } from './partner-test-app.ts';
import { posClient, posToken, startProgram } from './processes.ts';
import { exec, programEnv, programFile } from './program.ts';
import { openTestApp, smallBill } from './test-app.ts';

interface Command {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly program?: readonly string[];
}

/** Runs the command in this process. */
async function send(argv: readonly string[], env: Command['env'] = {}, command: 'send' | 'onboard' = 'send') {
  const host = { argv, env: { RECEIPT_COMPANION_POS_TOKEN: posToken, ...env }, dataDir: tempFolder, hasInput: false };
  const { code, out = '', error = '' } = await runCommand(command, host);
  return { code, out, err: error };
}

/** Runs the command in a process of its own, as a shell does. */
function shell(args: readonly string[], { env, input = '', program = ['src-main/cli-main.ts', 'send'] }: Command = {}) {
  const all = { ...programEnv({ HOME: tempFolder(), RECEIPT_COMPANION_POS_TOKEN: posToken }), ...env };
  const [file = '', ...words] = program;
  return exec(process.execPath, [programFile(file), ...words, ...args], { env: all, input });
}

const fails = (code: number, text: string) => ({ code, out: '', err: expect.stringContaining(text) });
const noToken = { RECEIPT_COMPANION_POS_TOKEN: '' };
const receipt = (reference: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ reference, bill: smallBill(), ...more });

async function openApp() {
  const testApp = await openTestApp({ posToken });
  return { testApp, port: new URL(testApp.posApiUrl ?? '').port };
}

test('a receipt sent twice by the command is one sale, apart from the references of the till with the same token, and --wait ends once the receipt is delivered', async () => {
  const { port, testApp } = await openApp();
  const pos = posClient(`http://127.0.0.1:${port}/v1`);
  const ofTill = await pos.json('POST', '/receipts', { reference: 'shell/1', bill: smallBill(5) });
  const file = fileWith(receipt('shell/1'));
  const first = await send([file, '--pos-port', port]);
  expect(first).toMatchObject({ code: 0, err: '' });
  const sale = JSON.parse(first.out);
  expect(sale).toMatchObject({ reference: 'shell/1', amount: 19.9, id: expect.not.stringContaining(`${ofTill.id}`) });
  expect(await pos.json('GET', '/sales?reference=shell/1')).toMatchObject({ items: [{ id: ofTill.id }] });

  const again = await shell(['-', '--wait', '--pos-port', port], { input: `\uFEFF${receipt('shell/1')}` });
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(again.out)).toMatchObject({ id: sale.id, state: 'delivered' });
  const { bills, complaints } = testApp.simulator.ledger();
  expect(bills.map(({ billId }) => billId).toSorted()).toEqual([ofTill.billId, sale.billId].toSorted());
  expect(complaints).toEqual([]);
});

test('a proxy of the environment is not used for requests to this computer', async () => {
  const { port } = await openApp();
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' };
  expect(await shell([fileWith(receipt('r')), '--wait', '--pos-port', port], { env })).toMatchObject({
    code: 0,
    err: '',
  });
});

test('the port comes from the settings of the app, the token from a file', async () => {
  const { port } = await openApp();
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ posApi: { port: Number(port) } }));
  const tokenFile = fileWith(`${posToken}\n`, 'token');
  const args = [fileWith(receipt('r')), '--data-dir', dataDir, '--token-file', tokenFile];
  expect(await send(args, noToken)).toMatchObject({ code: 0, err: '' });
});

test('the command finds the token and the port of an app without windows in its data folder', async () => {
  const dataDir = tempFolder();
  const app = await startProgram(['--training', '--pos-port=0', '--data-dir', dataDir], {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
  });
  const port = Number(new URL(app.ready.posApi ?? '').port);
  const apiFile = join(dataDir, 'pos-api.json');
  expect(JSON.parse(readFileSync(apiFile, 'utf8'))).toEqual({ port, processId: expect.any(Number) });
  const args = [fileWith(receipt('r')), '--data-dir', dataDir];
  expect(await send(args, noToken)).toMatchObject({ code: 0, err: '' });
  expect(await app.end('SIGTERM')).toBe(0);
  expect(existsSync(apiFile)).toBe(false);
  writeFileSync(apiFile, JSON.stringify({ port, processId: 2 ** 22 + 1 }));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ posApi: { port: 1 } }));
  expect(await send(args)).toMatchObject(fails(4, 'on port 1 of'));
});

test('the command ends with 2 after wrong usage and names what is expected, and with 6 without a token', async () => {
  expect(await send(['/nowhere.json', '--pos-port', '1'])).toMatchObject(fails(2, 'nowhere'));
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ posApi: { port: 0 } }));
  expect(await send([fileWith(receipt('r')), '--data-dir', dataDir])).toMatchObject(fails(2, '--pos-port'));
  expect(await send([fileWith(receipt('r'))], noToken)).toMatchObject(fails(6, '--token-file'));
  const gone = ['--token-file', '/nowhere'];
  expect(await send([fileWith(receipt('r')), ...gone], noToken)).toMatchObject({ code: 6 });
});

test('the command line registers a merchant once and prints its state, corrects it and cancels it', async () => {
  const registrationLink = 'https://p.example/register/1';
  const odd = { registrationLink, a: { user: 'canary-user', secret: 'canary-secret' } };
  const { testApp, partner } = await openPartnerTestApp({
    answers: { 'POST /partner/onboarding': { body: odd }, '*': { body: { type: 'notActivated', customerId: 'c-1' } } },
  });
  const port = new URL(testApp.posApiUrl ?? '').port;
  const onboard = async (...args: readonly string[]) => {
    const ended = await send([...args, '--pos-port', port], { RECEIPT_COMPANION_POS_TOKEN: partnerToken }, 'onboard');
    expect(ended.out + ended.err).not.toContain('canary');
    return ended;
  };
  expect(await onboard()).toMatchObject(fails(3, 'There is no current onboarding.'));
  expect(await onboard('/nowhere.json')).toMatchObject(fails(2, 'nowhere'));
  expect(await onboard(fileWith('{"vendorCustomer":[]}'))).toMatchObject({
    code: 3,
    err: expect.stringMatching(/"path":"\/vendorCustomer".*"path":"\/invoicingDetails"/),
  });
  expect(partner.requests).toEqual([]);

  const file = fileWith('{"vendorCustomer":{"vendorCustomerId":"m-1","n":1.10},"invoicingDetails":{}}');
  const begun = await onboard(file);
  expect(begun).toMatchObject({ code: 7, err: '' });
  const unread = { stage: 'started', credentials: 'unread', status: 'notActivated', registrationLink };
  expect(JSON.parse(begun.out)).toMatchObject({ ...unread, answerPaths: expect.arrayContaining(['/a/user']) });
  expect(partner.requests[0]?.body).toContain('"n":1.10');
  expect(await onboard(file)).toMatchObject(fails(3, 'is in progress'));
  expect(partner.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);

  testApp.changeSettings({ partner: { usernamePlace: '/a/user', passwordPlace: '/a/secret' } });
  partner.answers['*'] = { body: { type: 'activated', customerId: 'c-1' } };
  const ready = expect.stringMatching(/"status":"activated".*"credentials":"stored"/);
  expect(await onboard()).toMatchObject({ code: 0, out: ready });
  expect(await onboard('--end')).toMatchObject({ code: 0, out: '' });
  partner.answers['POST /partner/onboarding'] = { status: 502 };
  expect(await onboard(file)).toMatchObject(fails(7, 'may have been started'));
  expect(await onboard()).toMatchObject({ code: 7, out: expect.stringContaining('"stage":"unknown"') });
  expect(await onboard(file)).toMatchObject({ code: 3 });
  expect(partner.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('the command receipt-companion runs its subcommands and returns their exit codes', async () => {
  const command = JSON.parse(readFileSync('package.json', 'utf8')).bin['receipt-companion'];
  const program = [command, 'send'];
  for (const name of ['send', 'onboard', 'support']) {
    const help = await shell(['--help'], { program: [command, name] });
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--token-file FILE') });
  }
  expect(await shell([fileWith(receipt('r')), '--pos-port', '1'], { program })).toMatchObject({ code: 4, out: '' });
  expect((await send(['--help'])).out).toContain('Exit codes: 0 accepted');
  expect(await shell([], { program: [command] })).toMatchObject({
    code: 2,
    out: '',
    err: 'found nothing, expected one of: send, onboard, support, headless, simulator (each knows --help)\n',
  });
});
