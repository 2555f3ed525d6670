// The wire format of CallReport 7: its operations and the requests that we send. Written from publicly known field names; what a
// contract decides (purpose, data sets, schema version) comes from the settings.
import type { Consumer, PreviousName, UkAddress } from '../../domain/consumer.ts';
import type { SearchRoom } from '../../domain/coverage.ts';
import { toEnvelope } from '../reading/soap.ts';
import type { TransunionSettings } from './settings.ts';

export const NAMESPACE = 'urn:callcredit.co.uk/soap:callreport7';
export const SEARCH = 'Search07a';
export const LOOKUP = 'LookupData07a';

/** Elements that may repeat: read as lists even if there is one. */
export const LISTS: ReadonlySet<string> = new Set([
  'creditreport',
  'applicant',
  'addressmatch',
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

export function credentialsOf(settings: TransunionSettings): Credentials {
  return {
    company: settings.TRANSUNION_COMPANY ?? '',
    username: settings.TRANSUNION_USERNAME ?? '',
    password: settings.TRANSUNION_PASSWORD ?? '',
  };
}

export function referenceOf(reportId: string): string {
  return reportId.slice(0, REFERENCE_LENGTH_MAX);
}

export function toSearchRequest(settings: TransunionSettings, reportId: string, consumer: Consumer): string {
  const creditrequest = {
    '@schemaversion': settings.TRANSUNION_SCHEMA_VERSION,
    '@datasets': settings.TRANSUNION_DATASETS,
    applicant: {
      address: consumer.addresses
        .slice(0, SEARCH_ROOM.addresses)
        .map(({ ukAddress }) => toWireAddress(ukAddress)),
      name: [consumer, ...(consumer.previousNames ?? [])].slice(0, SEARCH_ROOM.names).map(toWireName),
      dob: consumer.dateOfBirth,
      // Only the person: no household, no third parties.
      hho: 0,
      tpoptout: 1,
    },
    score: 0,
    purpose: settings.TRANSUNION_PURPOSE ?? '',
    credittype: settings.TRANSUNION_CREDIT_TYPE ?? undefined,
    transient: 0,
    // No automatic search of linked addresses or people: each would be a further search.
    autosearch: 0,
  };
  return envelope(settings, SEARCH, {
    SearchDefinition: { yourreference: referenceOf(reportId), creditrequest },
  });
}

function toWireName({ title, firstName, middleName, lastName }: PreviousName) {
  return { title, forename: firstName, othernames: middleName, surname: lastName };
}

export function toLookupRequest(settings: TransunionSettings): string {
  return envelope(settings, LOOKUP, {});
}

export type WireAddress = {
  abodeno?: string | undefined;
  buildingno?: string | undefined;
  buildingname?: string | undefined;
  street1?: string | undefined;
  locality?: string | undefined;
  posttown: string;
  postcode: string;
};

export function toWireAddress(address: UkAddress): WireAddress {
  return {
    abodeno: address.subBuildingName,
    buildingno: address.buildingNumber,
    buildingname: address.buildingName,
    street1: address.thoroughfare,
    locality: address.district,
    posttown: address.townOrCity,
    postcode: address.postcode,
  };
}

function envelope(settings: TransunionSettings, operation: string, content: object): string {
  const headers = { '@xmlns': NAMESPACE, ...credentialsOf(settings) };
  return toEnvelope({ callcreditheaders: headers }, { [operation]: { '@xmlns': NAMESPACE, ...content } });
}
