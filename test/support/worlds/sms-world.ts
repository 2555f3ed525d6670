// A live world whose messages go through the real src/sms, to simulators or to the outbox. Risk and bureaus are stand-ins: every consumer
// is challenged.
import { randomInt } from 'node:crypto';
import type { Sms } from '../../../src/sms/index.ts';
import type { World } from '../../../src/world/world.ts';
import { createStandIn } from './stand-in-world.ts';

export function createSmsWorld({ sms }: { sms: Sms }): World {
  const rest = createStandIn();
  rest.verdict = 'challenge';
  return {
    ...rest,
    readPhone: ({ mobileNumber }) => sms.readPhone(mobileNumber),
    newCode: () => String(randomInt(100_000, 1_000_000)),
    sendCode: ({ tenantId, smsId, consumer, code }) =>
      sms.send({ tenantId, smsId, mobileNumber: consumer.mobileNumber, code }),
  };
}

export const TWILIO_ACCOUNT = {
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  authToken: 'token-of-the-twilio-simulator',
};
export const VONAGE_ACCOUNT = {
  apiKey: 'abcd1234',
  apiSecret: 'secret-of-the-vonage-simulator',
  signature: { method: 'sha256', secret: 'signature-of-the-vonage-simulator' },
} as const;

/** Settings of a service that asks these simulators, in this order. */
export function gatewaySettings(urls: { twilio?: string; vonage?: string }): Record<string, string> {
  return {
    SMS_GATEWAYS: Object.keys(urls).join(','),
    ...(urls.twilio !== undefined && {
      TWILIO_URL: urls.twilio,
      TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
    }),
    ...(urls.vonage !== undefined && {
      VONAGE_URL: urls.vonage,
      VONAGE_API_KEY: VONAGE_ACCOUNT.apiKey,
      VONAGE_API_SECRET: VONAGE_ACCOUNT.apiSecret,
      VONAGE_SIGNATURE_SECRET: VONAGE_ACCOUNT.signature.secret,
      VONAGE_SIGNATURE_METHOD: VONAGE_ACCOUNT.signature.method,
    }),
  };
}
