import { join } from 'node:path';
import { actions, type Dispatch } from '../action-table.ts';
import { noteOtherConnections } from '../connection/other-connections.ts';
import { limitWarnings } from '../diagnostics/log.ts';
import { createDispatch } from '../dispatch/dispatch.ts';
import { folderPort } from '../inbox/folder-port.ts';
import { createInbox } from '../inbox/inbox.ts';
import { saleResource } from '../sales/sale/sale.ts';
import { endpointOf } from '../shared/connection.ts';
import { done, failed } from '../shared/result.ts';
import { countWaiting, noteService } from '../storage/connection-folders.ts';
import { restrictToOwner } from '../storage/data-folder.ts';
import type { FileClaims } from '../storage/file-claims.ts';
import { openInboxFolders } from '../storage/inbox-folder.ts';
import { type ProgramParts, startStep } from './app-data.ts';
import type { PreparedApp } from './prepared-app.ts';
import { buildSession, type Session } from './session.ts';

/** The app of one connection, which never changes. Training and live share no database, no id and no queue. */
export type App = Awaited<ReturnType<typeof openApp>>;

/** Throws the errors of `buildSession`, and ShutdownError. After an error nothing of the app is open. */
export async function openApp(prepared: PreparedApp, parts: ProgramParts) {
  const { ports, config, files, ending } = parts;
  const { clock, log } = ports;
  const { mode } = prepared;
  ending.throwIfAborted();
  const folder = prepared.takeFolder();
  const path = join(config.dataDir, folder);
  restrictToOwner(path);
  const otherConnections = noteOtherConnections(config.homeDir ?? config.dataDir, folder, {
    notices: files.notices(),
    log,
  });
  const session = await startStep(clock, ending, () =>
    buildSession(prepared, parts, { folder: path, otherConnections }),
  );
  try {
    await startStep(clock, ending, session.start);
  } catch (error) {
    await session.stop();
    throw error;
  }
  const { context, windows } = session;
  const claims = files.claims(folder);
  const inbox = openInbox(parts, session, claims, windows.refresh);
  context.saleRepository.onChange(inbox.saleChanged);
  log.info('connection-opened', { mode, folder });
  return {
    ...session,
    mode,
    folder,
    takeFiles: inbox.start,
    waiting: (): number => (mode === 'live' ? (countWaiting(join(path, 'receipts.db')) ?? 0) : 0),
    /** Applies a new password, partner key, sign-in address or store: the receipts stay, and the app signs in again. */
    signInAgain(): void {
      if (mode === 'live') noteService(path, endpointOf(prepared.settings().service), clock.now());
      session.signInAgain();
      log.info('sign-in-repeated', { mode, folder });
    },
    wake(): void {
      session.wake();
      inbox.look();
    },
    async stop(): Promise<void> {
      await inbox.stop();
      try {
        claims.close();
      } catch (error) {
        // A claim that stays only delays its file in the inbox. The receipts must be closed in any case.
        log.warn('database-not-closed', { name: 'tills', error: String(error) });
      }
      await session.stop();
    },
  };
}

const openInbox = (
  { ports, config, files, lock }: ProgramParts,
  { context, restoredAt }: Session,
  claims: FileClaims,
  refresh: () => void,
) =>
  createInbox({
    open: () => openInboxFolders(config.dataDir),
    restoredAt,
    port: {
      accept: folderPort(dispatchOf(context, ports, lock), claims),
      gone: claims.gone,
      now(saleId) {
        const sale = context.saleRepository.find(saleId);
        return sale === null ? null : saleResource(sale);
      },
    },
    stuck(reason) {
      if (reason === null) files.notices().settle('inboxStuck');
      else {
        files
          .notices()
          .raise(
            'inboxStuck',
            `Files in the folder inbox are not taken or cannot be put away (${reason}). Files that were taken before are delivered, each once. Check the file's answer in failed, who may write to inbox, done and failed, and the space on the disk.`,
          );
      }
      refresh();
    },
    clock: ports.clock,
    // Any program that may write into the folder can cause any number of refusals, so warnings are limited.
    log: limitWarnings(ports.log, ports.clock),
  });

const notForFiles = failed('notAllowed', 'A file can only use commands for sales. Send the others over the POS API.');

/** A file of the inbox belongs to the app that found it, even if another app runs when its command is executed. */
const dispatchOf = (
  context: Session['context'],
  { clock, log }: ProgramParts['ports'],
  lock: ProgramParts['lock'],
): Dispatch =>
  createDispatch({
    actions,
    clock,
    log: limitWarnings(log, clock),
    lock,
    contexts: { session: () => done(context), windows: () => notForFiles, program: () => notForFiles },
  });
