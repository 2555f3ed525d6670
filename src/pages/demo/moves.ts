// Getting about between the pages of the demo: which address shows a stage, and how a form is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Stage } from './journey.ts';
import type { Session } from './sessions.ts';

/** How long an answer is waited for before the visitor sees the page that waits with them. */
const AT_ONCE_MS = 700;

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

/** To where the visitor stands once the API has answered, or to the page that waits. */
export async function goOn(reply: FastifyReply, session: Session) {
  const { stage } = session;
  if (stage.kind === 'working') await Promise.race([stage.ended, delay(AT_ONCE_MS)]);
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
