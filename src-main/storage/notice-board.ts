import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log, SystemPorts } from '../ports.ts';
import { type NoticeCode, noticeCodes } from '../shared/notice-codes.ts';

/** Notices about problems with files. The status lists each notice until its file `NOTICE-<code>.txt` is removed. */
export type NoticeBoard = ReturnType<typeof createNoticeBoard>;

export function createNoticeBoard(folder: string, { clock, log }: Pick<SystemPorts, 'clock' | 'log'>) {
  const pathOf = (code: NoticeCode): string => join(folder, `NOTICE-${code}.txt`);
  /** Notices whose file could not be written. They last until the program ends. */
  const unwritten = new Set<NoticeCode>();
  let raised = noticeCodes.filter((code) => existsSync(pathOf(code)));
  for (const code of raised) log.warn('notice-found', { code });
  return {
    raise(code: NoticeCode, sentence: string) {
      try {
        appendFileSync(pathOf(code), `${new Date(clock.now()).toISOString()} ${sentence}\n`, { mode: 0o600 });
      } catch (error) {
        unwritten.add(code);
        log.warn('notice-not-written', { code, error: String(error) });
      }
      raised = noticeCodes.filter((known) => known === code || raised.includes(known));
    },
    settle(code: NoticeCode) {
      try {
        rmSync(pathOf(code), { force: true });
      } catch (error) {
        log.warn('notice-not-written', { code, error: String(error) });
      }
      unwritten.delete(code);
      raised = raised.filter((known) => known !== code);
    },
    current: (): readonly NoticeCode[] => raised.filter((code) => unwritten.has(code) || existsSync(pathOf(code))),
  };
}

/** Reports an unreadable stored record, once per run. `what` names it without its content: `sale <id>`. */
export type Quarantine = (
  what: string,
  found: { readonly why: 'newer' | 'unreadable'; readonly reason: string },
) => void;

export function noteNewKey(notices: Pick<NoticeBoard, 'raise'>, log: Log, sales: number): void {
  log.warn('data-key-replaced', { count: sales });
  notices.raise(
    'recordSetAside',
    `${sales} sales were encrypted with the previous data key. Their ids and states stay. Their content cannot be read, and those that wait are not sent.`,
  );
}

/** The most items that a notice lists. The log has all. */
const mostNamed = 20;

export function createQuarantine({ log, notices }: { readonly log: Log; readonly notices: NoticeBoard }): Quarantine {
  const reported = new Set<string>();
  return (what, { why, reason }) => {
    if (reported.has(what)) return;
    reported.add(what);
    log.error('record-set-aside', { what, why, reason });
    if (reported.size > mostNamed) return;
    const because = why === 'newer' ? 'was written by a newer version of this program' : 'cannot be read';
    const advice =
      why === 'newer'
        ? 'Install that version again, which can read it. It was not changed.'
        : 'It was not changed, and everything else continues. Keep the database and give it to your support.';
    notices.raise('recordSetAside', `${what} ${because} (${reason}). ${advice}`);
  };
}
