// The wire format of CallReport 7: its operations, the envelope with the credentials, and what our search has room for. request.ts
// writes the search.
import type { SearchRoom } from '../../domain/reports/coverage.ts';
import { toEnvelope } from '../reading/soap.ts';
import type { TransunionSettings } from './settings.ts';

export const NAMESPACE = 'urn:callcredit.co.uk/soap:callreport7';
export const SEARCH = 'Search07a';
export const LOOKUP = 'LookupData07a';

/** Elements that may repeat: read as lists even if there is one. */
export const LISTS: ReadonlySet<string> = new Set([
  'creditreport',
  'applicant',
  'fullmatch',
  'addressconf',
  'resident',
  'acc',
  'search',
  'table',
  'row',
]);

const REFERENCE_LENGTH_MAX = 50;
export const SEARCH_ROOM: SearchRoom = { names: 2, addresses: 3 };

export type Credentials = { company: string; username: string; password: string };

function credentialsOf(settings: TransunionSettings): Credentials {
  return {
    company: settings.TRANSUNION_COMPANY ?? '',
    username: settings.TRANSUNION_USERNAME ?? '',
    password: settings.TRANSUNION_PASSWORD ?? '',
  };
}

export function referenceOf(reportId: string): string {
  return reportId.slice(0, REFERENCE_LENGTH_MAX);
}

export function toLookupRequest(settings: TransunionSettings): string {
  return toRequest(settings, LOOKUP, {});
}

export function toRequest(settings: TransunionSettings, operation: string, content: object): string {
  const headers = { '@xmlns': NAMESPACE, ...credentialsOf(settings) };
  return toEnvelope({ callcreditheaders: headers }, { [operation]: { '@xmlns': NAMESPACE, ...content } });
}

/** Characters. The simulator refuses what is longer, as the bureau's schema does. */
export const LENGTHS = {
  title: 30,
  forename: 30,
  othernames: 30,
  surname: 30,
  abodeno: 30,
  buildingno: 12,
  buildingname: 50,
  street1: 50,
  street2: 50,
  sublocality: 35,
  locality: 35,
  posttown: 25,
  postcode: 8,
} as const;

/** Of a title and of a surname. */
export const LETTERS_MIN = 2;

export type WireAddress = { [name in keyof typeof LENGTHS]?: string | undefined };
