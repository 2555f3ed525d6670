// Asks an adapter within a deadline, and turns whatever happens into an outcome: failures of the outside and bugs of ours are caught
// here. Keeps track of how long the bureau usually takes.
import { type Adapter, type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { withinDeadline } from './call.ts';

export type Asking = {
  /** The answer is a timeout after `allowedMs`; the search itself may go on for `graceMs` more, to show how long the bureau takes. */
  ask(enquiry: Enquiry, allowedMs: number, graceMs: number): Promise<BureauAnswer>;
  /** A decaying maximum of recent answer times. */
  usualMs(): number;
};

export function createAsking(needs: {
  adapter: Adapter;
  nowMs: () => number;
  onFault: (fault: string) => void;
}): Asking {
  const { adapter, nowMs } = needs;
  let usualMs = 0;

  async function search(enquiry: Enquiry, signal: AbortSignal): Promise<BureauAnswer> {
    const begunMs = nowMs();
    try {
      const answer = await withinDeadline(signal, () => adapter.search(enquiry));
      const isInTime = !isFailing(answer.status) && !signal.aborted;
      if (isInTime) usualMs = Math.max(nowMs() - begunMs, usualMs * 0.9);
      return answer;
    } catch (error) {
      if (error instanceof CallFailed) return { status: error.outcome };
      needs.onFault(faultOf(error));
      return { status: 'unavailable' };
    }
  }

  return {
    usualMs: () => usualMs,
    ask(enquiry, allowedMs, graceMs) {
      const deadline = new AbortController();
      const ending = setTimeout(() => deadline.abort(), allowedMs + graceMs).unref();
      const asked = search(enquiry, deadline.signal).finally(() => clearTimeout(ending));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<BureauAnswer>((resolve) => {
        timer = setTimeout(() => resolve({ status: 'timeout' }), allowedMs);
      });
      return Promise.race([asked, timeout]).finally(() => clearTimeout(timer));
    },
  };
}

/** The bureau did not do its part. A person who is not on file and an address that is ambiguous are answers. */
export function isFailing(status: BureauAnswer['status']): boolean {
  return status === 'unavailable' || status === 'timeout' || status === 'rejected-credentials';
}

/** "TypeError at mapping.ts:12": the message is cut off before the stack is searched. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'a thrown value that is not an Error';
  const kind = error.constructor.name;
  const { stack = '', message } = error;
  const frames = message === '' ? stack : (stack.split(message).at(-1) ?? '');
  const place = /([\w.-]+\.ts:\d+):\d+\)?$/m.exec(frames)?.[1];
  return place === undefined ? kind : `${kind} at ${place}`;
}
