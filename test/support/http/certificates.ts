// Certificates for TLS tests, generated so that no key is in the repository: an authority and the certificates that it signs.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type Certificate = { cert: string; key: string };

const ED25519 = sequence(bytes(0x06, 0x2b, 0x65, 0x70));
const [COMMON_NAME, ALTERNATIVE_NAMES, BASIC_CONSTRAINTS] = [
  bytes(0x06, 0x55, 0x04, 0x03),
  bytes(0x06, 0x55, 0x1d, 0x11),
  bytes(0x06, 0x55, 0x1d, 0x13),
];

export function createAuthority(name: string) {
  const own = generateKeyPairSync('ed25519');
  const { cert } = issue(name, name, own, own.privateKey, true);
  let serial = 1;
  return {
    cert,
    /** For 127.0.0.1 and the host that `subject` names, as a server or as a client. */
    certify(subject: string): Certificate {
      return issue(subject, name, generateKeyPairSync('ed25519'), own.privateKey, false, ++serial);
    },
  };
}

function issue(
  subject: string,
  issuer: string,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  signer: KeyObject,
  isAuthority: boolean,
  serial = 1,
): Certificate {
  const dayMs = 86_400_000;
  const extension = isAuthority
    ? sequence(BASIC_CONSTRAINTS, bytes(0x01, 0xff), wrap(0x04, sequence(bytes(0x01, 0xff))))
    : sequence(
        ALTERNATIVE_NAMES,
        wrap(0x04, sequence(bytes(0x87, 127, 0, 0, 1), wrap(0x82, Buffer.from(subject)))),
      );
  const content = sequence(
    wrap(0xa0, bytes(0x02, 2)),
    bytes(0x02, serial),
    ED25519,
    nameOf(issuer),
    sequence(time(Date.now() - dayMs), time(Date.now() + dayMs)),
    nameOf(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    wrap(0xa3, sequence(extension)),
  );
  const signature = sign(null, content, signer);
  const der = sequence(content, ED25519, wrap(0x03, Buffer.from([0]), signature));
  // An empty line, of a last one that is full, would be no certificate.
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function nameOf(name: string): Buffer {
  return sequence(wrap(0x31, sequence(COMMON_NAME, wrap(0x0c, Buffer.from(name)))));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return wrap(0x17, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return wrap(0x30, ...parts);
}

function bytes(tag: number, ...values: number[]): Buffer {
  return wrap(tag, Buffer.from(values));
}

function wrap(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
