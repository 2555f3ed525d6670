// A test request with its answer, for whoever wants to send it again.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { EXCHANGE_KEPT_HOURS, type TestExchanges } from '../../storage/activity/test-exchanges.ts';

type Json = Record<string, unknown>;
export type ReadExchange = (
  tenantId: string,
  requestId: string,
) => Promise<{
  requestId: string;
  at: Date;
  method: 'POST';
  path: string;
  status: number;
  body: Json;
  answer: Json | null;
}>;

export function createReadExchange(needs: { exchanges: Pick<TestExchanges, 'find'> }): ReadExchange {
  return async (tenantId, requestId) => {
    const exchange = isUuid(requestId) ? await needs.exchanges.find(tenantId, requestId) : null;
    if (exchange === null) {
      throw new Refusal(
        'not-found',
        `No body is kept of this request. Generate requests of test mode are, for ${EXCHANGE_KEPT_HOURS} hours; live ones never.`,
      );
    }
    const { at, path, status, body, answer } = exchange;
    const sent = { requestId, at, method: 'POST' as const, path, status };
    return { ...sent, body: JSON.parse(body), answer: answer === null ? null : JSON.parse(answer) };
  };
}
