import Fastify, { type FastifyInstance } from 'fastify';
import { createBillCheck } from './bill-check.ts';
import { type Context, complain, secret } from './context.ts';
import { installContrary } from './contrary.ts';
import { controlRoutes } from './control-routes.ts';
import { createFaultPlan, installFaults } from './faults.ts';
import { createJournals, type Ledger, readJournals } from './ledger.ts';
import { endLoyalty, loyaltyRoutes } from './loyalty.ts';
import { activate } from './onboarding.ts';
import { pageRoutes } from './pages.ts';
import { partnerRoutes, routeOf } from './partner-routes.ts';
import { pictureRoute } from './pictures.ts';
import { receiptRoutes } from './receipts.ts';
import { sendText } from './replies.ts';
import { controlPrefix, partnerPrefix, tokenPath } from './route-names.ts';
import { addSampleReceipts } from './sample-bills.ts';
import { guardVendorRoutes, signInRoute } from './sign-in.ts';
import { type Account, createState } from './state.ts';
import { createSwitchBoard, type Switches } from './switches.ts';

export interface SimulatorOptions {
  /** Wished port on 127.0.0.1; 0 or absent takes a free one. */
  readonly port?: number;
  /** Takes a free port when the wished one is taken, instead of rejecting. */
  readonly fallbackToFreePort?: boolean;
  /** Parts of the account that are not to be invented. */
  readonly account?: Partial<Account>;
  /** How `extension:service` is written in bills. */
  readonly extensionKey?: string;
  /** Start of receipt addresses, without a slash at the end. Default: the simulator's own address. */
  readonly publicUrl?: string;
  /** File that keeps ids and states across restarts; see state-file.ts. */
  readonly stateFile?: string;
  readonly switches?: Partial<Switches>;
  /** Serves the control surface, which shows every receipt: for tests and `npm run simulator`, never in training. */
  readonly control?: boolean;
  /** How many entries each list of the ledger, and how many receipts their content, keep. Default 20,000. */
  readonly keep?: number;
}

export interface SimulatorAddresses {
  /** {base_url}, without /api. */
  readonly baseUrl: string;
  /** {auth_url}, without the query. */
  readonly authUrl: string;
  readonly partnerUrl: string;
  /** With a token of this start in its path; null without `control`. */
  readonly controlUrl: string | null;
}

export type Simulator = ReturnType<typeof createSimulator>;

type SimulatorParts = Pick<Context, 'clock' | 'random' | 'log'>;

const bodyLimitBytes = 16 * 1024 * 1024;

function plug(app: FastifyInstance, ctx: Context, controlToken: string | null): void {
  // Bodies are read by the routes: what a wrong body means differs between them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // The service's own clock, whatever the computer's says: its answers tell the time (RFC 9110 6.6.1).
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.sendDate = false;
    reply.raw.setHeader('date', new Date(ctx.clock.now()).toUTCString());
    done();
  });
  const replaced = installFaults(app, ctx, (request) => routeOf(ctx, request));
  installContrary(app, ctx, replaced);
  app.setNotFoundHandler((request, reply) => {
    if (/^\/(?:api|identity|partner)\b/.test(request.url)) {
      complain({ ctx, request }, 'The interface has no such route.');
    }
    return sendText(reply, 404, 'Not found');
  });
  app.setErrorHandler((error: { readonly statusCode?: number; readonly message: string }, request, reply) => {
    const isBug = (error.statusCode ?? 500) >= 500;
    if (isBug) ctx.log.error('simulator-bug', { route: request.routeOptions.url, reason: error.message });
    else complain({ ctx, request }, error.message);
    return isBug ? sendText(reply, 500, 'Internal error') : sendText(reply, 400, 'Bad request');
  });
  signInRoute(app, ctx);
  app.register(async (scope) => {
    guardVendorRoutes(scope, ctx);
    for (const [name, method, url, run] of [...receiptRoutes(createBillCheck(ctx.extensionKey)), ...loyaltyRoutes]) {
      scope.route<{ Params: Record<string, string> }>({
        method,
        url,
        config: { name },
        handler: (request, reply) => run({ ctx, request, reply, params: new Map(Object.entries(request.params)) }),
      });
    }
  });
  partnerRoutes(app, ctx);
  pageRoutes(app, ctx);
  pictureRoute(app);
  if (controlToken !== null) app.register(async (scope) => controlRoutes(scope, ctx, controlToken));
}

