// Our callback address for a gateway, with the ids of the message in its path, so that a receipt names its message even when it
// arrives before the gateway's reply to our send.
import type { GatewayId } from './gateway.ts';

const PATH = /^\/v1\/sms\/receipts\/([a-z]+)\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/;

type MessageIds = { tenantId: string; smsId: string };

export function receiptUrl(publicUrl: string, gateway: GatewayId, { tenantId, smsId }: MessageIds): string {
  return `${publicUrl}/v1/sms/receipts/${gateway}/${tenantId}/${smsId}`;
}

/** The ids in a callback's address; null when it is not one that we gave to this gateway. */
export function idsIn(url: string, gateway: GatewayId): MessageIds | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const [, named, tenantId, smsId] = PATH.exec(path) ?? [];
  if (named !== gateway || tenantId === undefined || smsId === undefined) return null;
  return { tenantId, smsId };
}
