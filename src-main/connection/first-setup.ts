import { z } from 'zod';
import { commandsOn } from '../commands/action.ts';
import { readInput } from '../commands/read-input.ts';
import type { CommandInput, CommandOutput } from '../lib/commands.ts';
import { draftConnectionSchema, endpointOf } from '../lib/connection.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { SetupCode } from '../lib/setup-code.ts';
import { packedMark, setupCodeMaxChars, setupCodeSchema } from '../lib/setup-code.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';
import type { ConnectionChange } from './connection-change.ts';

interface FirstSetupParts {
  readonly settings: SettingsStore;
  readonly kept: () => EncryptedValues;
  /** What came with a code: kept in memory for its addresses, and in settings and keychain once they are saved. */
  readonly connection: Pick<ConnectionChange, 'offer'>;
  /** A policy brings the account. */
  readonly isAccountFixed: () => boolean;
  readonly changed: () => void;
}

const draftSchema = z.object({ step: z.int().min(0).max(4), connection: draftConnectionSchema.nullable() });
const name = 'setup-draft';

/** The steps of the first start. Nothing waits for them: a till sells in training meanwhile. */
export type FirstSetup = ReturnType<typeof createFirstSetup>;

export function createFirstSetup(parts: FirstSetupParts) {
  const { settings, kept, connection: change, changed } = parts;
  const read = (): CommandOutput<'setup.get'> => {
    const text = kept().get(name);
    const draft = text === null ? null : draftSchema.safeParse(JSON.parse(text));
    return draft?.success === true ? draft.data : { step: 0, connection: null };
  };
  const write = (draft: CommandInput<'setup.keep'>): void => kept().set(name, JSON.stringify(draft));

  return {
    /** Whether the window offers it: until it was ended, or somebody chose between training and live elsewhere. */
    isOffered(): boolean {
      const { stage } = settings.current().setup;
      return stage === 'begun' || (stage === 'new' && !settings.isModeChosen());
    },
    get: read,
    /** What is typed so far, without a secret: it is there after a kill. */
    keep(draft: CommandInput<'setup.keep'>) {
      write(draft);
      if (settings.current().setup.stage === 'new') settings.update({ setup: { stage: 'begun' } });
    },
    /** Says what a provider's code fills in; nothing is changed or kept before it is saved. */
    take({
      receiptCompanion: _version,
      shopName,
      username,
      password,
      ...place
    }: SetupCode): Result<CommandOutput<'setup.readCode'>> {
      const hasAccount = username !== undefined && password !== undefined;
      const named = shopName === undefined ? {} : { screen: { shopName } };
      const locked = settings.contradicts({ mode: 'live', service: given(place), ...named });
      const fields = [...locked, ...(hasAccount && parts.isAccountFixed() ? ['username'] : [])];
      if (fields.length > 0) return refusedBy(fields);
      const before = endpointOf(settings.current().service);
      const connection = { mode: 'live' as const, ...before, ...given(place) };
      change.offer(connection, { account: hasAccount ? { username, password } : null, shopName: shopName ?? null });
      return done({ connection, shopName: shopName ?? null, hasAccount });
    },
    end() {
      settings.update({ setup: { stage: 'done' } });
      kept().set(name, null);
      changed();
    },
  };
}

/** Nothing of a code is taken that says otherwise than the policy of this computer. */
const refusedBy = (keys: readonly string[]): Result<never> => {
  const message = 'Found another value than the policy of this computer fixes. Expected that one, or none.';
  const path = (key: string): string => `/${key.split('.').at(-1)}`;
  return failed(
    'invalid',
    'the code says otherwise than the policy of this computer',
    keys.map((key) => ({ path: path(key), code: 'locked', message })),
  );
};

/** What the code leaves out stays as it is. */
const given = <T extends object>(values: T): { readonly [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [Key in keyof T]?: Exclude<T[Key], undefined>;
  };

export const setupCommands = commandsOn<{ readonly setup: FirstSetup }>()('program', {
  'setup.get': ({ setup }) => done(setup.get()),
  'setup.keep': ({ setup }, draft) => setup.keep(draft),
  'setup.readCode'({ setup }, { text }) {
    const parsed = parseCode(text);
    if (!parsed.ok) return parsed;
    const code = readInput(setupCodeSchema, parsed.value);
    return code.ok ? setup.take(code.value.value) : code;
  },
  'setup.end': ({ setup }) => setup.end(),
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
