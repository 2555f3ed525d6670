// The registry of gateways. A new one is a folder with its entry, an id (gateway.ts) and its two lines here.
import type { GatewayId } from './gateway.ts';
import { OUTBOX } from './outbox/entry.ts';
import { TWILIO } from './twilio/entry.ts';
import { VONAGE } from './vonage/entry.ts';

export const GATEWAYS = {
  outbox: OUTBOX,
  twilio: TWILIO,
  vonage: VONAGE,
} satisfies Record<GatewayId, unknown>;

export const GATEWAY_SETTINGS = {
  ...OUTBOX.settings,
  ...TWILIO.settings,
  ...VONAGE.settings,
} as const;
