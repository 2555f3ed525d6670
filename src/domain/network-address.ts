// IP addresses: a canonical form, the network that an address belongs to, and whether a consumer can have it at all.

/** 4 bytes or 16; null when it is not an address. */
export function addressBytes(text: string): number[] | null {
  const plain = text.split('%')[0] ?? '';
  const dotted = fourBytes(plain);
  if (dotted !== null) return dotted;
  const sixteen = sixteenBytes(plain);
  // An IPv4-mapped IPv6 address is the IPv4 address.
  const isMapped =
    sixteen?.slice(0, 10).every((byte) => byte === 0) && sixteen[10] === 255 && sixteen[11] === 255;
  return isMapped ? (sixteen?.slice(12) ?? null) : sixteen;
}

/**
 * The key of one place: an IPv4 address, or the /64 of an IPv6 one, within which a device changes its address daily. A text that is
 * not an address is only trimmed and lower-cased.
 */
export function placeOf(text: string): string {
  const bytes = addressBytes(text);
  if (bytes === null) return text.trim().toLowerCase();
  return bytes.length === 4 ? bytes.join('.') : `${bytes.slice(0, 8).join('.')}/64`;
}

/** The key for rate limits: a household's IPv6 /64 counts as one address, or changing the last digits would evade the limit. */
export function householdOf(text: string): string {
  if (!text.includes(':')) return text;
  const bytes = addressBytes(text);
  return bytes === null ? text : bytes.slice(0, bytes.length === 4 ? 4 : 8).join('.');
}

/** The surrounding network: an IPv4 /24, an IPv6 /48. Addresses of households and offices change within it. */
export function networkOf(text: string): string {
  const bytes = addressBytes(text);
  if (bytes === null) return text.trim().toLowerCase();
  return `${bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.')}/${bytes.length}`;
}

/**
 * Addresses that no consumer comes from over the internet: private, loopback, link-local, documentation, multicast and the
 * rest of IANA's special-purpose lists. In production such an `ipAddress` is a mistake or a lie.
 */
export function isReserved(text: string): boolean {
  const bytes = addressBytes(text);
  if (bytes === null) return true;
  const list = bytes.length === 4 ? RESERVED_V4 : RESERVED_V6;
  if (list.some(([network, bits]) => isWithin(bytes, network, bits))) return true;
  // Only 2000::/3 is allocated.
  return bytes.length === 16 && ((bytes[0] ?? 0) & 0xe0) !== 0x20;
}

type Network = [bytes: number[], bits: number];

const RESERVED_V4: Network[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 88, 99], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[224], 3],
];

const RESERVED_V6: Network[] = [
  [[0x20, 0x01, 0x00], 23],
  [[0x20, 0x01, 0x0d, 0xb8], 32],
  [[0x20, 0x02], 16],
  [[0x3f, 0xff, 0x00], 20],
];

function isWithin(bytes: number[], network: number[], bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 1) {
    const mask = 0x80 >> (bit % 8);
    const index = Math.floor(bit / 8);
    if (((bytes[index] ?? 0) & mask) !== ((network[index] ?? 0) & mask)) return false;
  }
  return true;
}

function fourBytes(text: string): number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.map(Number);
}

function sixteenBytes(text: string): number[] | null {
  // The last 32 bits may be in dotted form.
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted?.[2] === undefined ? null : fourBytes(dotted[2]);
  if (dotted !== null && tail === null) return null;
  const [a = 0, b = 0, c = 0, d = 0] = tail ?? [];
  const whole =
    dotted === null ? text : `${dotted[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const [left = [], right = []] = groups;
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...left, ...Array<string>(missing).fill('0'), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}
