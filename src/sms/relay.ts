// The gateways as one, in their order: a message that the first certainly did not take falls back to the next. One that it may have
// taken does not, unless a setting says so, because the consumer could get it twice. Each gateway has a circuit breaker, so that one
// that hangs does not delay every message.
import { type Breaker, type BreakerState, createBreaker } from '../outbound/breaker.ts';
import type { Gateway, GatewayId, HandOver, TextMessage } from './gateway.ts';

/** This many unknown outcomes in a row, at whatever pace, open the circuit. */
const UNKNOWNS_IN_A_ROW_MAX = 5;
const OPEN_MS = 15_000;

export type Relay = {
  send(message: TextMessage): Promise<HandOver>;
  /** The state of each gateway's circuit breaker. */
  breakers(): [GatewayId, BreakerState][];
};

export type RelayNeeds = {
  /** In the order that they are tried. */
  gateways: readonly Gateway[];
  isFallbackOnUnknown: boolean;
  /** Called for every hand-over; `skipped`: the gateway's circuit was open, and it was not asked. */
  onHandOver?: (one: {
    tenantId: string;
    smsId: string;
    gateway: GatewayId;
    outcome: HandOver | 'skipped';
  }) => void;
  /** Must not jump. */
  nowMs?: () => number;
};

export function createRelay(needs: RelayNeeds): Relay {
  const { nowMs = () => performance.now() } = needs;
  const guarded = needs.gateways.map((gateway) => ({
    gateway,
    breaker: createBreaker({
      nowMs,
      windowOutcomes: UNKNOWNS_IN_A_ROW_MAX,
      failuresMax: UNKNOWNS_IN_A_ROW_MAX,
      windowMs: Number.POSITIVE_INFINITY,
      openMs: OPEN_MS,
    }),
  }));

  return {
    async send(message) {
      const { tenantId, smsId } = message;
      let answer: HandOver = 'refused';
      for (const { gateway, breaker } of guarded) {
        const outcome = await handOver(gateway, breaker, message);
        needs.onHandOver?.({ tenantId, smsId, gateway: gateway.id, outcome });
        if (outcome === 'accepted') return outcome;
        // Once a gateway may have taken it, a later refusal does not change that.
        if (outcome === 'unknown') answer = 'unknown';
        if (outcome === 'unknown' && !needs.isFallbackOnUnknown) return answer;
      }
      return answer;
    },
    breakers: () => guarded.map(({ gateway, breaker }) => [gateway.id, breaker.state()]),
  };
}

async function handOver(
  gateway: Gateway,
  breaker: Breaker,
  message: TextMessage,
): Promise<HandOver | 'skipped'> {
  const pass = breaker.admit();
  if (pass === null) return 'skipped';
  let isFailure = false;
  try {
    const outcome = await gateway.send(message);
    isFailure = outcome === 'unknown';
    return outcome;
  } finally {
    // Also when our own code throws: a probe that is never settled would leave the circuit half-open.
    pass.settle(isFailure ? 'failed' : 'answered');
  }
}
