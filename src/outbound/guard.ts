// Keeps requests to addresses that others chose away from our own network. Checked where it cannot be bypassed, at each connection: the
// literal in the address, every address that a name resolves to before one is dialled, and the address that the socket is connected to.
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

export type AddressRules = {
  /** Networks of one's own that may be called, as CIDR. */
  allowedNetworks: readonly string[];
  /** This machine may be called. Only for a service that runs on a laptop. */
  isLoopbackAllowed: boolean;
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Resolved = (error: Error | null, addresses?: LookupAddress[]) => void;
export type Resolve = (host: string, options: LookupOptions, then: Resolved) => void;

/** The address is not one that may be called. It is not said which it was: a name is the caller's, what it resolves to is ours. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not a public one.');
    this.name = 'AddressRefused';
  }
}

export function createAddressCheck({
  allowedNetworks,
  isLoopbackAllowed,
}: AddressRules): (text: string) => boolean {
  const allowed = allowedNetworks.map(toCidr);
  return (text) => {
    // A zone belongs to an interface of this machine.
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = unwrap(ipaddr.parse(text));
    if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return true;
    if (isLoopbackAllowed && address.range() === 'loopback') return true;
    return isPublic(address);
  };
}

/** An address by itself is a network of one. */
export function toCidr(network: string): [Address, number] {
  const bits = network.includes(':') ? 128 : 32;
  return ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${bits}`);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  // Of IPv6 only this part was ever given out.
  return address.kind() === 'ipv4' || address.match(ipaddr.parse('2000::'), 3);
}

/** The IPv4 address that an IPv6 one leads to: mapped, NAT64 (well-known prefix) and 6to4. */
function unwrap(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const six = address as ipaddr.IPv6;
  const bytes = six.toByteArray();
  const four = (start: number): Address => new ipaddr.IPv4(bytes.slice(start, start + 4));
  if (six.isIPv4MappedAddress() || six.range() === 'rfc6052') return four(12);
  if (six.range() === '6to4') {
    // Both the tunnel's end and the address itself must be fit; the first decides where packets go.
    return four(2);
  }
  return six;
}

/** Of a host as an address has it: whether it is a literal that may not be called. */
export function isHostRefused(rules: AddressRules): (host: string) => boolean {
  const isFit = createAddressCheck(rules);
  return (host) => {
    // That of IPv6 may be in brackets.
    const literal = host.replace(/^\[|\]$/g, '');
    return isIP(literal) !== 0 && !isFit(literal);
  };
}

/** Connects to fit addresses only. `resolve` is the system's unless a test brings another. */
export function createGuardedConnector(
  { resolve = resolveBySystem, ...rules }: AddressRules & { resolve?: Resolve },
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const isFit = createAddressCheck(rules);
  const isRefused = isHostRefused(rules);
  const connect = buildConnector({
    ...options,
    lookup: fitLookup(resolve, isFit),
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    if (isRefused(target.hostname)) return callback(new AddressRefused(), null);
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (isFit(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(), null);
    });
  };
}

const resolveBySystem: Resolve = (host, options, then) =>
  systemLookup(host, { ...options, all: true }, (error, addresses) => then(error, addresses));

/** In the shape that node:net asks for. One unfit address among several makes the name unfit: it is a mistake or an attack. */
function fitLookup(resolve: Resolve, isFit: (address: string) => boolean) {
  return (
    host: string,
    options: LookupOptions,
    then: (error: Error | null, address?: string | LookupAddress[], family?: number) => void,
  ): void =>
    resolve(host, options, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null || first === undefined) return then(error ?? new Error('the name has no address'));
      if (!addresses.every(({ address }) => isFit(address))) return then(new AddressRefused());
      if (options.all === true) then(null, addresses);
      else then(null, first.address, first.family);
    });
}
