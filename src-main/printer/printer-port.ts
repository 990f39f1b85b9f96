import type { NoticeCode } from '../shared/notice-codes.ts';
import type { PrinterState } from '../shared/print-view.ts';
import type { Settings } from '../shared/settings.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import type { PrinterPorts } from './print.ts';
import type { RelayEvent, RelaySettings } from './relay.ts';
import { addressOf, targetOf } from './target.ts';

interface PortParts extends Pick<PrinterPorts, 'log' | 'metrics'> {
  readonly notify: Notify;
  readonly setRelay: (settings: RelaySettings | null) => void;
}

/**
 * Raises a notice, or with null ends it. A raised notice is not raised again, so that its file is not written for every
 * print.
 */
export const createNotify =
  (board: () => Pick<NoticeBoard, 'current' | 'raise' | 'settle'>) =>
  (code: NoticeCode, sentence: string | null): void => {
    if (board().current().includes(code) === (sentence !== null)) return;
    if (sentence === null) board().settle(code);
    else board().raise(code, sentence);
  };
export type Notify = ReturnType<typeof createNotify>;

export function createPrinterPort({ log, metrics, notify, setRelay }: PortParts) {
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
      notify('printerConnectionRefused', 'A computer that is not listed tried to print.');
    }
    // Only an error of the printer changes the state, and only while a port is configured.
    if ((outcome !== 'printer-unreachable' && brokenBy !== 'printer') || applied === 'null') return;
    state = 'printerAway';
    log.warn('printer-not-reached', { outcome });
    notify('printerUnreachable', 'The printer refused a job, did not answer, or broke the connection.');
  }

  function noteRefused({ address: refused, code }: RelayEvent & { readonly kind: 'portRefused' }): void {
    [state, address] = ['portTaken', null];
    opened.resolve();
    log.warn('printer-port-refused', { address: refused, reason: code });
    notify('printerPortTaken', `The address ${refused} for prints cannot be opened (${code}).`);
  }

  function close(why: 'off' | 'noPrinter'): void {
    [state, address] = [why, null];
    opened.resolve();
    notify('printerPortTaken', null);
    notify('printerUnreachable', null);
  }

  return {
    note(event: RelayEvent): void {
      if (event.kind === 'connection') noteConnection(event);
      // The event was on its way when the port was switched off.
      else if (applied === 'null') return;
      else if (event.kind === 'portRefused') noteRefused(event);
      else if (event.kind === 'printerReached') {
        if (state === 'printerAway') state = 'ready';
        notify('printerUnreachable', null);
      } else {
        [state, address] = ['ready', event.address];
        opened.resolve();
        log.info('printer-port-opened', { address });
        notify('printerPortTaken', null);
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
      notify('printerConnectionRefused', null);
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
