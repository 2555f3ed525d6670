// What guards every adapter: a circuit breaker, slots (a limited number of searches at once), one deadline for the whole search.
// It always resolves to an outcome.
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { FilePart } from '../../domain/reports/file-parts.ts';
import { type BreakerState, createBreaker, OPEN_MS, type Pass } from '../../outbound/breaker.ts';
import { createSlots } from '../../outbound/slots.ts';
import type { Adapter, Bureau, BureauAnswer, Enquiry } from '../bureau.ts';
import { createAsking, isFailing } from './asking.ts';
import { WHOLE_MS } from './call.ts';

export type Watchers = {
  onOutcome: (bureau: BureauId, status: BureauAnswer['status'], tookMs: number) => void;
  onBreaker: (bureau: BureauId, state: BreakerState) => void;
  /** A bug of ours, as the error's name and its place in our code; never its message, which may quote the bureau. */
  onFault: (bureau: BureauId, fault: string) => void;
};

export type GuardedNeeds = Watchers & {
  id: BureauId;
  adapter: Adapter;
  isSimulated: boolean;
  asks?: readonly FilePart[];
  callsMax: number;
  close: () => Promise<void>;
  nowMs?: () => number;
  wholeMs?: number;
  probeMs?: number;
};

const WAIT_MS = 1_000;
/** All slots busy and no reply for this long: treat the bureau as hung, without waiting for the deadlines. */
const STALLED_MS = 3_000;
/** A probe has a shorter deadline: one that hangs must not keep the circuit open when the bureau has recovered meanwhile. */
const PROBE_MS = 5_000;

export function createGuarded(needs: GuardedNeeds): Bureau {
  const { id, nowMs = () => performance.now(), wholeMs = WHOLE_MS } = needs;
  const breaker = createBreaker({ nowMs, onChange: (state) => needs.onBreaker(id, state) });
  const asking = createAsking({
    adapter: needs.adapter,
    nowMs,
    onFault: (fault) => needs.onFault(id, fault),
  });
  const slots = createSlots({ slotsMax: needs.callsMax, queuedMax: needs.callsMax, waitMs: WAIT_MS });
  let underway = 0;
  /** Time of the last reply, or of the first search under way. */
  let lastSignMs = nowMs();
  let lastFailure: BureauAnswer['status'] = 'unavailable';

  // A bureau that is healthy but slow must be able to pass its probe, once it is known how slow it is.
  const probeMs = () => Math.min(wholeMs, Math.max(needs.probeMs ?? PROBE_MS, 2 * asking.usualMs()));

  // Rejected credentials open the breaker too: asking again and again could lock the account.
  const rejection = (): BureauAnswer => ({
    status: lastFailure === 'rejected-credentials' ? lastFailure : 'unavailable',
  });

  async function guard(enquiry: Enquiry): Promise<BureauAnswer> {
    // A probe needs no slot: all of them may be held by searches that hang.
    if (breaker.state() !== 'closed') return askAs(breaker.admit(), enquiry, nowMs());
    const begunMs = nowMs();
    const release = await slots.acquire();
    if (release !== null) return askAs(breaker.admit(), enquiry, begunMs).finally(release);
    const isStalled = breaker.state() === 'closed' && nowMs() - lastSignMs > STALLED_MS;
    if (isStalled) breaker.admit()?.settle('failed');
    return { status: 'unavailable' };
  }

  async function askAs(pass: Pass | null, enquiry: Enquiry, begunMs: number): Promise<BureauAnswer> {
    if (pass === null) return rejection();
    const allowedMs = (pass.isProbe ? probeMs() : wholeMs) - (nowMs() - begunMs);
    if (underway++ === 0) lastSignMs = nowMs();
    // A probe that is late has timed out, but it may go on until the next one, to show how long the bureau takes.
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
    asks: needs.asks ?? [],
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
