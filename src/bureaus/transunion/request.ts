// The search of CallReport 7, in the order of its schema: names and places in plain letters and within its lengths. What a contract
// decides (purpose, data sets, schema version) comes from the settings.
import type { Consumer, PreviousName, UkAddress } from '../../domain/reports/consumer.ts';
import type { Altered } from '../../domain/reports/credit-report.ts';
import { type Folding, startFolding } from '../asking/fold.ts';
import { CallFailed } from '../bureau.ts';
import type { TransunionSettings } from './settings.ts';
import {
  LENGTHS,
  LETTERS_MIN,
  referenceOf,
  SEARCH,
  SEARCH_ROOM,
  toRequest,
  type WireAddress,
} from './wire.ts';

// The bureau publishes lengths and no alphabet: these are what every alphabet has.
const NAME_LETTERS = "A-Za-z '-";
const PLACE_LETTERS = "A-Za-z0-9 '/-";

/** Throws for somebody who cannot be asked for: without an address, or with a name of a single letter. */
export function toSearchRequest(
  settings: TransunionSettings,
  reportId: string,
  consumer: Consumer,
): { envelope: string; altered: Altered[] | undefined } {
  const folding = startFolding();
  const name = toWireName(folding, '', consumer);
  if (name === null) throw impossible('a name that cannot be asked for');
  if (consumer.addresses.length === 0) throw impossible('no address to ask about');
  const earlier = (consumer.previousNames ?? [])
    .slice(0, SEARCH_ROOM.names - 1)
    .flatMap((one, index) => toWireName(folding, `/previousNames/${index}`, one) ?? []);
  const addresses = consumer.addresses
    .slice(0, SEARCH_ROOM.addresses)
    .map(({ ukAddress }, index) => toWireAddress(folding, `/addresses/${index}/ukAddress`, ukAddress));
  const creditrequest = {
    '@schemaversion': settings.TRANSUNION_SCHEMA_VERSION,
    '@datasets': settings.TRANSUNION_DATASETS,
    applicant: {
      address: addresses,
      name: [name, ...earlier],
      dob: consumer.dateOfBirth,
      // Only the person: no household, no third parties.
      hho: 0,
      tpoptout: 1,
    },
    score: settings.TRANSUNION_SCORE ? 1 : 0,
    purpose: settings.TRANSUNION_PURPOSE ?? '',
    credittype: settings.TRANSUNION_CREDIT_TYPE ?? undefined,
    transient: 0,
    // No automatic search of linked addresses or people: each would be a further search.
    autosearch: 0,
  };
  const content = { SearchDefinition: { yourreference: referenceOf(reportId), creditrequest } };
  return { envelope: toRequest(settings, SEARCH, content), altered: folding.altered() };
}

/** Null where the name is too short for the bureau: a surname has two letters, a first name one. */
function toWireName(
  folding: Folding,
  place: string,
  { title, firstName, middleName, lastName }: PreviousName,
) {
  const fit = (field: string, text: string | undefined, max: number) =>
    folding.fit(`${place}/${field}`, text, { letters: NAME_LETTERS, max });
  const surname = fit('lastName', lastName, LENGTHS.surname);
  const forename = fit('firstName', firstName, LENGTHS.forename);
  if (surname === undefined || surname.length < LETTERS_MIN || forename === undefined) {
    folding.leaveOut(`${place}/lastName`);
    return null;
  }
  const shown = (title ?? '').trim();
  if (shown.length === 1) folding.leaveOut(`${place}/title`);
  return {
    title: shown.length < LETTERS_MIN ? undefined : fit('title', shown, LENGTHS.title),
    forename,
    othernames: fit('middleName', middleName, LENGTHS.othernames),
    surname,
  };
}

/** There is no county on this wire. */
function toWireAddress(folding: Folding, place: string, address: UkAddress): WireAddress {
  const rule = (max: number) => ({ letters: PLACE_LETTERS, max });
  const fit = (field: keyof UkAddress, name: keyof typeof LENGTHS) =>
    folding.fit(`${place}/${field}`, address[field], rule(LENGTHS[name]));
  const [street1, street2] = folding.fitTwo(
    `${place}/thoroughfare`,
    address.thoroughfare,
    rule(LENGTHS.street1),
  );
  const [near, far] = folding.fitTwo(`${place}/district`, address.district, rule(LENGTHS.locality));
  return {
    abodeno: fit('subBuildingName', 'abodeno'),
    buildingno: fit('buildingNumber', 'buildingno'),
    buildingname: fit('buildingName', 'buildingname'),
    street1,
    street2,
    sublocality: far === undefined ? undefined : near,
    locality: far ?? near,
    posttown: fit('townOrCity', 'posttown'),
    postcode: fit('postcode', 'postcode'),
  };
}

function impossible(why: string): CallFailed {
  return new CallFailed('rejected-request', why, false);
}
