// Vonage in the registry: its settings, and how it is opened from them.
import { isOnThisMachine } from '../../outbound/loopback.ts';
import { oneOf, optional, setting, text, webAddress, wholeNumber } from '../../settings/setting.ts';
import { type GatewayEntry, required, secret } from '../entry.ts';
import { createVonage } from './client.ts';
import { SIGNATURE_METHODS, VONAGE_URL } from './wire.ts';

const settings = {
  VONAGE_URL: setting('Address of Vonage.', VONAGE_URL, webAddress),
  VONAGE_API_KEY: optional('API key of Vonage.', text),
  VONAGE_API_SECRET: optional('API secret of Vonage.', secret, true),
  VONAGE_SIGNATURE_SECRET: optional('Secret that Vonage signs its receipts with.', secret, true),
  VONAGE_SIGNATURE_METHOD: setting(
    'How Vonage signs its receipts, as set in its dashboard.',
    'sha256',
    oneOf(...SIGNATURE_METHODS),
  ),
  VONAGE_RECEIPT_AGE_SECONDS_MAX: setting(
    'Receipts signed longer ago are rejected. Vonage repeats one for a day.',
    '90000',
    wholeNumber(60, 604_800),
  ),
} as const;

export const VONAGE: GatewayEntry<typeof settings> = {
  settings,
  // Without the signature secret receipts come unsigned, and anyone could report a message as delivered.
  required: ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_SIGNATURE_SECRET'],
  url: 'VONAGE_URL',
  open: ({ settings: values, nowMs }) =>
    createVonage({
      url: values.VONAGE_URL,
      apiKey: required(values.VONAGE_API_KEY),
      apiSecret: required(values.VONAGE_API_SECRET),
      signature: {
        method: values.VONAGE_SIGNATURE_METHOD,
        secret: required(values.VONAGE_SIGNATURE_SECRET),
      },
      receiptAgeSecondsMax: values.VONAGE_RECEIPT_AGE_SECONDS_MAX,
      sender: values.SMS_SENDER,
      publicUrl: values.publicUrl,
      deadlineMs: values.SMS_DEADLINE_MS,
      isSimulated: isOnThisMachine(values.VONAGE_URL),
      nowMs,
    }),
};
