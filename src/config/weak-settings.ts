// Values that parse and protect nothing: a key that can be guessed, a password that anybody would try, proxies that could be anybody.
// config.ts refuses them in production.
import { BlockList } from 'node:net';
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
  return (urlPerHost(databaseUrl) ?? []).some((one) => {
    const { username, password, pathname, hostname, searchParams: query } = new URL(one);
    const given = query.get('password') ?? decoded(password);
    const names = [query.get('user') ?? decoded(username), query.get('dbname') ?? decoded(pathname.slice(1))];
    if (given === '') {
      // Over a socket the system says who asks; a certificate says it too.
      const host = query.get('host') ?? decoded(hostname);
      return !host.startsWith('/') && !query.has('sslcert');
    }
    const plain = given.normalize('NFKC').trim().toLowerCase();
    const isName = names.some((name) => name.toLowerCase() === plain);
    return plain.length < PASSWORD_LENGTH_MIN || isName || COMMON_PASSWORDS.includes(plain);
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

/** Mail in the clear: STARTTLS is only used where it is offered, and whoever is in between takes the offer away. */
export function isMailInTheClear(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true') return false;
  return !isOnThisMachine(`http://${hostname}`);
}
