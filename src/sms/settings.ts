// The settings of the SMS gateways and of what keeps them from being abused, as config.ts reads them.
import {
  BadSetting,
  listOf,
  oneOf,
  optional,
  setting,
  text,
  type Values,
  webAddress,
  wholeNumber,
  yesOrNo,
} from '../settings/setting.ts';
import { GATEWAY_IDS, type GatewayId } from './gateway.ts';
import { messageProblem } from './message.ts';
import { country } from './phone.ts';
import { sender } from './sender.ts';
import { TWILIO_URL } from './twilio/wire.ts';
import { SIGNATURE_METHODS, VONAGE_URL } from './vonage/wire.ts';

const COUNT_MAX = 10_000_000;

export const SMS_SETTINGS = {
  SMS_GATEWAYS: setting(
    'Gateways in the order that they are tried: outbox (development: no phone rings), or twilio, vonage or both.',
    'outbox',
    gateways,
  ),
  SMS_SENDER: setting('Whom messages are from: a name, a UK number or a short code.', 'Trefoil', sender),
  SMS_TEMPLATE: setting(
    'The text of a message, in GSM-7, beginning with {code}; 160 characters with the last line.',
    '{code} is your Trefoil security code. Do not share it.',
    text,
  ),
  SMS_DOMAIN: optional(
    'Host of the page that takes the code: phones offer to fill it in there. Default: the host of PUBLIC_URL.',
    hostName,
  ),
  SMS_COUNTRIES: setting(
    'Countries whose mobile numbers are texted, by two letters, separated by commas.',
    'GB',
    listOf(country),
  ),
  SMS_DEADLINE_MS: setting('How long a gateway has to answer.', '5000', wholeNumber(10, 10_000)),
  SMS_FALLBACK_ON_UNKNOWN: setting(
    'Try the next gateway when the first may have taken the message: the consumer may get it twice.',
    'false',
    yesOrNo,
  ),
  SMS_OUTBOX_DELIVERY_MS: setting(
    'After this a message in the outbox delivers itself.',
    '2000',
    wholeNumber(0, 3_600_000),
  ),
  TWILIO_URL: setting('Where Twilio is asked.', TWILIO_URL, webAddress),
  TWILIO_ACCOUNT_SID: optional('Account SID of Twilio.', text),
  TWILIO_AUTH_TOKEN: optional('Auth token of Twilio: it also signs the receipts.', secret, true),
  TWILIO_MESSAGING_SERVICE_SID: optional('Messaging service of Twilio that picks the sender.', text),
  VONAGE_URL: setting('Where Vonage is asked.', VONAGE_URL, webAddress),
  VONAGE_API_KEY: optional('API key of Vonage.', text),
  VONAGE_API_SECRET: optional('API secret of Vonage.', secret, true),
  VONAGE_SIGNATURE_SECRET: optional('Secret that Vonage signs its receipts with.', secret, true),
  VONAGE_SIGNATURE_METHOD: setting(
    'How Vonage signs its receipts, as set in its dashboard.',
    'sha256',
    oneOf(...SIGNATURE_METHODS),
  ),
  VONAGE_RECEIPT_AGE_SECONDS_MAX: setting(
    'Receipts signed longer ago are refused. Vonage repeats one for a day.',
    '90000',
    wholeNumber(60, 604_800),
  ),
  SMS_CHALLENGES_PER_NUMBER_HOUR: setting(
    'Live challenges an hour for one mobile number, per tenant; 0 for no limit.',
    '10',
    wholeNumber(0, 1_000),
  ),
  SMS_WRONG_CODES_PER_NUMBER_DAY: setting(
    'Wrong codes a day for one mobile number, per tenant; 0 for no limit.',
    '10',
    wholeNumber(0, 1_000),
  ),
  SMS_CHALLENGES_PER_SESSION: setting(
    'Live challenges of one device session, per tenant; 0 for no limit.',
    '10',
    wholeNumber(0, 1_000),
  ),
  SMS_CHALLENGES_PER_ADDRESS_HOUR: setting(
    'Live challenges an hour for one consumer address, per tenant; 0 for no limit.',
    '60',
    wholeNumber(0, 1_000),
  ),
  SMS_CHALLENGES_PER_TENANT_HOUR: setting(
    'Live challenges an hour of one tenant; 0 for no limit.',
    '20000',
    wholeNumber(0, COUNT_MAX),
  ),
  SMS_DAILY_CREDITS_MAX: setting(
    'Credits that one tenant may spend on messages in a day (UTC); 0 for no limit.',
    '1000000',
    wholeNumber(0, 1_000_000_000),
  ),
  SMS_RESEND_PAUSE_SECONDS: setting(
    'Pause between two messages of one challenge; 0 for none.',
    '0',
    wholeNumber(0, 300),
  ),
} as const;

export type SmsValues = Values<typeof SMS_SETTINGS>;

/** What is wrong with the settings taken together, a sentence each. */
export function smsProblems(values: SmsValues & { publicUrl: string }, isProduction: boolean): string[] {
  const problems: string[] = [];
  const asked = values.SMS_GATEWAYS;
  const needs = (name: keyof SmsValues, gateway: GatewayId): void => {
    if (asked.includes(gateway) && values[name] === null)
      problems.push(`${name} must be set when SMS_GATEWAYS names ${gateway}.`);
  };
  needs('TWILIO_ACCOUNT_SID', 'twilio');
  needs('TWILIO_AUTH_TOKEN', 'twilio');
  needs('VONAGE_API_KEY', 'vonage');
  needs('VONAGE_API_SECRET', 'vonage');
  // Without it receipts come unsigned, and anybody could say that a message was delivered.
  needs('VONAGE_SIGNATURE_SECRET', 'vonage');
  const template = messageProblem({ template: values.SMS_TEMPLATE, domain: messageDomain(values) });
  if (template !== null) problems.push(`SMS_TEMPLATE ${template}`);
  if (!isProduction) return problems;
  if (asked.includes('outbox'))
    problems.push('SMS_GATEWAYS must not be outbox in production: no message would reach a phone.');
  for (const name of ['TWILIO_URL', 'VONAGE_URL'] as const) {
    if (!values[name].startsWith('https://'))
      problems.push(`${name} must be an https:// address in production.`);
  }
  return problems;
}

/** The host on the last line of a message; an address without a name is no domain, and phones would not fill it in. */
export function messageDomain(values: { SMS_DOMAIN: string | null; publicUrl: string }): string | null {
  if (values.SMS_DOMAIN !== null) return values.SMS_DOMAIN;
  const { hostname } = new URL(values.publicUrl);
  return /^(\d+\.){3}\d+$|^\[/.test(hostname) ? null : hostname;
}

function gateways(value: string): GatewayId[] {
  const ids = listOf(oneOf(...GATEWAY_IDS))(value);
  if (ids.length === 0) throw new BadSetting(`must name at least one of: ${GATEWAY_IDS.join(', ')}.`);
  if (new Set(ids).size < ids.length) throw new BadSetting('must not name a gateway twice.');
  if (ids.includes('outbox') && ids.length > 1)
    throw new BadSetting('must name outbox alone: it takes every message.');
  return ids;
}

function secret(value: string): string {
  if (value.length < 8) throw new BadSetting('must have at least 8 characters.');
  return value;
}

function hostName(value: string): string {
  const isHost = /^(?=.{1,80}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(value);
  if (!isHost) throw new BadSetting('must be a host name in small letters, such as check.example.com.');
  return value;
}
