import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** X.509 in DER, with the fields that a server needs. */
const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const bitString = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content);

/** Encoded object identifiers. */
const commonName = Buffer.from('0603550403', 'hex');
const subjectAltName = Buffer.from('0603551d11', 'hex');
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));

const dayMs = 86_400_000;
const utcTime = (at: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A certificate for this server that nobody trusts, valid for a day before and after now, for `node:tls`. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(host)))));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(subjectAltName, tagged(0x04, sequence(tagged(0x82, Buffer.from(host))))))),
  );
  const whole = sequence(body, ecdsaWithSha256, bitString(sign('sha256', body, privateKey))).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
  };
}
