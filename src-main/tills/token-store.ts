import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock, Random, SystemPorts } from '../ports.ts';
import { digitOf } from '../shared/card-number.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { type ShopTills, type TillScope, tillNames, tillScopes } from '../shared/till-names.ts';
import { type Database, rowsOf } from '../storage/database.ts';

/** A pairing token: 256 random bits, base64url, 43 characters. It is shown once and stored as a hash. */
export function newToken(random: Pick<Random, 'bytes'>): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** The SHA-256 of a token in hex. 256 random bits need neither salt nor stretching. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * Proves that the program at `address` knows the hash of a token. A till asks for the proof before it sends its token.
 * The address is included, so that another program cannot forward the question to the app.
 */
export const proofOf = (hash: string, nonce: string, address: string): string =>
  createHmac('sha256', hash).update(`${nonce}\n${address}`).digest('hex');

export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(left), digest(right));
}

interface Issued {
  readonly token: string;
  readonly till: { readonly id: string; readonly name: string };
}

interface TokenStoreParts extends Pick<SystemPorts, 'clock' | 'random'> {
  readonly tills: () => TillTable;
}

/** Stores pairing tokens as hashes. A look-up by hash does not reveal how much of a guess was right. */
export type TokenStore = ReturnType<typeof createTokenStore>;

export function createTokenStore({ tills, clock, random }: TokenStoreParts) {
  /** The hash of the host's token. */
  let fixed: string | null = null;
  return {
    /** Sets the token of a host without windows. It has every scope and is not in the table. */
    fix(token: string | null) {
      fixed = token === null ? null : hashToken(token);
      tills().countHost(token !== null);
    },
    /** One proof for each valid token, in an order that reveals no till. */
    proofsOf(nonce: string, address: string): readonly string[] {
      const hashes = [...tills().hashes(), ...(fixed === null ? [] : [fixed])];
      return hashes.map((hash) => proofOf(hash, nonce, address)).toSorted();
    },
    find(token: string): { readonly id: string; readonly scopes: readonly TillScope[] } | null {
      const hash = hashToken(token);
      return hash === fixed ? { id: tillNames.fixed, scopes: tillScopes } : tills().findByHash(hash);
    },
    /**
     * Creates a token of 256 random bits and stores its hash. Only this result contains the token itself. `meant` is
     * the till for the code; null for a new till. A till that pairs again keeps its id, and its earlier token becomes
     * invalid. Returns `invalid` for an unsuitable name (`faultOfName`).
     */
    issue(name: string, scopes: readonly TillScope[], meant: TillChoice | null = null): Result<Issued> {
      const used = tills()
        .all()
        .map((till) => till.name);
      const fault = faultOfName(name, meant, used);
      if (fault !== null) return failed('invalid', fault, [{ path: '/name', code: 'name', message: fault }]);
      const token = newToken(random);
      const till = { id: meant?.id ?? random.uuid(), name: meant?.name ?? tidyName(name) };
      tills().put({ ...till, scopes, createdAt: clock.now(), hash: hashToken(token) });
      return done({ token, till });
    },
  };
}

export interface Till {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TillScope[];
  readonly createdAt: number;
}

const tillRow = z
  .object({
    id: z.string(),
    name: z.string(),
    hash: z.string(),
    scopes: z
      .string()
      .transform((scopes) => scopes.split(' '))
      .pipe(z.array(z.enum(tillScopes))),
    created_at: z.int(),
  })
  .transform(({ created_at: createdAt, ...till }) => ({ ...till, createdAt }));
const removedRow = z.object({ id: z.string(), name: z.string(), removed_at: z.int(), others: z.int() });
const idRow = removedRow.pick({ id: true });

export type TillTable = ReturnType<typeof createTillTable>;

/** For this time the watched folder may have sales of a removed till, so they are not those of the remaining till. */
const sharedMs = 2 * 86_400_000;

