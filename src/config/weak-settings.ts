// Values that parse and protect nothing: a key that can be guessed, a password that anybody would try, proxies that could be anybody,
// traffic in the clear. config.ts refuses them in production.
import { BlockList, isIP } from 'node:net';
import type ipaddr from 'ipaddr.js';
import { toCidr } from '../outbound/guard.ts';
import { isOnThisMachine } from '../outbound/loopback.ts';
import { urlPerHost } from '../settings/postgres-url.ts';

/** Of 32 random bytes about 30 are different; this few happen once in a billion keys. */
const DIFFERENT_BYTES_MIN = 17;

/** Few different bytes, a row of numbers, or text. */
export function isWeakKey(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)));
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return new Set(key).size < DIFFERENT_BYTES_MIN || steps.size === 1 || isText;
}

const PASSWORD_LENGTH_MIN = 8;
const COMMON_PASSWORDS = [
  ...[
    'postgres',
    'postgresql',
    'password',
    'passw0rd',
    'trefoil',
    'secret',
    'changeme',
    'change-me',
    'admin',
  ],
  ...[
    'administrator',
    'root',
    'example',
    'database',
    'letmein',
    'qwertyuiop',
    '12345678',
    '123456789',
    '1234567890',
  ],
];

/** None at all, a short or a common one, or the name of the user or the database; wherever the address gives it, however encoded. */
export function hasGuessablePassword(databaseUrl: string): boolean {
  return databasesAt(databaseUrl).some(({ host, user, password, database, query }) => {
    // Over a socket the system says who asks; a certificate says it too.
    if (password === '') return !host.startsWith('/') && !query.sslcert;
    const plain = password.normalize('NFKC').trim().toLowerCase();
    const isName = [user, database].some((name) => name.toLowerCase() === plain);
    return plain.length < PASSWORD_LENGTH_MIN || isName || COMMON_PASSWORDS.includes(plain);
  });
}

// Not prefer or allow: with those PostgreSQL's client falls back to plain text when the server, or an attacker in between, offers no TLS.
const ENCRYPTED_MODES = ['require', 'verify-ca', 'verify-full', 'no-verify'];
const ENCRYPTED_SWITCHES = ['true', '1', 'no-verify'];

/** A database on another machine, or on one that the address does not name, without TLS. */
export function isDatabaseInTheClear(databaseUrl: string): boolean {
  return databasesAt(databaseUrl).some(({ host, query }) => {
    if (host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host.toLowerCase())) return false;
    return query.sslmode
      ? !ENCRYPTED_MODES.includes(query.sslmode)
      : !ENCRYPTED_SWITCHES.includes(query.ssl ?? '');
  });
}

/** What the driver makes of each host's address: the last of a repeated parameter counts, and goes before the address. */
function databasesAt(databaseUrl: string) {
  return (urlPerHost(databaseUrl) ?? []).map((one) => {
    const { username, password, pathname, hostname, searchParams } = new URL(one);
    const query: Record<string, string> = Object.fromEntries(searchParams);
    return {
      host: query.host || decoded(hostname).replace(/^\[(.+)\]$/, '$1'),
      user: query.user || decoded(username),
      password: query.password || decoded(password),
      database: decoded(pathname.slice(1)),
      query,
    };
  });
}

/** A percent sign that encodes nothing is one of the password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Spread over the public addresses of each family. No list of proxies, a large provider's included, has a sixteenth of either.
const PUBLIC_IPV4 = Array.from({ length: 223 }, (_none, n) => `::ffff:${n + 1}.${(n * 37) % 256}.77.1`);
const PUBLIC_IPV6 = Array.from(
  { length: 64 },
  (_none, n) => `${(0x2000 + n * 0x80 + 0x41).toString(16)}:7::1`,
);

/** Networks that, taken together, hold a good part of all addresses. */
export function trustsEverybody(networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return [PUBLIC_IPV4, PUBLIC_IPV6].some(
    (addresses) => addresses.filter((address) => list.check(address, 'ipv6')).length > addresses.length / 16,
  );
}

// This machine, and what only it can reach: the services that tell a machine of a cloud its credentials among them.
const OWN_NETWORKS = [
  '127.0.0.0/8',
  '::1',
  '0.0.0.0/8',
  '::',
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254',
];

/** Networks, in which strangers choose an address, that hold this machine or one of these. */
export function reachesOurselves(networks: readonly string[], ownUrls: readonly (string | null)[]): boolean {
  const hosts = ownUrls.flatMap((url) => (url === null ? [] : (urlPerHost(url) ?? [url]).map(hostOf)));
  const own = [...OWN_NETWORKS, ...hosts.filter((host) => isIP(host) !== 0)].map(toCidr);
  return networks
    .map(toCidr)
    .some(([address, bits]) =>
      own.some(
        ([other, otherBits]) =>
          address.kind() === other.kind() && address.match(other as ipaddr.IPv4, Math.min(bits, otherBits)),
      ),
    );
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.+)\]$/, '$1');
}

/**
 * Mail in plain text, or to a server that was not verified. An attacker in between can remove the offer of STARTTLS, unless TLS is
 * required; a certificate that is not checked proves nothing.
 */
export function isMailInTheClear(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams: query } = new URL(smtpUrl);
  if (isOnThisMachine(`http://${hostname}`)) return false;
  const isEncrypted = protocol === 'smtps:' || query.get('requireTLS') === 'true';
  return !isEncrypted || ['false', '0'].includes(query.get('tls.rejectUnauthorized') ?? '');
}
