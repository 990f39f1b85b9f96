import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Dispatch } from '../action-table.ts';
import type { PaperDecision, PaperSales } from '../printer/paper-decisions.ts';
import type { PrinterTill } from '../printer/print-sales.ts';
import { createPrinter } from '../printer/printer-interface.ts';
import { totalOf } from '../sales/sale/customer-view.ts';
import type { Sale } from '../sales/sale/sale.ts';
import { done } from '../shared/result.ts';
import { tillNames } from '../shared/till-names.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import type { AppConfig, Ports } from './app-parts.ts';
import type { RunningApp } from './running-app.ts';

interface ProgramPrinterParts {
  readonly ports: Ports;
  readonly config: Pick<AppConfig, 'dataDir' | 'dataKey'>;
  readonly notices: () => NoticeBoard;
  readonly running: Pick<RunningApp, 'app' | 'session' | 'onChange' | 'onRestart'>;
  readonly dispatch: Dispatch;
  readonly changed: () => void;
}

/** The printer's threads belong to the program, so that a change of the connection does not interrupt the paper. */
export function openPrinter(parts: ProgramPrinterParts) {
  const { ports, config, notices, running, dispatch, changed } = parts;
  const printer = createPrinter({
    ...ports,
    notices,
    till: printerTill(dispatch),
    paperSales: paperSales(parts),
    paperFolder: {
      folder: join(config.dataDir, 'printer'),
      key: new Uint8Array(hkdfSync('sha256', config.dataKey, '', 'receipt-companion papers', 32)),
    },
    mode: () => running.app()?.mode ?? 'live',
    changed,
  });
  running.onRestart(() => {
    printer.sales.restarted();
    printer.decisions.restarted();
  });
  running.onChange((change) => {
    if ('status' in change) printer.decisions.check();
    else if (change.till === tillNames.printer) {
      const sale = change.sale();
      printer.sales.saleChanged(sale);
      printer.decisions.saleChanged(sale);
    }
  });
  return printer;
}

function paperDecision(sale: Sale, isOnline: boolean, hasDisplay: boolean): PaperDecision {
  if (sale.printed !== null) return 'cashier-paper';
  if (sale.paperRequestedAt !== null) return 'customer-paper';
  if (!isOnline) return 'offline';
  if (sale.state !== 'queued' && sale.state !== 'delivered') return 'doubt';
  const isCodeShown = sale.codeShownAt !== null && hasDisplay;
  return isCodeShown || (sale.state === 'delivered' && sale.assigned) ? { total: totalOf(sale) } : 'wait';
}

function paperSales({ ports: { screens, settings }, running, dispatch }: ProgramPrinterParts): PaperSales {
  const cashier = { kind: 'window', role: 'cashier' } as const;
  return {
    decide(saleId) {
      const now = running.session();
      const sale = now.ok ? now.value.saleRepository.find(saleId) : null;
      if (!now.ok || sale === null || screens.areThere === false) return 'doubt';
      return paperDecision(sale, now.value.service.state() === 'online', screens.customerDisplayConnected());
    },
    isRefused(saleId) {
      const now = running.session();
      return now.ok && now.value.saleRepository.find(saleId)?.state === 'attention';
    },
    markPrinted: async (saleId, isTap) =>
      isTap
        ? dispatch(cashier, 'sale.print', { saleId })
        : dispatch(printerActor, 'till.markPrinted', { saleId, sent: {} }),
    async agree(saleId) {
      const { needed, counts } = settings.current().consent;
      return needed || counts.includes('cashier') ? dispatch(cashier, 'sale.consent', { saleId }) : done(null);
    },
  };
}

const printerActor = { kind: 'till', till: tillNames.printer, scopes: ['sale'] } as const;

/** A print job runs the commands of a till. Its reference finds its sale as the name of a file does. */
function printerTill(dispatch: Dispatch): PrinterTill {
  const by = printerActor;
  return {
    async find(file) {
      const folder = { kind: 'folder', owner: null, isFresh: true, file, writtenAt: 0 } as const;
      const found = await dispatch(folder, 'till.findSaleOfFile', {});
      return found.ok ? done(found.value.sale) : found;
    },
    get: (saleId) => dispatch(by, 'till.getSale', { saleId }),
    accept: (receipt) => dispatch({ ...by, file: receipt.reference }, 'till.acceptReceipt', receipt),
    async open(reference) {
      const opened = await dispatch(by, 'till.openSale', { reference });
      if (!opened.ok) return opened;
      const { sale } = opened.value;
      // A cashier asked for the code now, whatever the settings say about showing codes.
      const shown = await dispatch(by, 'till.showSale', { saleId: sale.id });
      return shown.ok ? done(sale) : shown;
    },
    bill: (saleId, { reference: file, bill }) => dispatch({ ...by, file }, 'till.putBill', { saleId, sent: { bill } }),
    cancel: (saleId) => dispatch(by, 'till.cancelSale', { saleId }),
    async openSales() {
      const open = await dispatch(by, 'till.listSales', { state: 'open' });
      return open.ok ? done(open.value.items) : open;
    },
  };
}
