import type { NoticeCode } from '../shared/notice-codes.ts';
import type { PrinterState } from '../shared/print-view.ts';
import type { Settings } from '../shared/settings.ts';
import type { PrinterPorts } from './print.ts';
import type { RelayEvent, RelaySettings } from './relay.ts';
import { addressOf, targetOf } from './target.ts';

interface PortParts extends Pick<PrinterPorts, 'log' | 'metrics'> {
  readonly notices: ReturnType<typeof createPrinterNotices>;
  readonly setRelay: (settings: RelaySettings | null) => void;
}

export interface Notices {
  current(): readonly NoticeCode[];
  raise(code: NoticeCode, sentence: string): void;
  settle(code: NoticeCode): void;
}

/** Each notice is raised once, so that its file is not written for every print. */
export function createPrinterNotices(notices: () => Notices) {
  function set(code: NoticeCode, isRaised: boolean, sentence = ''): void {
    if (notices().current().includes(code) === isRaised) return;
    if (isRaised) notices().raise(code, sentence);
    else notices().settle(code);
  }
  return {
    set,
    raise: (code: NoticeCode, sentence: string): void => set(code, true, sentence),
    settle(...codes: readonly NoticeCode[]): void {
      for (const code of codes) set(code, false);
    },
  };
}

export function createPrinterPort({ log, metrics, notices, setRelay }: PortParts) {
  /** Empty until `apply` is called first. */
  let applied = '';
  let state: PrinterState = 'off';
  let address: string | null = null;
  let opened = Promise.withResolvers<void>();

  function noteConnection({ outcome, brokenBy, delaysMs }: RelayEvent & { readonly kind: 'connection' }): void {
    metrics.count('receipt_companion.printer.connections', { outcome });
    for (const delay of delaysMs) metrics.measure('receipt_companion.printer.relay.delay', delay / 1_000, {});
    if (outcome === 'not-allowed') {
      log.warn('printer-connection-refused', {});
      notices.raise('printerConnectionRefused', 'A computer that is not listed tried to print.');
    }
    // Only an error of the printer changes the state, and only while a port is configured.
    if ((outcome !== 'printer-unreachable' && brokenBy !== 'printer') || applied === 'null') return;
    state = 'printerAway';
    log.warn('printer-not-reached', { outcome });
    notices.raise('printerUnreachable', 'The printer refused a job, did not answer, or broke the connection.');
  }

  function noteRefused({ address: refused, code }: RelayEvent & { readonly kind: 'portRefused' }): void {
    [state, address] = ['portTaken', null];
    opened.resolve();
    log.warn('printer-port-refused', { address: refused, reason: code });
    notices.raise('printerPortTaken', `The address ${refused} for prints cannot be opened (${code}).`);
  }

  function close(why: 'off' | 'noPrinter'): void {
    [state, address] = [why, null];
    opened.resolve();
    notices.settle('printerPortTaken', 'printerUnreachable');
  }

  return {
    note(event: RelayEvent): void {
      if (event.kind === 'connection') noteConnection(event);
      // The event was on its way when the port was switched off.
      else if (applied === 'null') return;
      else if (event.kind === 'portRefused') noteRefused(event);
      else if (event.kind === 'printerReached') {
        if (state === 'printerAway') state = 'ready';
        notices.settle('printerUnreachable');
      } else {
        [state, address] = ['ready', event.address];
        opened.resolve();
        log.info('printer-port-opened', { address });
        notices.settle('printerPortTaken');
      }
    },
    /** Called at the start and after every change of a setting. */
    apply({ printer }: Settings): void {
      const [listen, target] = [addressOf(printer.listen), targetOf(printer.target)];
      const keepsPapers = printer.paperOnRequest && !printer.printEverything;
      const allowed = printer.allowedAddresses;
      const next = listen === null || target === null ? null : { listen, target, allowed, keepsPapers };
      const words = JSON.stringify(next);
      // Without a printer's address no port opens, and the settings page shows this.
      if (next === null) close(listen === null ? 'off' : 'noPrinter');
      if (words === applied) return;
      applied = words;
      if (next !== null && address === null) {
        state = 'opening';
        opened = Promise.withResolvers();
      }
      notices.settle('printerConnectionRefused');
      setRelay(next);
    },
    /** Resolves to the address once the port opened. Null if it did not open; undefined if no port is configured. */
    async opened(): Promise<string | null | undefined> {
      if (applied === 'null') return undefined;
      await opened.promise;
      return address;
    },
    state: () => state,
    address: () => address,
  };
}
