import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type NoticeCode, noticeCodes } from '../lib/notices.ts';
import type { Clock, Log } from '../ports.ts';

/** What a person has to know about the files: told in every status until the note in the folder is removed. */
export type NoticeBoard = ReturnType<typeof createNoticeBoard>;

export function createNoticeBoard(folder: string, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
  const pathOf = (code: NoticeCode): string => join(folder, `NOTICE-${code}.txt`);
  /** Raised while the disk refused the note: they last as long as this run. */
  const unwritten = new Set<NoticeCode>();
  let raised = noticeCodes.filter((code) => existsSync(pathOf(code)));
  for (const code of raised) log.warn('notice-standing', { code });
  return {
    /** Writes `NOTICE-<code>.txt` with the sentence. It outlives restarts; removing the file ends the notice. */
    raise(code: NoticeCode, sentence: string) {
      try {
        appendFileSync(pathOf(code), `${new Date(clock.now()).toISOString()} ${sentence}\n`, { mode: 0o600 });
      } catch (error) {
        unwritten.add(code);
        log.warn('notice-not-written', { code, error: String(error) });
      }
      raised = noticeCodes.filter((known) => known === code || raised.includes(known));
    },
    /** What it said is over: the note goes. */
    settle(code: NoticeCode) {
      rmSync(pathOf(code), { force: true });
      unwritten.delete(code);
      raised = raised.filter((known) => known !== code);
    },
    current: (): readonly NoticeCode[] => raised.filter((code) => unwritten.has(code) || existsSync(pathOf(code))),
  };
}
