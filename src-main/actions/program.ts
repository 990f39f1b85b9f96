import { z } from 'zod';
import { done, failed, type Result } from '../lib/result.ts';
import { packedMark, setupCodeMaxChars, setupCodeSchema } from '../lib/setup-code.ts';
import { statusSchema } from '../lib/till-view.ts';
import { commandActions, defineAction } from './action.ts';
import { tillOf } from './actor.ts';
import { readInput } from './read-input.ts';

/** What is there with and without a connection: choosing one, pairing tills, how things stand. */
export const programActions = {
  ...commandActions('program', {
    'pairing.start': ({ pairing }, { desk, again }) => pairing.start(desk, again),
    'pairing.stop'({ pairing }) {
      pairing.stop();
      return done(null);
    },
    'pairing.list': ({ pairing }) => done(pairing.list().map((till) => ({ ...till, scopes: [...till.scopes] }))),
    'pairing.revoke': ({ pairing }, { id }) =>
      pairing.revoke(id) ? done(null) : failed('notFound', `there is no paired till ${id}`),
    'connection.get': ({ connection }) => connection.get(),
    'connection.test': ({ connection }, input) => connection.test(input),
    'connection.probe': ({ connection }, input) => connection.probe(input),
    'connection.save': ({ connection }, input) => connection.save(input),
    'connection.settle': {
      // Back to what it was is no change; training sends a day's receipts nowhere.
      locked: (_context, { mode }) => mode === 'training',
      run: ({ connection }, { mode }) => connection.settle(mode),
    },
    'pin.unlock': ({ pin }, { pin: typed }) => pin.unlock(typed),
    'pin.lock'({ pin }) {
      pin.lock();
      return done(null);
    },
    'pin.stay'({ pin }) {
      pin.stay();
      return done(null);
    },
    'pin.change': ({ pin }, { current, next }) => pin.change(current, next),
    'program.quit'({ quit }) {
      quit();
      return done(null);
    },
    'keychain.retry'({ connection }) {
      connection.retryKeychain();
      return done(null);
    },
  }),
  'till.getStatus': defineAction({
    who: ['sale'],
    needs: 'program',
    input: z.unknown(),
    output: statusSchema,
    run: ({ statusFor }, _input, { by }) => done(statusFor(tillOf(by))),
  }),
};

/** What is wrong here, and what support is given of it. */
export const supportActions = commandActions('program', {
  'diagnostics.get': ({ support }) => done(support.about()),
  'diagnostics.log': ({ support }) => done(support.log()),
  'support.contents': ({ support }) => done(support.contents()),
  'key.change': ({ support }) => support.changeKey(),
  'support.write': ({ support }) => support.write(),
});

/** The first start. */
export const firstSetupActions = commandActions('program', {
  'setup.get': ({ setup }) => done(setup.get()),
  'setup.keep'({ setup }, draft) {
    setup.keep(draft);
    return done(null);
  },
  'setup.readCode'({ setup }, { text }) {
    const parsed = parseCode(text);
    if (!parsed.ok) return parsed;
    const code = readInput(setupCodeSchema, parsed.value);
    return code.ok ? setup.take(code.value.value) : code;
  },
  'setup.end'({ setup }) {
    setup.end();
    return done(null);
  },
});

const notACode = failed('invalid', 'this is no set-up code', [
  { path: '', code: 'notACode', message: 'Found something else. Expected a set-up code.' },
]);

/** JSON as it stands, or packed for scanners: base64url behind a mark. */
function parseCode(text: string): Result<unknown> {
  const code = text.trim();
  if (code.length > setupCodeMaxChars) return notACode;
  const json = code.startsWith(packedMark)
    ? Buffer.from(code.slice(packedMark.length), 'base64url').toString('utf8')
    : code;
  try {
    const value: unknown = JSON.parse(json);
    // Anything else that is JSON would be told field by field that it is none of ours.
    return typeof value === 'object' && value !== null && 'receiptCompanion' in value ? done(value) : notACode;
  } catch {
    return notACode;
  }
}
