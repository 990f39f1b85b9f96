import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Clock, Log, Random } from '../ports.ts';
import { type Account, inventAccount } from './account.ts';
import { authRoutes } from './auth-routes.ts';
import { createBillCheck } from './bill-check.ts';
import { type Context, pathOf } from './context.ts';
import { installContrary } from './contrary.ts';
import { controlRoutes } from './control-routes.ts';
import { installFaults } from './fault-hooks.ts';
import { createFaultPlan, type FaultPlan } from './faults.ts';
import { createIdentity } from './identity.ts';
import { createJournals, type Ledger, readJournals } from './ledger.ts';
import { createLoyaltyDesk } from './loyalty-desk.ts';
import { loyaltyRoutes } from './loyalty-routes.ts';
import { createOnboardingDesk } from './onboarding-desk.ts';
import { pageRoutes } from './pages.ts';
import { partnerRoutes } from './partner-routes.ts';
import { pictureRoutes } from './picture-routes.ts';
import { createReceiptBook } from './receipt-book.ts';
import { sendText } from './replies.ts';
import { controlPrefix, partnerPrefix, tokenPath } from './route-names.ts';
import { createSampleBills } from './sample-bills.ts';
import { noStateFile, openStateFile, type StateFile } from './state-file.ts';
import { createSwitchBoard, type Switches } from './switches.ts';
import { createUserBook } from './user-book.ts';
import { createUserReceipts } from './user-receipts.ts';
import { guardVendorRoutes } from './vendor-access.ts';
import { vendorRoutes } from './vendor-routes.ts';

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

export interface Simulator {
  /** Listens. Rejects when the port is taken and no other may be used. After stop() it may start again. */
  start(): Promise<SimulatorAddresses>;
  /** Ends every connection, answered or not. Receipts stay known to this instance; access tokens stay good. */
  stop(): Promise<void>;
  /** With a state file, the kept account is known only after start(). */
  readonly account: Account;
  readonly faults: FaultPlan;
  ledger(): Ledger;
  switches(): Switches;
  setSwitches(patch: Partial<Switches>): Switches;
  revokeAccessTokens(): void;
  revokeRefreshTokens(): void;
  /** The loyalty provider is done with a transaction; true when it was active. */
  endLoyaltyTransaction(transactionId: string): boolean;
  /** As if the merchant had used the registration page; true when there is one. */
  activateMerchant(vendorCustomerId: string): boolean;
  /** Puts that many invented receipts into a user's list; false when there is no such user. */
  addReceipts(userId: string, count: number): boolean;
}

export interface SimulatorParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

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
  const replaced = installFaults(app, ctx);
  installContrary(app, ctx, replaced);
  app.setNotFoundHandler((request, reply) => {
    if (/^\/(?:api|identity|partner)\b/.test(request.url)) {
      ctx.complain(request, 'malformed', 'The interface has no such route.');
    }
    return sendText(reply, 404, 'Not found');
  });
  app.setErrorHandler((error: { readonly statusCode?: number; readonly message: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) ctx.complain(request, 'malformed', error.message);
    else ctx.log.error('simulator-bug', { route: request.routeOptions.url, reason: error.message });
    return sendText(reply, status < 500 ? 400 : 500, status < 500 ? 'Bad request' : 'Internal error');
  });
  app.register(async (scope) => authRoutes(scope, ctx));
  app.register(async (scope) => {
    guardVendorRoutes(scope, ctx);
    vendorRoutes(scope, ctx);
    loyaltyRoutes(scope, ctx);
  });
  app.register(async (scope) => partnerRoutes(scope, ctx));
  app.register(async (scope) => {
    pageRoutes(scope, ctx);
    pictureRoutes(scope);
  });
  if (controlToken !== null) app.register(async (scope) => controlRoutes(scope, ctx, controlToken));
}

/**
 * The receipt service of the interface document, for training, tests and alone. Everything it knows stays in this
 * instance; two instances share nothing. Nothing happens before start().
 */
