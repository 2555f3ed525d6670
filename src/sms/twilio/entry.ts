// Twilio in the registry: its settings, and how it is opened from them.
import { isOnThisMachine } from '../../outbound/loopback.ts';
import { optional, setting, text, webAddress } from '../../settings/setting.ts';
import { type GatewayEntry, required, secret } from '../entry.ts';
import { createTwilio } from './client.ts';
import { TWILIO_URL } from './wire.ts';

const settings = {
  TWILIO_URL: setting('Address of Twilio.', TWILIO_URL, webAddress),
  TWILIO_ACCOUNT_SID: optional('Account SID of Twilio.', text),
  TWILIO_AUTH_TOKEN: optional('Auth token of Twilio: it also signs the receipts.', secret, true),
  TWILIO_MESSAGING_SERVICE_SID: optional('Messaging service of Twilio that picks the sender.', text),
} as const;

export const TWILIO: GatewayEntry<typeof settings> = {
  settings,
  required: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  url: 'TWILIO_URL',
  open: ({ settings: values }) =>
    createTwilio({
      url: values.TWILIO_URL,
      accountSid: required(values.TWILIO_ACCOUNT_SID),
      authToken: required(values.TWILIO_AUTH_TOKEN),
      messagingServiceSid: values.TWILIO_MESSAGING_SERVICE_SID,
      sender: values.SMS_SENDER,
      publicUrl: values.publicUrl,
      deadlineMs: values.SMS_DEADLINE_MS,
      isSimulated: isOnThisMachine(values.TWILIO_URL),
    }),
};
