import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Creates certificates of an untrusted authority: X.509 in DER with the fields that a server needs. */

const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const octets = (content: Buffer): Buffer => tagged(0x04, content);
const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));

/** An object identifier from its dotted form. Every part is below 2^14. */
const identifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    return groups;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
};

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));
const nameOf = (common: string): Buffer =>
  sequence(tagged(0x31, sequence(identifier('2.5.4.3'), tagged(0x0c, Buffer.from(common)))));
const utc = (at: Date): Buffer => {
  const text = at.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${text}Z`));
};
const extension = (dotted: string, isCritical: boolean, content: Buffer): Buffer =>
  sequence(identifier(dotted), ...(isCritical ? [boolean(true)] : []), octets(content));

export interface Authority {
  readonly certificate: string;
  /** Issues a certificate for this server, valid for a day around `at`. `key` and `cert` are for `node:tls`. */
  issue(host: string, at?: Date): { readonly key: string; readonly cert: string };
}

const dayMs = 86_400_000;

interface Body {
  readonly issuer: string;
  readonly subject: string;
  readonly key: KeyObject;
  readonly at: Date;
  readonly extensions: readonly Buffer[];
}

const certify = ({ issuer, subject, key, at, extensions }: Body, by: KeyObject): string => {
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(utc(new Date(at.getTime() - dayMs)), utc(new Date(at.getTime() + dayMs))),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, by)]);
  const whole = sequence(body, ecdsaWithSha256, tagged(0x03, signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`;
};

export const makeAuthority = (): Authority => {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'Nobody Trusts This';
  const canSign = [
    extension('2.5.29.19', true, sequence(boolean(true))),
    extension('2.5.29.15', true, tagged(0x03, Buffer.from([2, 0x04]))),
  ];
  const certificate = certify(
    { issuer, subject: issuer, key: own.publicKey, at: new Date(), extensions: canSign },
    own.privateKey,
  );
  return {
    certificate,
    issue: (host, at = new Date()) => {
      const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = sequence(tagged(0x82, Buffer.from(host)));
      const isServer = sequence(identifier('1.3.6.1.5.5.7.3.1'));
      const extensions = [extension('2.5.29.17', false, names), extension('2.5.29.37', false, isServer)];
      const cert = certify({ issuer, subject: host, key: server.publicKey, at, extensions }, own.privateKey);
      return { key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
    },
  };
};
