import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { pause } from '../shared/waiting.ts';
import { type Context, createContext, type Exchange, note, secret } from './context.ts';
import { actionsOn } from './control-routes.ts';
import { spoilReply, takesEffect } from './faults.ts';
import { type Ledger, readJournals } from './ledger.ts';
import { emptyReply, type Reply, textReply } from './replies.ts';
import { controlPrefix, partnerPrefix, pathOf, tokenPath } from './route-names.ts';
import { answerTo, exchangeOf } from './route-table.ts';
import type { Account } from './simulator-state.ts';
import type { Switches } from './switches.ts';
import { portOf } from './virtual-printer.ts';

export interface SimulatorOptions {
  readonly port?: number;
  readonly fallbackToFreePort?: boolean;
  readonly account?: Partial<Account>;
  readonly extensionKey?: string;
  readonly stateFile?: string;
  readonly switches?: Partial<Switches>;
  /** Enables the control surface, which shows every receipt: for tests and `npm run simulator`, never in training. */
  readonly control?: boolean;
  /** The number of entries in each list of the ledger, and of receipts with content. Default: 20,000. */
  readonly keep?: number;
}

type Parts = Pick<Context, 'clock' | 'random' | 'log'>;
export type Simulator = ReturnType<typeof createSimulator>;

const noFault = { effect: { kind: 'none' }, delayMs: 0, answerDelayMs: 0 } as const;

function send(response: ServerResponse, answer: Reply): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.end(answer.body);
}

/** Applies faults before the sign-in and before the body is read, like a gateway. */
async function serve(exchange: Exchange, response: ServerResponse, passes: (ms: number) => Promise<boolean>) {
  const { ctx } = exchange;
  // The answers contain the time of the service's own clock, which may differ from the computer's (RFC 9110 6.6.1).
  response.sendDate = false;
  response.setHeader('date', new Date(ctx.clock.now()).toUTCString());
  const [path, { method = '' }] = [pathOf(exchange.request), exchange.request];
  const route = exchange.route?.name ?? null;
  const fault = (route && ctx.faults.take(route)) ?? noFault;
  const met = fault === noFault ? null : fault.effect.kind;
  const entry = { route, method, path, status: null as number | null, fault: met };
  const noted = path.startsWith(controlPrefix) ? entry : note(ctx, 'requests', entry);
  if (!(await passes(fault.delayMs))) return;
  const truth = takesEffect(fault.effect) ? await answerTo(exchange) : emptyReply(200);
  if (!(await passes(fault.answerDelayMs))) return;
  const answer = spoilReply(fault.effect, truth, response);
  if (answer === null) return;
  noted.status = answer.status;
  send(response, answer);
}

/** The receipt service of receipt-service.md. Instances share nothing. Nothing runs before start(). */
export function createSimulator(options: SimulatorOptions, { clock, random, log }: Parts) {
  let account: Account = {
    username: `till-${random.uuid().slice(0, 8)}@training.invalid`,
    password: secret(random, 18),
    clientId: random.uuid(),
    scopeBase: 'https://receipts.training.invalid',
    storeIds: [random.uuid()],
    partnerKey: secret(random, 24),
    ...options.account,
  };
  let server: Server | null = null;
  /** The port stays the same after a stop. */
  let port = options.port ?? 0;
  let baseUrl = '';
  let controlToken: string | null = null;

  const ctx = createContext(
    {
      clock,
      random,
      log,
      account: () => account,
      extensionKey: options.extensionKey ?? 'extension:service',
      keep: options.keep ?? 20_000,
      controlToken: () => controlToken,
      addressOf: (path) => `${baseUrl}${path}`,
    },
    options.switches ?? {},
  );

  /** Waits by the given clock. False if the service stopped meanwhile: the request then takes no effect. */
  async function passes(ms: number): Promise<boolean> {
    const running = server;
    if (ms > 0) await pause(clock, ms);
    return server === running;
  }

  const listen = async (port: number): Promise<Server> => {
    const made = createServer({ keepAliveTimeout: 72_000, requestTimeout: 0 }, (request, response) => {
      const exchange = exchangeOf(ctx, request);
      serve(exchange, response, passes).catch((error: Error) => {
        // A client that left before its request was complete needs no answer.
        if (request.errored !== null) return;
        log.error('simulator-failed', { route: exchange.route?.name, reason: error.message });
        if (response.headersSent) response.destroy();
        else send(response, textReply(500, 'Internal error'));
      });
    });
    try {
      await once(made.listen({ host: '127.0.0.1', port }), 'listening');
      return made;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || options.fallbackToFreePort !== true) throw error;
      log.warn('simulator-port-taken', { port });
      return listen(0);
    }
  };
  const restore = (stateFile: string): void => {
    ctx.state.open(stateFile, clock.now(), log);
    // Given credentials are not stored in this folder, because they may come from a keychain.
    const given = options.account ?? {};
    account = { ...account, ...ctx.state.account.get('1')?.value, ...given };
    const own = Object.entries(account).filter(([name]) => !(name in given));
    ctx.state.account.put({ only: 1, value: Object.fromEntries(own) });
  };

  return {
    start: async () => {
      if (server !== null) throw new Error('The simulator is running already');
      if (options.stateFile !== undefined) restore(options.stateFile);
      controlToken = options.control === true ? secret(random, 32) : null;
      if (options.control === true) await ctx.printer.start();
      try {
        server = await listen(port);
      } catch (error) {
        // Its open port would keep the process of a failed start alive.
        await ctx.printer.stop();
        ctx.state.close();
        throw error;
      }
      port = portOf(server);
      baseUrl = `http://127.0.0.1:${port}`;
      log.info('simulator-started', { baseUrl });
      return {
        baseUrl,
        authUrl: `${baseUrl}${tokenPath}`,
        partnerUrl: `${baseUrl}${partnerPrefix}`,
        /** The path contains a token of this start; null without `control`. */
        controlUrl: controlToken === null ? null : `${baseUrl}${controlPrefix}/${controlToken}`,
      };
    },
    /** Closes every connection, answered or not. Receipts and access tokens stay valid for this instance. */
    stop: async (): Promise<void> => {
      const running = server;
      server = null;
      await ctx.printer.stop();
      running?.closeAllConnections();
      await running?.[Symbol.asyncDispose]();
      ctx.state.close();
    },
    /** With a state file, the stored account is known only after start(). */
    get account() {
      return account;
    },
    faults: ctx.faults,
    ledger: (): Ledger => readJournals(ctx),
    switches: () => ctx.switches.current(),
    setSwitches: (patch: Partial<Switches>) => ctx.switches.set(patch),
    ...actionsOn(ctx),
  };
}
