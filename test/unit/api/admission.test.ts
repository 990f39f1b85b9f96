import { describe, expect, test } from 'vitest';
import { type AdmissionContext, admit, type RequestHead } from '../../../src-main/api/admission.ts';
import { good } from '../../app/test-app.ts';
import { createMemoryTokenStore } from '../../fakes/memory-token-store.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const tokens = createMemoryTokenStore(createSeededRandom());
const sale = good(tokens.issue('Till', ['sale'])).token;
const desk = good(tokens.issue('Desk', ['sale', 'partner'])).token;

const testApp = (more: Partial<AdmissionContext> = {}): AdmissionContext => ({
  port: 17351,
  allowedOrigins: [],
  tokens,
  stopping: false,
  limits: { admit: () => null },
  ...more,
});

const knock = (headers: RequestHead['headers'] = {}, more: Partial<RequestHead> = {}): RequestHead => ({
  method: 'GET',
  target: '/v1/status',
  access: 'sale',
  isOldHttp: false,
  headers: { host: '127.0.0.1:17351', authorization: `Bearer ${sale}`, ...headers },
  ...more,
});

const typeOf = (from: RequestHead, at: AdmissionContext = testApp()) => {
  const admission = admit(from, at);
  return admission.kind === 'refused' ? admission.problem.type : admission.kind;
};

describe('the checks of a request', () => {
  test('refuse the origin null, even if it is in the list of allowed origins', () => {
    expect(typeOf(knock({ origin: 'null' }), testApp({ allowedOrigins: ['null'] }))).toBe('origin-not-allowed');
  });

  test('the desk is open only to a till that was paired for it', () => {
    expect(typeOf(knock({}, { access: 'partner' }))).toBe('scope-missing');
    expect(typeOf(knock({ authorization: `Bearer ${desk}` }, { access: 'partner' }))).toBe('admitted');
  });

  test('a till without the scope of sales opens none', () => {
    const store = createMemoryTokenStore(createSeededRandom(2));
    const { token } = good(store.issue('Desk only', ['partner']));
    expect(typeOf(knock({ authorization: `Bearer ${token}` }), testApp({ tokens: store }))).toBe('scope-missing');
  });

  test('an open route asks for no token but for the right host and origin', () => {
    const open = { access: 'open' } as const;
    expect(typeOf(knock({ authorization: undefined }, open))).toBe('admitted');
    expect(typeOf(knock({ authorization: undefined, host: 'evil.example' }, open))).toBe('wrong-host');
    expect(typeOf(knock({ authorization: undefined, origin: 'https://evil.example' }, open))).toBe(
      'origin-not-allowed',
    );
  });

  test('while the app stops, even a paired till is sent away, but a stranger page learns nothing', () => {
    expect(typeOf(knock(), testApp({ stopping: true }))).toBe('shutting-down');
    expect(typeOf(knock({ origin: 'https://evil.example' }), testApp({ stopping: true }))).toBe('origin-not-allowed');
  });

  test('accept a host in the request target, and HTTP/1.0 without a host', () => {
    const target = 'http://127.0.0.1:17351/v1/status';
    expect(typeOf(knock({}, { target }))).toBe('admitted');
    expect(typeOf(knock({}, { target: 'http://evil.example/v1/status' }))).toBe('wrong-host');
    expect(typeOf(knock({ host: 'evil.example' }, { target }))).toBe('wrong-host');
    expect(typeOf(knock({ host: undefined }, { isOldHttp: true }))).toBe('admitted');
    expect(typeOf(knock({ host: 'evil.example' }, { isOldHttp: true }))).toBe('wrong-host');
    expect(typeOf(knock({ host: undefined }))).toBe('wrong-host');
  });

  test.each([
    [{ authorization: undefined }, 'found no Authorization header, expected'],
    [{ authorization: sale }, 'found an Authorization header without Bearer, expected'],
    [{ authorization: 'Bearer another' }, 'found a token of no paired till, expected'],
    [{ 'content-length': '2' }, 'found no Content-Type, expected application/json'],
    [{ 'content-length': '2', 'content-type': 'text/plain' }, 'found the Content-Type "text/plain", expected'],
  ])('%j is refused, and the message contains the rejected value', (headers, detail) => {
    const admission = admit(knock(headers), testApp());
    expect(admission.kind === 'refused' && admission.problem.detail).toContain(detail);
  });

  test('the scheme of the token may be written in any case', () => {
    expect(typeOf(knock({ authorization: `bearer ${sale}` }))).toBe('admitted');
    expect(typeOf(knock({ authorization: `Bearer ${sale}, Bearer ${desk}` }))).toBe('not-paired');
  });
});
