import { describe, expect, test } from 'vitest';
import { type AdmissionContext, admit, type RequestHead } from '../../../src-main/api/admission.ts';
import { good } from '../../app/house.ts';
import { createMemoryTokenStore } from '../../fakes/memory-token-store.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const tokens = createMemoryTokenStore(createSeededRandom());
const sale = good(tokens.issue('Till', ['sale'])).token;
const desk = good(tokens.issue('Desk', ['sale', 'partner'])).token;

const house = (more: Partial<AdmissionContext> = {}): AdmissionContext => ({
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
  headers: { host: '127.0.0.1:17351', authorization: `Bearer ${sale}`, ...headers },
  ...more,
});

const typeOf = (from: RequestHead, at: AdmissionContext = house()) => {
  const admission = admit(from, at);
  return admission.kind === 'refused' ? admission.problem.type : admission.kind;
};

describe('the doors', () => {
  test('the origin null is nobody, also where somebody has allowed it', () => {
    expect(typeOf(knock({ origin: 'null' }), house({ allowedOrigins: ['null'] }))).toBe('origin-not-allowed');
  });

  test('the desk is open only to a till that was paired for it', () => {
    expect(typeOf(knock({}, { access: 'partner' }))).toBe('scope-missing');
    expect(typeOf(knock({ authorization: `Bearer ${desk}` }, { access: 'partner' }))).toBe('admitted');
  });

  test('a till without the scope of sales opens none', () => {
    const store = createMemoryTokenStore(createSeededRandom(2));
    const { token } = good(store.issue('Desk only', ['partner']));
    expect(typeOf(knock({ authorization: `Bearer ${token}` }), house({ tokens: store }))).toBe('scope-missing');
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
    expect(typeOf(knock(), house({ stopping: true }))).toBe('shutting-down');
    expect(typeOf(knock({ origin: 'https://evil.example' }), house({ stopping: true }))).toBe('origin-not-allowed');
  });

  test('the scheme of the token may be written in any case', () => {
    expect(typeOf(knock({ authorization: `bearer ${sale}` }))).toBe('admitted');
    expect(typeOf(knock({ authorization: `Bearer ${sale}, Bearer ${desk}` }))).toBe('not-paired');
  });
});
