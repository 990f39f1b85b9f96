import { z } from 'zod';
import { done, failed } from '../kernel/result.ts';
import { statusSchema } from '../kernel/till-view.ts';
import { commandActions, defineAction } from './action.ts';
import { tillOf } from './actor.ts';

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
