// The registry of gateways, and the room's front door: settings in, one thing out that says whether a number can be texted,
// sends a code to it and reads the receipts.
import { CHALLENGE_LIFETIME_MS } from '../domain/challenge.ts';
import { isOnThisMachine } from '../outbound/loopback.ts';

import type { Callback, Gateway, GatewayId, HandOver, Receipt } from './gateway.ts';
import { createMessageWriter } from './message.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { type Phone, readPhone } from './phone.ts';
import { createRelay, type Relay, type RelayNeeds } from './relay.ts';
import { messageDomain, type SmsValues } from './settings.ts';
import { createTwilio } from './twilio/client.ts';
import { createVonage } from './vonage/client.ts';

/** As long as the code in it lives. */
const MESSAGE_VALIDITY_SECONDS = CHALLENGE_LIFETIME_MS / 1_000;

export type SmsNeeds = {
  settings: SmsValues & { publicUrl: string };
  nowMs: () => number;
  /** Receipts of the outbox, which come without HTTP. */
  onReceipt: (receipt: Receipt & { gateway: GatewayId }) => Promise<unknown>;
  onHandOver?: RelayNeeds['onHandOver'];
};

const GATEWAYS: Record<GatewayId, (needs: SmsNeeds) => Gateway> = {
  outbox: openOutbox,
  twilio: ({ settings }) =>
    createTwilio({
      url: settings.TWILIO_URL,
      accountSid: required(settings.TWILIO_ACCOUNT_SID),
      authToken: required(settings.TWILIO_AUTH_TOKEN),
      messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID,
      sender: settings.SMS_SENDER,
      publicUrl: settings.publicUrl,
      deadlineMs: settings.SMS_DEADLINE_MS,
      isSimulated: isOnThisMachine(settings.TWILIO_URL),
    }),
  vonage: ({ settings, nowMs }) =>
    createVonage({
      url: settings.VONAGE_URL,
      apiKey: required(settings.VONAGE_API_KEY),
      apiSecret: required(settings.VONAGE_API_SECRET),
      signature: {
        method: settings.VONAGE_SIGNATURE_METHOD,
        secret: required(settings.VONAGE_SIGNATURE_SECRET),
      },
      receiptAgeSecondsMax: settings.VONAGE_RECEIPT_AGE_SECONDS_MAX,
      sender: settings.SMS_SENDER,
      publicUrl: settings.publicUrl,
      deadlineMs: settings.SMS_DEADLINE_MS,
      isSimulated: isOnThisMachine(settings.VONAGE_URL),
      nowMs,
    }),
};

export type Sms = {
  /** Null unless the outbox is the gateway. */
  outbox: Outbox | null;
  gateways: readonly Gateway[];
  readPhone(mobileNumber: string | undefined): Phone;
  send(message: {
    tenantId: string;
    smsId: string;
    mobileNumber: string | undefined;
    code: string;
  }): Promise<HandOver>;
  /** `forged` too for a gateway that is not in use: nobody could have signed for it. */
  readReceipt(gateway: string, callback: Callback): Receipt | 'forged' | 'unreadable';
  breakers: Relay['breakers'];
  close(): Promise<void>;
};

export function createSms(needs: SmsNeeds): Sms {
  const { settings } = needs;
  const outbox = settings.SMS_GATEWAYS.includes('outbox') ? openOutbox(needs) : null;
  const gateways = settings.SMS_GATEWAYS.map((id) =>
    id === 'outbox' && outbox !== null ? outbox : GATEWAYS[id](needs),
  );
  const relay = createRelay({
    gateways,
    isFallbackOnUnknown: settings.SMS_FALLBACK_ON_UNKNOWN,
    ...(needs.onHandOver !== undefined && { onHandOver: needs.onHandOver }),
  });
  const writeMessage = createMessageWriter({
    template: settings.SMS_TEMPLATE,
    domain: messageDomain(settings),
  });
  const rules = {
    countries: settings.SMS_COUNTRIES,
    isSimulated: gateways.every(({ isSimulated }) => isSimulated),
  };

  return {
    outbox,
    gateways,
    readPhone: (mobileNumber) => readPhone(mobileNumber, rules),
    send: async ({ tenantId, smsId, mobileNumber, code }) => {
      const phone = readPhone(mobileNumber, rules);
      if (phone.kind === 'unusable') return 'refused';
      const text = writeMessage(code);
      return relay.send({ tenantId, smsId, to: phone.to, text, validitySeconds: MESSAGE_VALIDITY_SECONDS });
    },
    readReceipt: (id, callback) => gateways.find((one) => one.id === id)?.readReceipt(callback) ?? 'forged',
    breakers: relay.breakers,
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
    },
  };
}

function openOutbox(needs: SmsNeeds): Outbox {
  return createOutbox({
    nowMs: needs.nowMs,
    deliverAfterMs: needs.settings.SMS_OUTBOX_DELIVERY_MS,
    onReceipt: (receipt) => needs.onReceipt({ ...receipt, gateway: 'outbox' }),
  });
}

function required(value: string | null): string {
  if (value === null) throw new Error('a gateway without its credentials must not be opened');
  return value;
}
