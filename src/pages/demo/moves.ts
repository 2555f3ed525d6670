// Navigation in the demo: the path of each stage, redirects, and how a form is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Stage } from './journey.ts';
import type { Session } from './sessions.ts';

/** How long a redirect waits for the API before it shows the waiting page. */
const WAIT_MS = 700;

const NOT_BEGUN: Stage = { kind: 'asking' };
export function stageOf(session: Session | null): Stage {
  return session?.stage ?? NOT_BEGUN;
}

const ADDRESSES: Record<Stage['kind'], string> = {
  asking: '/demo/check',
  working: '/demo/wait',
  code: '/demo/code',
  report: '/demo/report',
  stopped: '/demo/stopped',
};

export function addressOf({ kind }: Stage): string {
  return ADDRESSES[kind];
}

/** Redirects to the visitor's stage once the API has answered, or to the waiting page. */
export async function goOn(reply: FastifyReply, session: Session) {
  const { stage } = session;
  if (stage.kind === 'working') await Promise.race([stage.ended, delay(WAIT_MS)]);
  return go(reply, addressOf(session.stage));
}

export function go(reply: FastifyReply, address: string) {
  return reply.redirect(address, 303);
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
