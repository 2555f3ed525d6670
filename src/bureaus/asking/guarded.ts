// What stands around every adapter: a circuit breaker, a limited number of searches at once, one deadline for the whole search.
// Whatever happens inside, an outcome comes out.
import type { BureauId } from '../../domain/credit-report.ts';
import { type BreakerState, createBreaker, OPEN_MS, type Pass } from '../../outbound/breaker.ts';
import { createPlaces } from '../../outbound/slots.ts';
import type { Adapter, Bureau, BureauAnswer, Enquiry } from '../bureau.ts';
import { createAsking, isFailing } from './asking.ts';
import { WHOLE_MS } from './call.ts';

export type Watchers = {
  onOutcome: (bureau: BureauId, status: BureauAnswer['status'], tookMs: number) => void;
  onBreaker: (bureau: BureauId, state: BreakerState) => void;
  /** A bug of ours, by the name of the error and the place in our code; never what it says, which may hold a bureau's words. */
  onFault: (bureau: BureauId, fault: string) => void;
};

export type GuardedNeeds = Watchers & {
  id: BureauId;
  adapter: Adapter;
  isSimulated: boolean;
  callsMax: number;
  close: () => Promise<void>;
  nowMs?: () => number;
  wholeMs?: number;
  probeMs?: number;
};

const WAIT_MS = 1_000;
/** All places taken and nothing come back for so long: the bureau hangs, and its deadlines need not be waited for. */
const STALLED_MS = 3_000;
/** A probe has less time, so that one which hangs does not keep a bureau closed that has recovered meanwhile. */
const PROBE_MS = 5_000;

export function createGuarded(needs: GuardedNeeds): Bureau {
  const { id, nowMs = () => performance.now(), wholeMs = WHOLE_MS } = needs;
  const breaker = createBreaker({ nowMs, onChange: (state) => needs.onBreaker(id, state) });
  const asking = createAsking({
    adapter: needs.adapter,
    nowMs,
    onFault: (fault) => needs.onFault(id, fault),
  });
  const places = createPlaces({ placesMax: needs.callsMax, waitingMax: needs.callsMax, waitMs: WAIT_MS });
  let underway = 0;
  /** When something last came back, or the first of those under way was sent. */
  let lastSignMs = nowMs();
  let lastFailure: BureauAnswer['status'] = 'unavailable';

  // A bureau that is slow in good health must still be able to pass its probe, once it is known how slow.
  const probeMs = () => Math.min(wholeMs, Math.max(needs.probeMs ?? PROBE_MS, 2 * asking.usualMs()));

  // Credentials that are refused stay so: to ask on and on could lock the account, so that this too opens the breaker.
  const refusal = (): BureauAnswer => ({
    status: lastFailure === 'rejected-credentials' ? lastFailure : 'unavailable',
  });

  async function guard(enquiry: Enquiry): Promise<BureauAnswer> {
    // A probe needs no place: all of them may be held by searches that hang.
    if (breaker.state() !== 'closed') return askAs(breaker.admit(), enquiry, nowMs());
    const begunMs = nowMs();
    const leave = await places.enter();
    if (leave !== null) return askAs(breaker.admit(), enquiry, begunMs).finally(leave);
    const isStalled = breaker.state() === 'closed' && nowMs() - lastSignMs > STALLED_MS;
    if (isStalled) breaker.admit()?.settle('failed');
    return { status: 'unavailable' };
  }

  async function askAs(pass: Pass | null, enquiry: Enquiry, begunMs: number): Promise<BureauAnswer> {
    if (pass === null) return refusal();
    const allowedMs = (pass.isProbe ? probeMs() : wholeMs) - (nowMs() - begunMs);
    if (underway++ === 0) lastSignMs = nowMs();
    // Nobody waits for a probe that is late, but it may go on until the next one, to show how long the bureau takes.
    const answer = await asking.ask(enquiry, allowedMs, pass.isProbe ? OPEN_MS : 0);
    underway--;
    lastSignMs = nowMs();
    const isFailure = isFailing(answer.status);
    if (isFailure) lastFailure = answer.status;
    pass.settle(isFailure ? 'failed' : 'answered');
    return answer;
  }

  return {
    id,
    isSimulated: needs.isSimulated,
    breaker: breaker.state,
    close: needs.close,
    async search(enquiry) {
      const begunMs = nowMs();
      const answer = await guard(enquiry);
      needs.onOutcome(id, answer.status, nowMs() - begunMs);
      return answer;
    },
  };
}
