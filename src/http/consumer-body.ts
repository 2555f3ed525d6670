// The consumer and the test options of a request body, field by field, so that unknown fields are not stored.
import type { Prefill } from '../domain/hosted/consumer-session.ts';
import {
  type Consumer,
  type ConsumerAddress,
  type PreviousName,
  UK_ADDRESS_FIELDS,
} from '../domain/reports/consumer.ts';
import { BUREAU_IDS } from '../domain/reports/credit-report.ts';
import type { TestOptions } from '../domain/reports/test-options.ts';
import { only, toId } from './request.ts';
import type { PrefillGiven } from './schemas/hosted/prefill.ts';
import type { GenerateRequest } from './schemas/reports/generate.ts';
import type { TestOptionsGiven } from './schemas/reports/test-options.ts';
import { toPostcode } from './schemas/text.ts';

export function toTestOptions(options: TestOptionsGiven): TestOptions {
  const { bureaus, bureauDelayMs, on, clock } = options;
  return {
    ...(bureaus !== undefined && { bureaus: only(bureaus, BUREAU_IDS) }),
    ...(bureauDelayMs !== undefined && { bureauDelayMs: only(bureauDelayMs, BUREAU_IDS) }),
    ...(on !== undefined && { on: only(on, ['resendSms', 'read', 'forMs']) }),
    ...only(options, ['sms', 'delayMs', 'walletBalance']),
    ...(clock !== undefined && { clock: toId(clock) }),
  };
}

export function toConsumer(body: GenerateRequest): Consumer {
  const { firstName, previousNames } = body;
  return {
    ...only(body, TEXTS),
    ipAddress: body.ipAddress,
    addresses: body.addresses.map(toAddress),
    ...(previousNames !== undefined && { previousNames: previousNames.map(toNameBeside(firstName)) }),
  };
}

const TEXTS = [
  'title',
  'firstName',
  'middleName',
  'lastName',
  'dateOfBirth',
  'gender',
  'email',
  'mobileNumber',
] as const;

/** What a tenant knows of a consumer already: any part of it. */
export function toPrefill(given: PrefillGiven): Prefill {
  const { firstName = '', addresses, previousNames } = given;
  return {
    ...only(given, TEXTS),
    ...(addresses !== undefined && { addresses: addresses.map(toAddress) }),
    ...(previousNames !== undefined && { previousNames: previousNames.map(toNameBeside(firstName)) }),
  };
}

function toAddress(given: GenerateRequest['addresses'][number]): ConsumerAddress {
  const { postcode } = given.ukAddress;
  const ukAddress = only(given.ukAddress, UK_ADDRESS_FIELDS);
  return {
    ...only(given, ['type']),
    ukAddress: { ...ukAddress, postcode: toPostcode(postcode) ?? postcode },
  };
}

type GivenName = NonNullable<GenerateRequest['previousNames']>[number];

/** The first name stays the same unless another is given. */
function toNameBeside(firstName: string): (given: GivenName) => PreviousName {
  return (given) => ({ firstName, ...only(given, ['firstName', 'middleName', 'lastName']) });
}
