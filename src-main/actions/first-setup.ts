import { done, failed, type Result } from '../kernel/result.ts';
import { packedMark, setupCodeMaxChars, setupCodeSchema } from '../kernel/setup-code.ts';
import { commandActions } from './action.ts';
import { readInput } from './read-input.ts';

/** The first start. */
export const firstSetupActions = commandActions('program', {
  'setup.get': ({ setup }) => done(setup.get()),
  'setup.keep'({ setup }, draft) {
    setup.keep(draft);
    return done(null);
  },
  'setup.readCode'({ setup }, { text }) {
    const parsed = parseCode(text);
    if (!parsed.ok) return parsed;
    const code = readInput(setupCodeSchema, parsed.value);
    return code.ok ? setup.take(code.value.value) : code;
  },
  'setup.end'({ setup }) {
    setup.end();
    return done(null);
  },
});

const notACode = failed('invalid', 'this is no set-up code', [
  { path: '', code: 'notACode', message: 'Found something else. Expected a set-up code.' },
]);

/** JSON as it stands, or packed for scanners: base64url behind a mark. */
function parseCode(text: string): Result<unknown> {
  const code = text.trim();
  if (code.length > setupCodeMaxChars) return notACode;
  const json = code.startsWith(packedMark)
    ? Buffer.from(code.slice(packedMark.length), 'base64url').toString('utf8')
    : code;
  try {
    const value: unknown = JSON.parse(json);
    // Anything else that is JSON would be told field by field that it is none of ours.
    return typeof value === 'object' && value !== null && 'receiptCompanion' in value ? done(value) : notACode;
  } catch {
    return notACode;
  }
}
