// The connections of this process, and those of them that wait for their client: for a request, for the rest of a body, or until an
// answer is read. Waiting takes no slot (admission.ts), but a socket and memory, so it is bounded:
//
//   per address              over the limit, evict the address's longest-idle connection.
//   in all                   over the limit, evict one of the address with the most. A new connection is never refused, and one with
//                            work in progress is never closed.
//   requests                 so many of one connection may be unanswered (pipelining).
//   answers                  must be read at a minimum rate, after a grace period.
//   when the process ends    the rest of a request must come, or reading begin, within two seconds: Node's timeouts stop with the
//                            listener, and a stranger's half of a header would hold the process until its deadline.
//
// A proxy that is trusted is no client: its connections count for the address of the request that they wait with, or for nobody.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { householdOf } from '../../domain/network-address.ts';

const PIPELINED_MAX = 16;
const CHECK_MS = 500;
const READ_GRACE_MS = 20_000;
/** Slower than any phone. */
const READ_BYTES_PER_SECOND_MIN = 2_048;

const ENDING_GRACE_MS = 2_000;

/** Why a connection was closed before its time. */
type CutReason = 'evicted' | 'pipelined' | 'slow-reader' | 'ending';

export type Connections = {
  accept(socket: Socket): void;
  /** A request has arrived. False: its connection is closed, and nothing is to be done for it. */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whom the request is from, behind a proxy or not. */
  noteAddress(socket: Socket, address: string): void;
  /** The rest of its body is to come. */
  awaitBody(request: IncomingMessage): void;
  noteBody(request: IncomingMessage): void;
  /** No answer is under way that words of ours would end up in the middle of, or be taken for. */
  canBeTold(socket: Socket): boolean;
  /** The process ends: whoever keeps it waiting has a grace period left. */
  end(): void;
  stop(): void;
};

type Peer = {
  socket: Socket;
  isProxy: boolean;
  /** Of its last request. */
  client: string;
  /** The group that it is counted in; null while it is counted in all only. */
  group: string | null;
  unanswered: number;
  lastResponse: ServerResponse | null;
  /** The request whose body is due: the last one, whatever becomes of those before it. */
  awaited: IncomingMessage | null;
  /** When it was last heard or told something. */
  sinceMs: number;
  /** How long an answer has not been read, and what had been sent before. */
  unreadMs: number;
  sentBytes: number;
};

