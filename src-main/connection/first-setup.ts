import { commandsOn } from '../dispatch/dispatch.ts';
import { readInput } from '../dispatch/read-input.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { endpointOf } from '../shared/connection.ts';
import { jsonOf, recordOf } from '../shared/json.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { packedMark, type SetupCode, setupCodeMaxChars, setupCodeSchema } from '../shared/setup-code.ts';
import type { CommandOutput } from '../shared/window-commands.ts';
import type { TestedConnection } from './tested-connection.ts';
import { type ConnectionParts, isAccountFixed } from './which-connection.ts';

/** The steps of the first start. Nothing waits for them: a till sells in training meanwhile. */
export interface FirstSetup extends Pick<ConnectionParts, 'settings' | 'policy' | 'changed'> {
  /** Keeps the values of a set-up code in memory, for its addresses only, until they are saved. */
  readonly testing: Pick<TestedConnection, 'offer'>;
}

export const isSetupOffered = (settings: SettingsStore): boolean =>
  settings.current().setup.stage === 'new' && !settings.isModeChosen();

function take(
  { settings, policy, testing }: FirstSetup,
  { receiptCompanion: _version, shopName, username, password, ...place }: SetupCode,
): Result<CommandOutput<'setup.readCode'>> {
  const hasAccount = username !== undefined && password !== undefined;
  const named = shopName === undefined ? {} : { screen: { shopName } };
  const locked = settings.contradicts({ mode: 'live', service: place, ...named });
  const fields = [...locked, ...(hasAccount && isAccountFixed({ policy }) ? ['username'] : [])];
  if (fields.length > 0) return refusedBy(fields);
  const connection = { mode: 'live' as const, ...endpointOf(settings.current().service), ...place };
  testing.offer(connection, { account: hasAccount ? { username, password } : null, shopName: shopName ?? null });
  return done({ connection, shopName: shopName ?? null, hasAccount });
}

/** A code that contradicts the policy of this computer is refused as a whole. */
const refusedBy = (keys: readonly string[]): Result<never> => {
  const message = 'Found another value than the policy of this computer fixes. Expected that one, or none.';
  const fields = keys.map((key) => ({ path: `/${key.split('.').at(-1)}`, code: 'locked', message }));
  return failed(
    'invalid',
    'The code contradicts the policy of this computer. Ask your administrator for another code.',
    fields,
  );
};

export const setupCommands = commandsOn<{ readonly setup: FirstSetup }>()('program', {
  'setup.readCode'({ setup }, { text }) {
    const parsed = parseCode(text);
    if (!parsed.ok) return parsed;
    const code = readInput(setupCodeSchema, parsed.value);
    return code.ok ? take(setup, code.value.value) : code;
  },
  'setup.end'({ setup: { settings, changed } }) {
    settings.update({ setup: { stage: 'done' } });
    changed();
  },
});

const notACode = failed('invalid', 'This text is no set-up code. Use the code of your provider.', [
  { path: '', code: 'notACode', message: 'Found something else. Expected a set-up code.' },
]);

function parseCode(text: string): Result<unknown> {
  const code = text.trim();
  if (code.length > setupCodeMaxChars) return notACode;
  const json = code.startsWith(packedMark)
    ? Buffer.from(code.slice(packedMark.length), 'base64url').toString('utf8')
    : code;
  const value = recordOf(jsonOf(json));
  // Any other JSON would get one error per field instead of the message that it is no set-up code.
  return value !== null && 'receiptCompanion' in value ? done(value) : notACode;
}