/** `unreadable` is called for a till with an invalid row. It counts as not paired and affects no other till. */
export function createTillTable(database: Database, clock: Clock, unreadable: (tillId: string) => void) {
  let host: readonly (readonly [string, string])[] = [];

  function read() {
    const rows = database.sql('select id, name, hash, scopes, created_at from tokens order by created_at').all();
    const tills = rows.flatMap((row) => {
      const { data } = tillRow.safeParse(row);
      if (data === undefined) unreadable(idRow.parse(row).id);
      return data ?? [];
    });
    return {
      byHash: new Map(tills.map(({ hash, ...till }): [string, Till] => [hash, till])),
      names: new Map([...tills.map(({ id, name }) => [id, name] as const), ...host]),
      removed: rowsOf(database, removedRow, 'select * from removed_tills order by removed_at desc'),
    };
  }

  /** Every request needs the tills several times, and only this code writes the table. */
  let cached: ReturnType<typeof read> | null = null;
  const paired = () => (cached ??= read());

  return {
    /** Whether a program uses the host's token. It counts as a till in `names`, so that no other one is the only till. */
    countHost(isUsed: boolean): void {
      cached = null;
      host = isUsed ? [[tillNames.fixed, tillNames.fixed]] : [];
    },
    /** Adds a till. An existing one keeps its id and gets the new token, scopes and date. */
    put(till: Till & { readonly hash: string }): void {
      cached = null;
      database.transaction(() => {
        database
          .sql('insert or replace into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, ?)')
          .run(till.id, till.name, till.hash, till.scopes.join(' '), till.createdAt);
        database.sql('delete from removed_tills where id = ?').run(till.id);
      });
    },
    findByHash: (hash: string): Till | null => paired().byHash.get(hash) ?? null,
    hashes: (): readonly string[] => [...paired().byHash.keys()],
    list: (): readonly Till[] => [...paired().byHash.values()],
    ofShop(): ShopTills {
      const { names, removed } = paired();
      const [till = tillNames.fixed] = names.keys();
      const isShared = removed.some((one) => one.others > 0 && Math.abs(clock.now() - one.removed_at) < sharedMs);
      return { names, only: names.size > 1 || isShared ? null : till };
    },
    /** The paired tills, then the removed ones, the last one first. If one is paired again, it finds its sales. */
    all: (): readonly (Omit<Till, 'createdAt'> & { readonly createdAt: number | null })[] => [
      ...paired().byHash.values(),
      ...paired().removed.map(({ id, name }) => ({ id, name, scopes: [], createdAt: null })),
    ],
    /** Returns the removed till; null if no paired till has this id. */
    remove(id: string): Till | null {
      const till = this.list().find((one) => one.id === id) ?? null;
      const others = paired().names.size - 1;
      cached = null;
      database.transaction(() => {
        database
          .sql('insert or replace into removed_tills select id, name, ?, ? from tokens where id = ?')
          .run(clock.now(), others, id);
        database.sql('delete from tokens where id = ?').run(id);
      });
      return till;
    },
  };
}

/** The till for which a code was made: an existing or removed one (`id`), or a new one with this name. */
export interface TillChoice {
  readonly id: string | null;
  readonly name: string;
}

/** Common letters of Latin, and all letters of other scripts. Phonetic and old Latin letters look like others. */
const plain = /^[a-zÀ-ſƠơƯưȘ-țḀ-ỿ\P{Script=Latin}]*$/iu;
const allowed = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} \-_.,#/&+()'])*$/u;
/** Scripts whose letters look alike. Chinese, Japanese and Korean are left out, because names mix them with Latin. */
const alphabets = {
  Latin: /\p{Script=Latin}/u,
  Greek: /\p{Script=Greek}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  another:
    /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u,
} as const;

const alphabetsOf = (text: string): readonly string[] =>
  Object.entries(alphabets).flatMap(([name, letters]) => (letters.test(text) ? [name] : []));

/**
 * Returns the same text for names that look alike: it ignores case, accents, width, digits of other scripts, the
 * difference of l, I and 1 or O and 0, and signs between words ("Till-10" and "Till 10").
 */
const lookAlikeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Script=Inherited}/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
    .toLowerCase()
    .replaceAll(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, '-')
    .replaceAll(/[^\p{L}\p{N}-]+|(?<!\d)-|-(?!\d)/gu, '')
    .replaceAll(/[ilı]/gu, '1')
    .replaceAll('o', '0');

/** Lists and files use these names for interfaces of the app, so a till must not have one of them. */
const reserved = Object.values(tillNames).map(lookAlikeOf);
const commandLine = lookAlikeOf(' command line');

export const tidyName = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

/** Why a till may not have this name; null if it may. `used`: names of other tills, including removed ones. */
export function faultOfName(name: string, meant: TillChoice | null, used: readonly string[]): string | null {
  const look = lookAlikeOf(name);
  if (meant !== null && look !== lookAlikeOf(meant.name))
    return `Found another name. Expected ${JSON.stringify(meant.name)}, because the code was made for that till.`;
  if (meant !== null && meant.id !== null) return null;
  const tidy = tidyName(name);
  if (!allowed.test(tidy) || !plain.test(tidy) || !/[\p{L}\p{N}]/u.test(tidy))
    return "Found an invisible or unknown character. Expected letters, digits, spaces and - _ . , # / & + ( ) '.";
  // The name of another account's watched folder ends with the number of that account.
  const isFolder = look.replace(/\d+$/, '') === lookAlikeOf(tillNames.folder);
  if (reserved.includes(look) || look.endsWith(commandLine) || isFolder)
    return 'Found a name that this app uses itself. Expected another name.';
  const own = alphabetsOf(tidy);
  const there = alphabetsOf(used.join(' '));
  if (own.length > 1 || own.some((alphabet) => there.length > 0 && !there.includes(alphabet)))
    return `Found letters of ${own.join(' and ')}. Expected letters of one alphabet, the one of the other tills.`;
  if (used.some((other) => lookAlikeOf(other) === look))
    return 'Found the name of another till, or one that looks like it. Expected another name, or a code that was made for that till again.';
  return null;
}