export function createConnections(needs: {
  max: number;
  perAddressMax: number;
  trustProxy: readonly string[];
  /** Answers 408 and closes. */
  tellTooSlow: (socket: Socket) => void;
  onCut: (reason: CutReason) => void;
  checkMs?: number;
  readGraceMs?: number;
  readBytesPerSecondMin?: number;
  endingGraceMs?: number;
}): Connections {
  const { checkMs = CHECK_MS, readGraceMs = READ_GRACE_MS, endingGraceMs = ENDING_GRACE_MS } = needs;
  const { readBytesPerSecondMin = READ_BYTES_PER_SECOND_MIN } = needs;
  const peers = new Map<Socket, Peer>();
  const groups = new Map<string, Set<Peer>>();
  const isProxy = createProxyCheck(needs.trustProxy);

  const leaveGroup = (peer: Peer): void => {
    if (peer.group === null) return;
    const group = groups.get(peer.group);
    group?.delete(peer);
    if (group?.size === 0) groups.delete(peer.group);
    peer.group = null;
  };
  const forget = (peer: Peer): void => {
    leaveGroup(peer);
    peers.delete(peer.socket);
  };
  const cut = (peer: Peer, reason: CutReason): void => {
    forget(peer);
    needs.onCut(reason);
    if (peer.awaited !== null && canBeTold(peer)) needs.tellTooSlow(peer.socket);
    // With a reset, or the kernel would go on trying to send what nobody reads.
    else if (peer.socket.writableLength > 0) peer.socket.resetAndDestroy();
    else peer.socket.destroy();
  };
  const joinGroup = (peer: Peer, address: string): void => {
    const group = groups.get(address) ?? new Set();
    groups.set(address, group.add(peer));
    peer.group = address;
    if (group.size <= needs.perAddressMax) return;
    const waiting = [...group].filter(isWaiting);
    if (waiting.length > needs.perAddressMax) cut(longestOf(waiting) as Peer, 'evicted');
  };
  const makeRoom = (): void => {
    let largest: ReadonlySet<Peer> = new Set();
    for (const group of groups.values()) if (group.size > largest.size) largest = group;
    const waiting = [...largest].filter(isWaiting);
    const victim = longestOf(waiting) ?? longestOf([...peers.values()].filter(isWaiting));
    if (victim !== null) cut(victim, 'evicted');
  };

  const endBody = (peer: Peer, request: IncomingMessage): void => {
    if (peer.awaited !== request) return;
    peer.awaited = null;
    if (peer.isProxy) leaveGroup(peer);
  };
  const checkReader = (peer: Peer, graceMs: number): void => {
    const { socket } = peer;
    if (socket.writableLength === 0) {
      if (peer.unreadMs > 0 && peer.isProxy && peer.awaited === null) leaveGroup(peer);
      peer.unreadMs = 0;
      return;
    }
    if (peer.unreadMs === 0) peer.sentBytes = sentBytesOf(socket);
    peer.unreadMs += checkMs;
    const bytes = sentBytesOf(socket) - peer.sentBytes;
    if (peer.unreadMs > graceMs + (bytes * 1_000) / readBytesPerSecondMin) cut(peer, 'slow-reader');
    else if (peer.group === null) joinGroup(peer, peer.client);
  };
  let cutFromMs = Number.POSITIVE_INFINITY;
  const check = setInterval(() => {
    const isEnding = performance.now() >= cutFromMs;
    for (const peer of peers.values())
      if (isEnding && isWaiting(peer) && peer.socket.writableLength === 0) cut(peer, 'ending');
      else checkReader(peer, isEnding ? endingGraceMs : readGraceMs);
  }, checkMs);
  check.unref();

  return {
    accept(socket) {
      // The socket keeps it for later. Without one its client is gone already, and nobody would be answered.
      const address = socket.remoteAddress;
      if (address === undefined) {
        socket.destroy();
        return;
      }
      const peer = newPeer(socket, isProxy(address));
      peers.set(socket, peer);
      socket.once('close', () => forget(peer));
      if (!peer.isProxy) joinGroup(peer, householdOf(address));
      if (peers.size > needs.max) makeRoom();
    },

    begin(request, response) {
      const peer = peers.get(request.socket);
      if (peer === undefined || peer.unanswered === PIPELINED_MAX) {
        if (peer !== undefined) cut(peer, 'pipelined');
        stopParsing(request.socket);
        return false;
      }
      peer.unanswered += 1;
      peer.lastResponse = response;
      peer.sinceMs = performance.now();
      response.once('close', () => {
        peer.unanswered -= 1;
        peer.sinceMs = performance.now();
        endBody(peer, request);
      });
      return true;
    },

    noteAddress(socket, address) {
      const peer = peers.get(socket);
      if (peer !== undefined) peer.client = address;
    },

    awaitBody(request) {
      const peer = peers.get(request.socket);
      if (peer === undefined) return;
      peer.awaited = request;
      // A proxy's connection may still be counted for the client who read the answer before.
      if (peer.isProxy) leaveGroup(peer);
      if (peer.group === null) joinGroup(peer, peer.client);
    },

    noteBody(request) {
      const peer = peers.get(request.socket);
      if (peer !== undefined) endBody(peer, request);
    },

    canBeTold(socket) {
      const peer = peers.get(socket);
      return peer !== undefined && canBeTold(peer);
    },

    end: () => {
      cutFromMs = performance.now() + endingGraceMs;
    },

    stop: () => clearInterval(check),
  };
}

/**
 * Of a closed connection. Node's parser would go on to the end of what it has read, 64 KB or some 2,300 requests, and keep this thread for
 * 100 ms. There is no documented way to stop it; where this one is gone, it goes on.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  const WHAT_FOLLOWS_IS_NOT_HTTP = 2;
  if (socket.parser) socket.parser.onIncoming = () => WHAT_FOLLOWS_IS_NOT_HTTP;
}

/**
 * What has left this process: `bytesWritten` counts what is still buffered here, so a client that reads nothing would look like one that
 * reads it all. There is no documented way to learn how much of one large write is gone; where this one is gone, whole writes count.
 */
function sentBytesOf(
  socket: Socket & { _bytesDispatched?: number; _handle?: { writeQueueSize?: number } | null },
): number {
  const { _bytesDispatched: dispatched, _handle: handle } = socket;
  const queued = handle?.writeQueueSize;
  if (dispatched === undefined || queued === undefined) return socket.bytesWritten - socket.writableLength;
  return dispatched - queued;
}

function newPeer(socket: Socket, isProxy: boolean): Peer {
  return {
    socket,
    isProxy,
    client: '',
    group: null,
    unanswered: 0,
    lastResponse: null,
    awaited: null,
    sinceMs: performance.now(),
    unreadMs: 0,
    sentBytes: 0,
  };
}

/** It is the client's turn, not ours. */
function isWaiting({ unanswered, awaited, socket }: Peer): boolean {
  return unanswered === 0 || awaited !== null || socket.writableLength > 0;
}

/**
 * Whether a 408 may be sent: the only request has not arrived in full and was not answered. A connection that sent no byte gets none: a
 * proxy that keeps it ready would take the 408 for the answer to its next client.
 */
function canBeTold({ unanswered, lastResponse, socket }: Peer): boolean {
  if (unanswered !== 1) return unanswered === 0 && socket.bytesRead > 0;
  return lastResponse !== null && !lastResponse.headersSent && !lastResponse.req.complete;
}

function longestOf(waiting: readonly Peer[]): Peer | null {
  return waiting.reduce<Peer | null>((a, b) => (a === null || b.sinceMs < a.sinceMs ? b : a), null);
}

function createProxyCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
