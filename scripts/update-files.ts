/**
 * The lists of later versions, as the program reads them (src-main/diagnostics/update-list.ts): JSON with its name and the day on which it
 * runs out, signed by the Ed25519 key of `RECEIPT_COMPANION_UPDATE_SIGNING_KEY` (PEM). Without a key they are signed by nobody.
 * `node scripts/update-files.ts LIST [OTHER] > latest-mac.yml`: signs a list anew, with the files of another one of the same
 * version behind its own; each processor's runner of macOS writes one of the same name, and the program reads one.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Opens {
  readonly database: readonly [number, number];
  readonly documents: readonly [number, number];
}

interface List {
  readonly list: string;
  readonly version: string;
  readonly files: readonly object[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** A shop that was closed for the season still finds its list; one that was kept back for longer counts no more. */
const lastsMs = 180 * 24 * 3_600_000;

/** `name: value` of each line, without the quotes that YAML sometimes wants. */
const saidIn = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines.matchAll(/^[ -]*(\w+): '?([^'\n]*)'?$/gm)].map(([, name, value]) => [name, value]));

/**
 * What electron-builder wrote (`latest.yml`, as YAML). `sizeOf`: the bytes of a file, which it does not say of each; `opens`: which
 * stored data this version opens, see src-main/diagnostics/update-rules.ts.
 */
export function builtList(
  list: string,
  yaml: string,
  sizeOf: (file: string) => number,
  opens: Opens,
): List & { readonly opens: Opens } {
  const [head = '', entries = ''] = yaml.split(/^files:\n/m);
  const ofFiles = /^(?: .*\n)*/.exec(entries)?.[0] ?? '';
  const files = ofFiles
    .split(/^ {2}- /m)
    .slice(1)
    .map(saidIn)
    .map(({ url = '', sha512 = '', isAdminRightsRequired }) => ({
      ...{ url, sha512, size: sizeOf(url) },
      ...(isAdminRightsRequired === 'true' && { isAdminRightsRequired: true }),
    }));
  const { version, releaseDate = null } = saidIn(head + entries.slice(ofFiles.length));
  if (version === undefined || files.length === 0 || files.some(({ url, sha512 }) => url === '' || sha512 === '')) {
    throw new Error(`${list}: this is not written as electron-builder writes it`);
  }
  return { list, version, files, ...{ releaseDate }, opens };
}

/** The private key, null without one. Throws a sentence where it is none, or not that of the public key in the program. */
export function signingKey(env: Variables) {
  const pem = env.RECEIPT_COMPANION_UPDATE_SIGNING_KEY?.trim();
  if (pem === undefined || pem === '') return null;
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key of the lists of later versions is none of Ed25519');
  const isPublic = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  const packed = env.RECEIPT_COMPANION_UPDATE_KEY?.trim();
  if (packed !== undefined && packed !== '' && packed !== isPublic) {
    throw new Error('RECEIPT_COMPANION_UPDATE_KEY is not the public key of RECEIPT_COMPANION_UPDATE_SIGNING_KEY');
  }
  return key;
}

/** The text of the file, which counts from `now` on for half a year. */
export function listText(list: List, env: Variables, now: number): string {
  const text = `${JSON.stringify({ ...list, expires: new Date(now + lastsMs).toISOString() }, null, 2)}\n`;
  const key = signingKey(env);
  return key === null ? text : `${text}# ed25519 ${sign(null, Buffer.from(text), key).toString('base64')}\n`;
}

const read = (path: string): List => JSON.parse(readFileSync(path, 'utf8').split('\n# ed25519 ')[0] ?? '');

/** `one` with the files of `other` behind its own. Throws when they are not of one version. */
const joined = (one: List, other: List): List => {
  if (one.list !== other.list || one.version !== other.version) {
    throw new Error(`these are not of one version: ${one.list} ${one.version} and ${other.list} ${other.version}`);
  }
  return { ...one, files: [...one.files, ...other.files] };
};

if (import.meta.main) {
  const [one, ...others] = process.argv.slice(2).map(read);
  if (one === undefined) throw new Error('which list?');
  process.stdout.write(listText(others.reduce(joined, one), process.env, Date.now()));
}
