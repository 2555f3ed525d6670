// The wire format of Equifax's consumer service: the request, as XML for SOAP and as JSON for its twin, and how the two spell words
// and dates. Written from publicly known field names; the operation and the schema version come from the settings.
import type { Consumer, UkAddress } from '../../domain/consumer.ts';
import { toEnvelope } from '../reading/soap.ts';
import { wireText } from '../reading/wire-values.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { EquifaxSettings } from './settings.ts';

const SCHEMAS = 'http://ewsconsumer.services.uk.equifax.com/schema';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01';
const WSSE = `${SECURITY}/oasis-200401-wss-wssecurity-secext-1.0.xsd`;
const PASSWORD_TEXT = `${SECURITY}/oasis-200401-wss-username-token-profile-1.0#PasswordText`;

export type Style = EquifaxSettings['EQUIFAX_STYLE'];
export type Tree = { [name: string]: XmlToWrite };

/** Elements that may repeat, besides the accounts: read as lists even if there is one. */
export const LISTS: ReadonlySet<string> = new Set([
  'suppliedAddressData',
  'linkedAddressData',
  'electoralRoll',
  'paymentHistory',
  'previousCreditSearch',
  'previousNonCreditSearch',
]);

export const requestName = (operation: string): string => `${operation}Request`;
export const responseName = (operation: string): string => `${operation}Response`;

export function toSoapRequest(settings: EquifaxSettings, reportId: string, consumer: Consumer): string {
  const { EQUIFAX_OPERATION: operation, EQUIFAX_SCHEMA_VERSION: version } = settings;
  const name = requestName(operation);
  const security = {
    '@xmlns:wsse': WSSE,
    '@soap:mustUnderstand': 1,
    'wsse:UsernameToken': {
      'wsse:Username': settings.EQUIFAX_USERNAME ?? '',
      'wsse:Password': { '@Type': PASSWORD_TEXT, '#text': settings.EQUIFAX_PASSWORD ?? '' },
    },
  };
  const request = {
    '@xmlns': `${SCHEMAS}/${version}/creditsearch/${name.toLowerCase()}`,
    ...toRequest('soap', reportId, consumer),
  };
  return toEnvelope({ 'wsse:Security': security }, { [name]: request });
}

export function toJsonRequest(reportId: string, consumer: Consumer): string {
  return JSON.stringify(toRequest('json', reportId, consumer));
}

function toRequest(style: Style, reportId: string, consumer: Consumer): Tree {
  const [current, ...previous] = consumer.addresses;
  const not = word(style, 'notRequired');
  return {
    clientRef: reportId,
    soleSearch: {
      creditSearchConfig: { optIn: false },
      // Only the person asked for: no one else of the household or the past.
      matchCriteria: {
        associate: not,
        attributable: not,
        family: not,
        potentialAssociate: not,
        subject: word(style, 'required'),
      },
      primary: {
        dob: date(style, consumer.dateOfBirth),
        name: {
          title: consumer.title,
          forename: consumer.firstName,
          middleName: consumer.middleName,
          surname: consumer.lastName,
        },
        currentAddress: current && { address: toWireAddress(current.ukAddress) },
        previousAddress: previous.map(({ ukAddress }) => ({ address: toWireAddress(ukAddress) })),
      },
    },
  };
}

/** There is no field for a flat: it goes before the name of the building. */
export function toWireAddress(address: UkAddress): Tree {
  const name = [address.subBuildingName, address.buildingName]
    .filter((part) => part !== undefined)
    .join(', ');
  return {
    name: name === '' ? undefined : name,
    number: address.buildingNumber,
    street1: address.thoroughfare,
    district: address.district,
    postTown: address.townOrCity,
    county: address.county,
    postcode: address.postcode,
  };
}

/** `singleMatch` in XML is `SINGLE_MATCH` in JSON. */
export function word(style: Style, camelCase: string): string {
  return style === 'soap' ? camelCase : toUpperSnake(camelCase);
}

/** A date is ISO in XML and `{day, month, year}` in JSON. */
export function date(style: Style, iso: string): XmlToWrite {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return style === 'soap' ? iso : { day, month, year };
}

/** Either spelling of a word, as UPPER_SNAKE. */
export function readWord(value: unknown): string | undefined {
  const text = wireText(value);
  return text === undefined ? undefined : toUpperSnake(text);
}

function toUpperSnake(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}
