// The settings of SMS, as config.ts reads them: the message, the order of the gateways, the limits against abuse. A gateway's own
// settings are in the entry in its folder.
import {
  BadSetting,
  listOf,
  oneOf,
  optional,
  setting,
  text,
  type Values,
  wholeNumber,
  yesOrNo,
} from '../settings/setting.ts';
import { GATEWAY_IDS, type GatewayId } from './gateway.ts';
import { GATEWAY_SETTINGS, GATEWAYS } from './gateways.ts';
import { messageProblem } from './message.ts';
import { country } from './phone.ts';
import { sender, senders } from './sender.ts';

const COUNT_MAX = 10_000_000;

export const SMS_SETTINGS = {
  SMS_GATEWAYS: setting(
    'Gateways in the order that they are tried: outbox (development: no phone rings), or twilio, vonage or both.',
    'outbox',
    gateways,
  ),
  SMS_SENDER: setting('Sender of messages: a name, a UK number or a short code.', 'Trefoil', sender),
  SMS_SENDERS: optional(
    'Senders of single tenants, as tenantId=Sender, separated by commas; each must be yours at the gateway. Others have SMS_SENDER.',
    senders,
  ),
  SMS_TEMPLATE: setting(
    "The text of a message, in GSM-7, beginning with {code}; {name} is the tenant's name, of at most 30 characters. 160 characters with the last line.",
    '{code} is your {name} security code. Do not share it.',
    text,
  ),
  SMS_DOMAIN: optional(
    'Host of the page that takes the code: phones offer to fill it in there. Default: the host of PUBLIC_URL.',
    hostName,
  ),
  SMS_COUNTRIES: setting(
    'Countries whose mobile numbers are texted, as two-letter codes, separated by commas.',
    'GB',
    listOf(country),
  ),
  SMS_DEADLINE_MS: setting('Deadline for a reply of a gateway.', '5000', wholeNumber(10, 10_000)),
  SMS_FALLBACK_ON_UNKNOWN: setting(
    'Try the next gateway when the first may have taken the message: the consumer may get it twice.',
    'false',
    yesOrNo,
  ),
  ...GATEWAY_SETTINGS,
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
    'Credits that one tenant may spend on messages in a day (UTC), each counted as 40 at least; 0 for no limit.',
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

/** Mistakes that no single setting shows, a sentence each. */
export function smsProblems(values: SmsValues & { publicUrl: string }, isProduction: boolean): string[] {
  const problems: string[] = [];
  for (const id of values.SMS_GATEWAYS) {
    const missing = GATEWAYS[id].required.filter((name) => values[name] === null);
    problems.push(...missing.map((name) => `${name} must be set when SMS_GATEWAYS names ${id}.`));
  }
  const template = messageProblem({ template: values.SMS_TEMPLATE, domain: messageDomain(values) });
  if (template !== null) problems.push(`SMS_TEMPLATE ${template}`);
  if (!isProduction) return problems;
  if (values.SMS_GATEWAYS.includes('outbox'))
    problems.push('SMS_GATEWAYS must not be outbox in production: no message would reach a phone.');
  for (const { url } of Object.values(GATEWAYS)) {
    if (url !== null && !String(values[url]).startsWith('https://'))
      problems.push(`${url} must be an https:// address in production.`);
  }
  return problems;
}

/** The host on the last line of a message. Null for an IP address: phones do not fill in a code for one. */
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

function hostName(value: string): string {
  const isHost = /^(?=.{1,80}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(value);
  if (!isHost) throw new BadSetting('must be a host name in small letters, such as check.example.com.');
  return value;
}
