import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from '../lib/json.ts';
import { opensSchema, type UpdateChoice } from './update-rules.ts';

/** A list has a few hundred bytes a file. */
export const listMaxBytes = 64 * 1024;

const plainName = z.string().regex(/^[\w.-]{1,200}$/, 'the name of a file beside the list');
const hash = z.base64().length(88);
const aDay = z.iso.datetime().transform(Date.parse);

/** What it says beyond this is left out; what it says of the data and of its day may be nonsense, and then says nothing. */
const listSchema = z.object({
  list: plainName,
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]{1,50})?$/, 'a version such as 1.2.0'),
  expires: aDay,
  releaseDate: aDay.nullable().catch(null),
  files: z
    .array(
      z.object({
        url: plainName,
        sha512: hash,
        size: z
          .int()
          .min(1)
          .max(1024 ** 3),
        isAdminRightsRequired: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(20),
  opens: opensSchema.nullable().catch(null),
});
export type UpdateList = z.output<typeof listSchema>;

/** Ed25519, as SubjectPublicKeyInfo (RFC 8410) in base64; what `openssl pkey -pubout -outform DER | base64` prints. */
export function updateKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

const signatureMark = '\n# ed25519 ';

/**
 * A list of a later version: JSON, which has no aliases to unfold, and behind it as a comment of YAML, as which
 * electron-updater's tools know these files, the signature of every byte before. It is looked at before anything is parsed.
 * The name in it keeps a list from standing for another ring or system, the day one of long ago from being the newest for
 * ever. Throws a sentence that says what was found and what is expected, without a word of the list.
 */
export function readList(
  text: string,
  wanted: {
    readonly name: string;
    readonly channel: UpdateChoice['channel'];
    readonly key: string;
    readonly now: number;
  },
): UpdateList {
  const refuse = (found: string, expected: string): never => {
    throw new Error(`the list ${wanted.name}: found ${found}, expected ${expected}`);
  };
  if (text.length > listMaxBytes) refuse('more than 64 KiB', 'a list of later versions');
  const end = text.lastIndexOf(signatureMark);
  if (end < 0) return refuse('no signature', 'a last line `# ed25519 ...`');
  const key = updateKey(wanted.key) ?? refuse('no public key of Ed25519 in this program', 'one');
  const signature = Buffer.from(text.slice(end + signatureMark.length), 'base64');
  const signed = text.slice(0, end + 1);
  if (!verify(null, Buffer.from(signed), key, signature))
    refuse('a signature by another key or of another list', 'one that fits');
  const read = listSchema.safeParse(jsonOf(signed));
  if (!read.success) {
    const fields = read.error.issues.slice(0, 5).map(({ path }) => `/${path.join('/')}`);
    return refuse(`something else at ${fields.join(', ')}`, 'docs/administration.md, "Later versions"');
  }
  const { list, expires, version } = read.data;
  if (list !== wanted.name) refuse('the list of another ring or system', 'this one');
  if (expires < wanted.now) refuse('one that ran out', 'one that was signed later');
  if (wanted.channel === 'stable' && version.includes('-')) refuse('a version before its release', 'a released one');
  return read.data;
}
