// The consumer and the test options of a request body, field by field, so that unknown fields are not stored.
import { type Consumer, UK_ADDRESS_FIELDS } from '../domain/consumer.ts';
import { BUREAU_IDS } from '../domain/credit-report.ts';
import type { Prefill } from '../domain/hosted/consumer-session.ts';
import type { TestOptions } from '../domain/test-options.ts';
import { toId } from './request.ts';
import type { PrefillGiven } from './schemas/consumer-sessions.ts';
import type { GenerateRequest } from './schemas/generate.ts';
import type { TestOptionsGiven } from './schemas/test-options.ts';
import { toPostcode } from './schemas/text.ts';

export function toTestOptions({ bureaus, sms, delayMs, clock }: TestOptionsGiven): TestOptions {
  return {
    ...(bureaus !== undefined && {
      bureaus: Object.fromEntries(
        BUREAU_IDS.flatMap((id) => (bureaus[id] === undefined ? [] : [[id, bureaus[id]]])),
      ),
    }),
    ...(sms !== undefined && { sms }),
    ...(delayMs !== undefined && { delayMs }),
    ...(clock !== undefined && { clock: toId(clock) }),
  };
}

export function toConsumer(body: GenerateRequest): Consumer {
  const { title, firstName, middleName, lastName, dateOfBirth, gender, email, mobileNumber, ipAddress } =
    body;
  return {
    ...(title !== undefined && { title }),
    firstName,
    ...(middleName !== undefined && { middleName }),
    lastName,
    dateOfBirth,
    ...(gender !== undefined && { gender }),
    ...(email !== undefined && { email }),
    ...(mobileNumber !== undefined && { mobileNumber }),
    ipAddress,
    addresses: body.addresses.map(({ type, ukAddress }) => ({
      ...(type !== undefined && { type }),
      ukAddress: toUkAddress(ukAddress),
    })),
    ...(body.previousNames !== undefined && { previousNames: body.previousNames.map(toName) }),
  };

  /** The first name stays the same unless another is given. */
  function toName(given: NonNullable<GenerateRequest['previousNames']>[number]) {
    return {
      firstName: given.firstName ?? firstName,
      ...(given.middleName !== undefined && { middleName: given.middleName }),
      lastName: given.lastName,
    };
  }
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
  const known = TEXTS.filter((field) => given[field] !== undefined);
  return {
    ...(Object.fromEntries(known.map((field) => [field, given[field]])) as Prefill),
    ...(given.addresses !== undefined && {
      addresses: given.addresses.map(({ type, ukAddress }) => ({
        ...(type !== undefined && { type }),
        ukAddress: toUkAddress(ukAddress),
      })),
    }),
    ...(given.previousNames !== undefined && {
      previousNames: given.previousNames.map(({ firstName, middleName, lastName }) => ({
        firstName: firstName ?? given.firstName ?? '',
        ...(middleName !== undefined && { middleName }),
        lastName,
      })),
    }),
  };
}

type GivenAddress = GenerateRequest['addresses'][number]['ukAddress'];

function toUkAddress(given: GivenAddress): Consumer['addresses'][number]['ukAddress'] {
  const known = UK_ADDRESS_FIELDS.filter((field) => given[field] !== undefined);
  const address = Object.fromEntries(known.map((field) => [field, given[field]])) as GivenAddress;
  return { ...address, postcode: toPostcode(given.postcode) ?? given.postcode };
}