export function createSimulator(options: SimulatorOptions, { clock, random, log }: SimulatorParts): Simulator {
  const keep = options.keep ?? 20_000;
  const extensionKey = options.extensionKey ?? 'extension:service';
  const switches = createSwitchBoard(options.switches ?? {});
  const faults = createFaultPlan(random);
  const journals = createJournals(keep);
  let invented: Account | null = null;
  let stateFile: StateFile = noStateFile;
  let server: FastifyInstance | null = null;
  let baseUrl = '';
  let controlToken: string | null = null;

  const account = (): Account => {
    invented ??= inventAccount(random, options.account ?? {});
    return invented;
  };
  const parts = { clock, random, switches, account, stateFile: () => stateFile };
  const journal = journals.partner;
  const onboarding = createOnboardingDesk({ ...parts, journal });
  const { merchantOf } = onboarding;
  const identity = createIdentity({ ...parts, requests: journals.tokenRequests, merchantOf });
  const loyalty = createLoyaltyDesk({ ...parts, journal: journals.loyalty });
  const storeIds = () => account().storeIds;
  const users = createUserBook({ ...parts, journal });
  const userReceipts = createUserReceipts(parts);
  const receipts = createReceiptBook({ ...parts, users, userReceipts, storeIds, journals, contentLimit: keep });

  const ledger = () => readJournals(journals, users.createdUsers());
  const addReceipts = (userId: string, count: number): void => {
    const bills = createSampleBills(extensionKey, clock.now());
    stateFile.together(() => {
      for (let left = count; left > 0; left -= 1) receipts.storeFor(userId, account().storeIds[0], bills(left));
    });
  };
  const complain: Context['complain'] = (request: FastifyRequest, kind, message) => {
    const { method } = request;
    journals.complaints.add({ kind, method, path: pathOf(request), message, at: clock.now() });
    log.warn('simulator-complaint', { kind, method, route: request.routeOptions.url, message });
  };
  const ctx: Context = {
    clock,
    random,
    log,
    account,
    extensionKey,
    switches,
    faults,
    identity,
    receipts,
    loyalty,
    users,
    userReceipts,
    onboarding,
    ledger,
    complain,
    checkBill: createBillCheck(extensionKey),
    recordRequest: (entry) => journals.requests.add(entry),
    record: (action) => journal.add(action),
    addressOf: (path) => `${options.publicUrl ?? baseUrl}${path}`,
    addReceipts,
  };

  const listen = async (port: number): Promise<FastifyInstance> => {
    const app = Fastify({ forceCloseConnections: true, bodyLimit: bodyLimitBytes });
    plug(app, ctx, controlToken);
    await app.listen({ host: '127.0.0.1', port });
    return app;
  };
  const listenSomewhere = async (): Promise<FastifyInstance> => {
    const wished = options.port ?? 0;
    try {
      return await listen(wished);
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || options.fallbackToFreePort !== true) throw error;
      log.warn('simulator-port-taken', { port: wished });
      return listen(0);
    }
  };
  const restore = (): void => {
    if (options.stateFile === undefined) return;
    stateFile = openStateFile(options.stateFile, clock.now(), log);
    const [kept] = stateFile.rows('account');
    // What the owner gives is the owner's to keep: a password from a keychain does not come to rest here.
    const given = options.account ?? {};
    invented = { ...account(), ...kept?.value, ...given };
    const own = Object.fromEntries(Object.entries(invented).filter(([name]) => !(name in given)));
    stateFile.save('account', { only: 1, value: own });
    receipts.restore(stateFile.rows('receipt'));
    loyalty.restore(new Map(stateFile.rows('loyalty').map(({ transactionId, state }) => [transactionId, state])));
    const [secret] = stateFile.rows('externalIdSecret');
    users.restore({ users: stateFile.rows('user'), externalIdSecret: secret?.value ?? null });
    userReceipts.restore(stateFile.rows('userReceipt').toSorted((one, other) => one.position - other.position));
    onboarding.restore(stateFile.rows('merchant').map(({ value }) => value));
  };

  const forget = (): void => {
    stateFile.close();
    stateFile = noStateFile;
  };

  return {
    start: async () => {
      if (server !== null) throw new Error('The simulator is running already');
      restore();
      controlToken = options.control === true ? Buffer.from(random.bytes(32)).toString('base64url') : null;
      try {
        server = await listenSomewhere();
      } catch (error) {
        forget();
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
    stop: async () => {
      const running = server;
      server = null;
      await running?.close();
      forget();
    },
    get account() {
      return account();
    },
    faults,
    ledger,
    switches: () => switches.current(),
    setSwitches: (patch) => switches.set(patch),
    revokeAccessTokens: () => identity.revokeAccessTokens(),
    revokeRefreshTokens: () => identity.revokeRefreshTokens(),
    endLoyaltyTransaction: (transactionId) => loyalty.end(transactionId),
    activateMerchant: (vendorCustomerId) => onboarding.activate(vendorCustomerId),
    addReceipts: (userId, count) => {
      const user = users.find(userId);
      if (user !== null) addReceipts(user.userId, count);
      return user !== null;
    },
  };
}
