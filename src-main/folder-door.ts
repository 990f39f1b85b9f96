import { createHash } from 'node:crypto';
import type { Dispatch } from './actions/dispatch.ts';
import type { InboxPort, Verdict } from './inbox/inbox-port.ts';
import { appErrors } from './kernel/result.ts';
import { readJson } from './pos-api/json-body.ts';
import { type Problem, problem, problemBody, problemOf } from './pos-api/problem.ts';

/** The door of the watched folder: a file is read and judged as a body of POST /v1/receipts would be. */
export function folderDoor(dispatch: Dispatch): InboxPort {
  return {
    async accept(content, { name, isFresh, writtenAt }) {
      const read = readJson(content);
      if (!read.ok) return refused(problem('not-json', read.detail), name);
      const file = createHash('sha256').update(`${writtenAt}\n`).update(content).digest('hex');
      const taken = await dispatch({ kind: 'folder', isFresh, file }, 'till.acceptReceipt', read.value);
      if (taken.ok) return { kind: 'taken', sale: taken.value };
      const { code } = taken.error;
      const fate = appErrors[code].file;
      return fate === 'refused' ? refused(problemOf(taken.error), name) : { kind: fate, reason: code };
    },
  };
}

function refused(why: Problem, name: string): Verdict {
  return { kind: 'refused', problem: problemBody(why, name) };
}