/**
 * The receipt service of the interface document, for training, tests and alone. Everything it knows stays in this
 * instance; two instances share nothing. Nothing happens before start().
 */
export function createSimulator(options: SimulatorOptions, { clock, random, log }: SimulatorParts) {
  const keep = options.keep ?? 20_000;
  let account: Account | null = null;
  let server: FastifyInstance | null = null;
  let baseUrl = '';

  const accountOf = (): Account => {
    account ??= {
      username: `till-${random.uuid().slice(0, 8)}@training.invalid`,
      password: secret(random, 18),
      clientId: random.uuid(),
      scopeBase: 'https://receipts.training.invalid',
      storeIds: [random.uuid()],
      partnerKey: secret(random, 24),
      ...options.account,
    };
    return account;
  };
  const ctx: Context = {
    clock,
    random,
    log,
    account: accountOf,
    extensionKey: options.extensionKey ?? 'extension:service',
    switches: createSwitchBoard(options.switches ?? {}),
    faults: createFaultPlan(random),
    state: createState(),
    journals: createJournals(keep),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    contents: new Map(),
    keep,
    deletedKeys: new Set(),
    addressOf: (path) => `${options.publicUrl ?? baseUrl}${path}`,
  };

  const listen = async (controlToken: string | null): Promise<FastifyInstance> => {
    const wished = options.port ?? 0;
    const listenOn = async (port: number): Promise<FastifyInstance> => {
      const app = Fastify({ forceCloseConnections: true, bodyLimit: bodyLimitBytes });
      plug(app, ctx, controlToken);
      await app.listen({ host: '127.0.0.1', port });
      return app;
    };
    try {
      return await listenOn(wished);
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || options.fallbackToFreePort !== true) throw error;
      log.warn('simulator-port-taken', { port: wished });
      return listenOn(0);
    }
  };
  const restore = (stateFile: string): void => {
    ctx.state.open(stateFile, clock.now(), log);
    // What the owner gives is the owner's to keep: a password from a keychain does not come to rest here.
    const given = options.account ?? {};
    account = { ...accountOf(), ...ctx.state.account.get('1')?.value, ...given };
    const own = Object.entries(account).filter(([name]) => !(name in given));
    ctx.state.account.put({ only: 1, value: Object.fromEntries(own) });
  };

  return {
    /** Listens. Rejects when the port is taken and no other may be used. After stop() it may start again. */
    start: async (): Promise<SimulatorAddresses> => {
      if (server !== null) throw new Error('The simulator is running already');
      if (options.stateFile !== undefined) restore(options.stateFile);
      const controlToken = options.control === true ? secret(random, 32) : null;
      try {
        server = await listen(controlToken);
      } catch (error) {
        ctx.state.close();
        throw error;
      }
      const address = server.server.address();
      baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      log.info('simulator-started', { baseUrl });
      return {
        baseUrl,
        authUrl: `${baseUrl}${tokenPath}`,
        partnerUrl: `${baseUrl}${partnerPrefix}`,
        controlUrl: controlToken === null ? null : `${baseUrl}${controlPrefix}/${controlToken}`,
      };
    },
    /** Ends every connection, answered or not. Receipts stay known to this instance; access tokens stay good. */
    stop: async (): Promise<void> => {
      const running = server;
      server = null;
      await running?.close();
      ctx.state.close();
    },
    /** With a state file, the kept account is known only after start(). */
    get account() {
      return accountOf();
    },
    faults: ctx.faults,
    ledger: (): Ledger => readJournals(ctx.journals),
    switches: () => ctx.switches.asSet(),
    setSwitches: (patch: Partial<Switches>) => ctx.switches.set(patch),
    revokeAccessTokens: () => ctx.accessTokens.clear(),
    revokeRefreshTokens: () => ctx.refreshTokens.clear(),
    /** The loyalty provider is done with a transaction; true when it was active. */
    endLoyaltyTransaction: (transactionId: string) => endLoyalty(ctx, transactionId),
    /** As if the merchant had used the registration page; true when there is one. */
    activateMerchant: (vendorCustomerId: string) => activate(ctx, vendorCustomerId),
    /** Puts that many invented receipts into a user's list; false when there is no such user. */
    addReceipts: (userId: string, count: number) => addSampleReceipts(ctx, userId, count),
  };
}
