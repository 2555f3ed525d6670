// The request to Equifax, as XML for SOAP and as JSON for its twin: one tree, in the bureau's order, names and places folded to its
// alphabet. The request element alone has a namespace.
import type { Consumer, UkAddress } from '../../domain/reports/consumer.ts';
import type { Altered } from '../../domain/reports/credit-report.ts';
import { type FieldRule, type Folding, startFolding } from '../asking/fold.ts';
import { CallFailed, type Enquiry } from '../bureau.ts';
import { toEnvelope } from '../reading/soap.ts';
import { DATA_SETS, type DataSet, WITHOUT_SCOPE } from './data-sets.ts';
import type { EquifaxSettings } from './settings.ts';
import { date, namespaceOf, requestName, type Style, type Tree, word } from './wire.ts';

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01';
const WSSE = `${SECURITY}/oasis-200401-wss-wssecurity-secext-1.0.xsd`;
const PASSWORD_TEXT = `${SECURITY}/oasis-200401-wss-username-token-profile-1.0#PasswordText`;

/** `altered`: what is sent otherwise than it was given. */
export type Request = { body: string; altered: Altered[] | undefined };

export function toSoapRequest(settings: EquifaxSettings, enquiry: Enquiry): Request {
  const name = requestName(settings.EQUIFAX_OPERATION);
  const security = {
    '@xmlns:wsse': WSSE,
    '@soap:mustUnderstand': 1,
    'wsse:UsernameToken': {
      'wsse:Username': settings.EQUIFAX_USERNAME ?? '',
      'wsse:Password': { '@Type': PASSWORD_TEXT, '#text': settings.EQUIFAX_PASSWORD ?? '' },
    },
  };
  const folding = startFolding();
  const request = {
    '@xmlns:req': namespaceOf(settings.EQUIFAX_SCHEMA_VERSION, name),
    ...toRequest('soap', settings, enquiry, folding),
  };
  const body = toEnvelope({ 'wsse:Security': security }, { [`req:${name}`]: request });
  return { body, altered: folding.altered() };
}

export function toJsonRequest(settings: EquifaxSettings, enquiry: Enquiry): Request {
  const folding = startFolding();
  const body = JSON.stringify(toRequest('json', settings, enquiry, folding));
  return { body, altered: folding.altered() };
}

function toRequest(
  style: Style,
  settings: EquifaxSettings,
  { reportId, consumer }: Enquiry,
  folding: Folding,
): Tree {
  const not = word(style, 'notRequired');
  const [current, ...previous] = consumer.addresses.map(({ ukAddress }, index) => ({
    address: toWireAddress(ukAddress, `/addresses/${index}/ukAddress`, folding),
  }));
  if (current?.address.postcode === undefined) throw cannotAsk('no address to ask about');
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
      requestedData: toRequestedData(style, settings),
      primary: {
        dob: date(style, consumer.dateOfBirth),
        name: toWireName(consumer, folding),
        currentAddress: current,
        previousAddress: previous.filter(({ address }) => address.postcode !== undefined),
      },
    },
  };
}

/** As many as there are, of the addresses that are sent and of those that the bureau links to them. */
function toRequestedData(style: Style, settings: EquifaxSettings): Tree {
  const { EQUIFAX_DATA_SETS: asked, EQUIFAX_SCORE_LABELS: labels } = settings;
  const scope = word(style, 'suppliedAndLinked');
  const toAsked = (name: DataSet): Tree => {
    if (name === 'multipleAddressRequest') return {};
    return WITHOUT_SCOPE.includes(name) ? { maxNumber: 0 } : { maxNumber: 0, scope };
  };
  const sets = DATA_SETS.filter((name) => asked.includes(name)).map((name) => [name, toAsked(name)]);
  const scores = { employSameCompanyInsight: false, scoreRequest: { scoreLabel: labels } };
  return {
    ...Object.fromEntries(sets),
    scoreAndCharacteristicRequests: labels.length === 0 ? undefined : scores,
  };
}

// The length of street1 is known. The others are ours, on the safe side.
const NAME_LETTERS = "A-Za-z0-9 '\\-";
const PLACE_LETTERS = `${NAME_LETTERS}/`;
const NAME: FieldRule = { letters: NAME_LETTERS, max: 30 };
const STREET: FieldRule = { letters: PLACE_LETTERS, max: 30 };
const POST_TOWN: FieldRule = { letters: PLACE_LETTERS, max: 30 };
const COUNTY: FieldRule = { letters: PLACE_LETTERS, max: 30 };
const DISTRICT: FieldRule = { letters: PLACE_LETTERS, max: 35 };
const NUMBER: FieldRule = { letters: PLACE_LETTERS, max: 12 };
const POSTCODE: FieldRule = { letters: 'A-Za-z0-9 ', max: 8 };
const HOUSE_NAME_MAX = 50;

/** A name with no letter that the bureau knows cannot be asked for. There is no place for other names. */
function toWireName(consumer: Consumer, { fit }: Folding): Tree {
  const middleName = fit('/middleName', consumer.middleName, NAME);
  const surname = fit('/lastName', consumer.lastName, NAME);
  const title = fit('/title', consumer.title, NAME);
  const forename = fit('/firstName', consumer.firstName, NAME);
  if (surname === undefined || forename === undefined) throw cannotAsk('no name to ask for');
  return { middleName, surname, title, forename };
}

function toWireAddress(address: UkAddress, at: string, folding: Folding): Tree {
  const { fit } = folding;
  const [street1, street2] = folding.fitTwo(`${at}/thoroughfare`, address.thoroughfare, STREET);
  return {
    county: fit(`${at}/county`, address.county, COUNTY),
    district: fit(`${at}/district`, address.district, DISTRICT),
    name: toHouseName(address, at, folding),
    number: fit(`${at}/buildingNumber`, address.buildingNumber, NUMBER),
    postcode: fit(`${at}/postcode`, address.postcode, POSTCODE),
    postTown: fit(`${at}/townOrCity`, address.townOrCity, POST_TOWN),
    street1,
    street2,
  };
}

/** There is no field for a flat: it goes before the name of the building, which gets the room that is left. */
function toHouseName(address: UkAddress, at: string, { fit }: Folding): string | undefined {
  const rule = (max: number): FieldRule => ({ letters: PLACE_LETTERS, max });
  const flat = fit(`${at}/subBuildingName`, address.subBuildingName, rule(HOUSE_NAME_MAX));
  const left = flat === undefined ? HOUSE_NAME_MAX : Math.max(0, HOUSE_NAME_MAX - flat.length - 1);
  const building = fit(`${at}/buildingName`, address.buildingName, rule(left));
  return flat === undefined || building === undefined ? (flat ?? building) : `${flat} ${building}`;
}

function cannotAsk(why: string): CallFailed {
  return new CallFailed('rejected-request', why, false);
}
