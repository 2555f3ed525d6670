// Where SMS gateways report delivery. They have no token: a receipt is trusted for its signature alone, which is over the bytes as they
// came and over the public address from configuration, never the Host header.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { type Callback, GATEWAY_IDS, type Receipt } from '../../../sms/gateway.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { RecordDelivery } from '../../../usecases/reports/record-delivery.ts';

const RECEIPT_LIMIT_BYTES = 16 * 1024;

export type SmsReceiptNeeds = {
  publicUrl: string;
  readReceipt: (gateway: string, callback: Callback) => Receipt | 'forged' | 'unreadable';
  recordDelivery: RecordDelivery;
  metrics: Metrics;
};

export function smsReceiptRoutes(app: FastifyInstance, needs: SmsReceiptNeeds): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: RECEIPT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );

    const path = '/v1/sms/receipts/:gateway/:tenantId/:smsId';
    const options = {
      // Not rate limited by address: a gateway reports from few addresses, some do not retry when refused, and checking a signature
      // costs less than counting.
      config: { access: 'open' as const },
      bodyLimit: RECEIPT_LIMIT_BYTES,
      // For gateways only; not part of the API.
      schema: { hide: true },
    };
    const take = async (request: FastifyRequest<ReceiptRequest>): Promise<object> => {
      const gateway = GATEWAY_IDS.find((id) => id === request.params.gateway) ?? 'unknown';
      const receipt = needs.readReceipt(gateway, toCallback(request, needs.publicUrl));
      const outcome =
        typeof receipt === 'string' ? receipt : await needs.recordDelivery({ ...receipt, gateway });
      needs.metrics.countReceipt(gateway, outcome);
      if (outcome !== 'forged') return {};
      request.log.warn({ requestId: request.id, gateway }, 'a receipt was not signed by its gateway');
      throw new Refusal('forbidden', 'The signature of this receipt does not hold.');
    };
    scope.post<ReceiptRequest>(path, options, take);
    scope.get<ReceiptRequest>(path, options, take);
  });
}

type ReceiptRequest = { Params: { gateway: string }; Body: string | undefined };

function toCallback(request: FastifyRequest<ReceiptRequest>, publicUrl: string): Callback {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]);
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    url: `${publicUrl}${request.url}`,
    headers: Object.fromEntries(headers),
    body: request.body ?? '',
  };
}
