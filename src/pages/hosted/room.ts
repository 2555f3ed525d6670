// What the routes of the consumer's pages share: their needs, how a page is drawn and sent, and where each state of a session is shown.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionState } from '../../domain/hosted/consumer-session.ts';
import type { Html } from '../../html/html.ts';
import type { FoundAddresses } from '../../postcodes/finder.ts';
import type { ConsumerRequests } from '../../usecases/hosted/consumer-requests.ts';
import type { ConsumerVisits, Front, SessionView } from '../../usecases/hosted/visit.ts';
import type { RegisterDevice } from '../../usecases/reports/register-device.ts';
import { sendPage } from '../layout.ts';
import { colourPath } from './assets.ts';
import type { Scene, ShowPage } from './frame.ts';
import { type Draw, type Ending, endPage } from './pages.ts';
import { sessionIdOf, visitOf } from './visitor.ts';

export type ConsumerNeeds = {
  visits: ConsumerVisits;
  requests: Pick<ConsumerRequests, 'take'>;
  /** For browsers without scripts: a device of which nothing is known. */
  registerDevice: RegisterDevice;
  /** The bureaus that this process is asking for a report; null when it is none of its own. */
  searchesOf: (reportId: string) => ReadonlyMap<string, 'asking' | 'answered' | 'silent'> | null;
  /** The addresses of a postcode; null where the operator has no supplier for them. Never rejects for what the outside did. */
  findAddresses: ((isTest: boolean, postcode: string) => Promise<FoundAddresses>) | null;
  /** A browser stopped the device script. */
  countBlockedDevice: () => void;
  /** Bureaus are made up, and texts go nowhere; `outbox` is where they can be read. */
  isSimulated: boolean;
  outbox: string | null;
  nowMs: () => number;
};

export type Room = { needs: ConsumerNeeds; show: ShowPage };

export function go(reply: FastifyReply, address: string) {
  return reply.redirect(address, 303);
}

export function drawOf(
  { show, needs }: Room,
  sessionId: string,
  front: Front & { state?: SessionState; isOver?: boolean },
): Draw {
  const base = `/c/${sessionId}`;
  const { colours, logoSha256, ...words } = front.brand;
  const scene: Scene = {
    base,
    brand: {
      ...words,
      logoUrl: logoSha256 === null ? null : `${base}/logo/${logoSha256}`,
      colourUrl: colourPath(colours),
    },
    notice: front.isTest ? 'test' : needs.isSimulated ? 'simulated' : null,
    outbox: needs.outbox,
    state: front.state ?? 'created',
    isOver: front.isOver ?? false,
  };
  return { show, scene };
}

/** Of a page that no tenant is known for. */
export function nobodys({ show }: Room): Draw {
  const brand = {
    name: 'Credit report',
    contact: null,
    regulatedAs: null,
    fcaNumber: null,
    privacyUrl: null,
    logoUrl: null,
    colourUrl: null,
  };
  return { show, scene: { base: '', brand, notice: null, outbox: null, state: 'created', isOver: false } };
}

const ENDING_STATUS: Partial<Record<Ending, number>> = { unknown: 404, expired: 410, elsewhere: 409 };

export function sendEnding(
  reply: FastifyReply,
  draw: Draw,
  ending: Ending,
  { ancestors = [], returnUrl = null }: { ancestors?: readonly string[]; returnUrl?: string | null } = {},
) {
  const returns = returnUrl === null ? null : { href: `${draw.scene.base}/return` };
  return sendPage(reply, endPage(draw, ending, returns), { status: ENDING_STATUS[ending] ?? 200, ancestors });
}

const PATHS: Record<SessionState, string> = {
  created: '',
  opened: '/consent',
  consented: '/check',
  submitted: '/wait',
  code: '/code',
  complete: '/report',
  failed: '/stopped',
  blocked: '/stopped',
  declined: '/end',
  expired: '/end',
  cancelled: '/end',
};

/** Where the session is now. */
export function addressOf(view: SessionView): string {
  return `/c/${view.sessionId}${PATHS[view.state]}`;
}

export type Found = {
  view: SessionView;
  draw: Draw;
  send: (page: Html, status?: number) => unknown;
};
type Handler = (found: Found, reply: FastifyReply, request: FastifyRequest) => unknown;

/** For the browser that started the session; any other is led to the start. */
export function withVisit(room: Room, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = visitOf(request);
    const view = visit === null ? null : await room.needs.visits.read(visit);
    if (visit === null || view === null) {
      const sessionId = sessionIdOf(request);
      return sessionId === null ? sendEnding(reply, nobodys(room), 'unknown') : go(reply, `/c/${sessionId}`);
    }
    const draw = drawOf(room, visit.sessionId, view);
    const send = (page: Html, status = 200) =>
      sendPage(reply, page, { status, ancestors: view.embedOrigins });
    return handle({ view, draw, send }, reply, request);
  };
}

/** Likewise, in these states alone: in another the browser is led to where the session is. */
export function inState(room: Room, states: readonly SessionState[], handle: Handler) {
  return withVisit(room, (found, reply, request) =>
    states.includes(found.view.state) ? handle(found, reply, request) : go(reply, addressOf(found.view)),
  );
}

/** Answers may be given and changed until the report is asked for, and again when it failed, or when the code goes to a wrong number. */
export function answering(room: Room, handle: Handler) {
  return inState(room, ['consented', 'failed', 'code'], (found, reply, request) =>
    // The answers of a session that was tried as often as it can be are gone.
    found.view.isOver ? go(reply, addressOf(found.view)) : handle(found, reply, request),
  );
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
