// The gateways in their order, as one: a message that the first certainly did not take goes to the next. One that it may have
// taken does not, unless a setting says so: the consumer would get it twice. A gateway that keeps hanging is left alone for a
// while, so that its silence is not everybody's.
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import type { Gateway, GatewayId, HandOver, TextMessage } from './gateway.ts';

const UNKNOWNS_IN_A_ROW_MAX = 5;
const REST_MS = 15_000;

export type Relay = {
  send(message: TextMessage): Promise<HandOver>;
  /** Whether each gateway is asked; an open one is left alone until its rest is over and the next message tries it. */
  breakers(): [GatewayId, BreakerState][];
};

export type BreakerState = 'closed' | 'open' | 'half-open';

export type RelayNeeds = {
  /** In the order that they are tried. */
  gateways: readonly Gateway[];
  isFallbackOnUnknown: boolean;
  /** Hears of every hand-over; `skipped`: the gateway was left alone. */
  onHandOver?: (one: {
    tenantId: string;
    smsId: string;
    gateway: GatewayId;
    outcome: HandOver | 'skipped';
  }) => void;
  restMs?: number;
};

export function createRelay(needs: RelayNeeds): Relay {
  const lines = needs.gateways.map((gateway) => ({
    gateway,
    breaker: createBreaker(needs.restMs ?? REST_MS),
  }));

  return {
    async send(message) {
      const { tenantId, smsId } = message;
      let answer: HandOver = 'refused';
      for (const { gateway, breaker } of lines) {
        const outcome = await hand(gateway, breaker, message);
        needs.onHandOver?.({ tenantId, smsId, gateway: gateway.id, outcome });
        if (outcome === 'accepted') return outcome;
        // Once one may have it, no later refusal makes that untrue.
        if (outcome === 'unknown') answer = 'unknown';
        if (outcome === 'unknown' && !needs.isFallbackOnUnknown) return answer;
      }
      return answer;
    },
    breakers: () => lines.map(({ gateway, breaker }) => [gateway.id, STATES[breaker.state]]),
  };
}

const STATES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  // Only by hand, which nobody does here.
  [CircuitState.Isolated]: 'open',
};

function createBreaker(restMs: number): CircuitBreakerPolicy {
  return circuitBreaker(
    handleWhenResult((outcome) => outcome === 'unknown'),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(UNKNOWNS_IN_A_ROW_MAX) },
  );
}

async function hand(
  gateway: Gateway,
  breaker: CircuitBreakerPolicy,
  message: TextMessage,
): Promise<HandOver | 'skipped'> {
  try {
    return await breaker.execute(() => gateway.send(message));
  } catch (error) {
    if (error instanceof BrokenCircuitError) return 'skipped';
    throw error;
  }
}
