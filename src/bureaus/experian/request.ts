// Our enquiry in Experian's wire format: the order of its schema, its alphabet and its lengths. What is sent otherwise than it was given
// is noted for the report's coverage.
import { given } from '../../domain/given.ts';
import type { Consumer, PreviousName, UkAddress } from '../../domain/reports/consumer.ts';
import type { SearchRoom } from '../../domain/reports/coverage.ts';
import type { Altered } from '../../domain/reports/credit-report.ts';
import { type Folding, startFolding } from '../asking/fold.ts';
import type { Enquiry } from '../bureau.ts';
import type { ExperianSettings } from './settings.ts';
import type { Input, WireAlias, WireDate, WireLocation, WireName, WireResidency } from './wire.ts';

/** The current address and two previous ones; the name and three previous ones, as aliases. */
export const SEARCH_ROOM: SearchRoom = { names: 4, addresses: 3 };

/** A surname of one letter cannot be asked for. */
export const SURNAME_LENGTH_MIN = 2;

const RULES = {
  title: { letters: "0-9A-Za-z .'-", max: 10 },
  forename: { letters: '0-9A-Za-z -', max: 15 },
  // An apostrophe only here.
  surname: { letters: "0-9A-Za-z' -", max: 30 },
  flat: { letters: "0-9A-Za-z'\\\\/* -", max: 30 },
  houseName: { letters: "0-9A-Za-z' -", max: 50 },
  houseNumber: { letters: "0-9A-Za-z'\\\\/ -", max: 10 },
  street: { letters: "0-9A-Za-z' -", max: 60 },
  district: { letters: "0-9A-Za-z'* -", max: 35 },
  postTown: { letters: "0-9A-Za-z' -", max: 30 },
  county: { letters: '0-9A-Za-z ', max: 30 },
  postcode: { letters: '0-9A-Za-z ', max: 8 },
};

type Wanted = Pick<
  ExperianSettings,
  'EXPERIAN_ACCOUNT_NUMBER' | 'EXPERIAN_BRANCH_NUMBER' | 'EXPERIAN_APPLICATION_TYPE'
>;

/** `input`: null for a person that the bureau cannot be asked about. `today`: YYYY-MM-DD. */
export function toInput(
  { reportId, consumer }: Enquiry,
  settings: Wanted,
  today: string,
): { input: Input | null; altered: Altered[] | undefined } {
  const folding = startFolding();
  const applicant = toApplicant(consumer, folding);
  const addresses = consumer.addresses.slice(0, SEARCH_ROOM.addresses);
  const input: Input = {
    Applicant: [applicant],
    Application: { ApplicationType: settings.EXPERIAN_APPLICATION_TYPE, SearchConsent: 'Y' },
    Control: {
      ExperianReference: '',
      ...(settings.EXPERIAN_ACCOUNT_NUMBER && { ClientAccountNumber: settings.EXPERIAN_ACCOUNT_NUMBER }),
      ...(settings.EXPERIAN_BRANCH_NUMBER && { ClientBranchNumber: settings.EXPERIAN_BRANCH_NUMBER }),
      ClientRef: reportId,
      JobNumber: '',
      Parameters: {
        InteractiveMode: 'OneShot',
        // The records, and not only scores.
        FullFBLRequired: 'Y',
        AuthPlusRequired: 'N',
        DetectRequired: 'N',
        TestMode: 'N',
        ShowConsumer: 'Y',
      },
    },
    LocationDetails: addresses.map(({ ukAddress }, index) => ({
      LocationIdentifier: String(index + 1),
      UKLocation: toLocation(ukAddress, folding, `/addresses/${index}/ukAddress`),
    })),
    Residency: toResidencies(addresses.length, consumer.dateOfBirth, today),
    // Only the person: no linked people and no household.
    ThirdPartyData: { OptOut: 'Y', TransientAssocs: 'N', HHOAllowed: 'N' },
  };
  for (let index = SEARCH_ROOM.addresses; index < consumer.addresses.length; index += 1) {
    folding.leaveOut(`/addresses/${index}`);
  }
  const isTooShort = applicant.Name.Surname.length < SURNAME_LENGTH_MIN;
  if (isTooShort && applicant.Name.Surname !== '') folding.leaveOut('/lastName');
  return { input: isTooShort || addresses.length === 0 ? null : input, altered: folding.altered() };
}

/** Whole numbers without padding, as text. */
export function toWireDate(date: string): WireDate {
  const [CCYY = '', MM = '', DD = ''] = date.split('-').map((part) => String(Number(part)));
  return { CCYY, MM, DD };
}

function toApplicant(consumer: Consumer, folding: Folding): Input['Applicant'][number] {
  const { gender, previousNames = [], dateOfBirth } = consumer;
  const Name = toName(consumer, folding, '');
  const aliases = previousNames.slice(0, SEARCH_ROOM.names - 1).map((name, index): WireAlias => {
    const { Title, Forename, ...rest } = toName(name, folding, `/previousNames/${index}`);
    // Required, also where nobody knows them.
    return {
      Title: Title ?? Name.Title ?? '',
      Forename: Forename ?? '',
      ...rest,
      Source: '',
      Gender: gender ?? '',
    };
  });
  for (let index = SEARCH_ROOM.names - 1; index < previousNames.length; index += 1) {
    folding.leaveOut(`/previousNames/${index}`);
  }
  const askable = aliases.filter(({ Surname }) => Surname !== '');
  return {
    ApplicantIdentifier: '1',
    Name,
    ...(askable.length > 0 && { Alias: askable }),
    ...(gender !== undefined && { Gender: gender }),
    DateOfBirth: toWireDate(dateOfBirth),
  };
}

export function toName(name: PreviousName, folding: Folding, at: string): WireName {
  const { title, firstName, middleName, lastName } = name;
  return {
    ...given({
      Title: folding.fit(`${at}/title`, title, RULES.title),
      Forename: folding.fit(`${at}/firstName`, firstName, RULES.forename),
      MiddleName: folding.fit(`${at}/middleName`, middleName, RULES.forename),
    }),
    Surname: folding.fit(`${at}/lastName`, lastName, RULES.surname) ?? '',
  };
}

/** `at`: a JSON pointer to the address. */
export function toLocation(address: UkAddress, folding: Folding, at: string): WireLocation {
  const { fit, fitTwo, leaveOut } = folding;
  // An address with a bare "Flat" cannot be matched.
  const isBareFlat = /^\s*flat\s*$/i.test(address.subBuildingName ?? '');
  if (isBareFlat) leaveOut(`${at}/subBuildingName`);
  const [Street, Street2] = fitTwo(`${at}/thoroughfare`, address.thoroughfare, RULES.street);
  const [District, District2] = fitTwo(`${at}/district`, address.district, RULES.district);
  return given({
    Flat: isBareFlat ? undefined : fit(`${at}/subBuildingName`, address.subBuildingName, RULES.flat),
    HouseName: fit(`${at}/buildingName`, address.buildingName, RULES.houseName),
    HouseNumber: fit(`${at}/buildingNumber`, address.buildingNumber, RULES.houseNumber),
    Street,
    Street2,
    District,
    District2,
    PostTown: fit(`${at}/townOrCity`, address.townOrCity, RULES.postTown),
    County: fit(`${at}/county`, address.county, RULES.county),
    Postcode: fit(`${at}/postcode`, address.postcode, RULES.postcode),
  });
}

const YEARS_AT_EACH = 3;

/**
 * Both days of a stay are required, and we know none: the current address counts until today, and each stay is three years long and ends
 * where the later one began. They say the order of the homes and no more.
 */
function toResidencies(count: number, dateOfBirth: string, today: string): WireResidency[] {
  let until = today;
  return Array.from({ length: count }, (_, index) => {
    const begun = `${String(Number(until.slice(0, 4)) - YEARS_AT_EACH).padStart(4, '0')}${until.slice(4, 8)}01`;
    // Nobody lived anywhere before they were born.
    const since = begun < dateOfBirth && dateOfBirth < until ? dateOfBirth : begun;
    const residency: WireResidency = {
      ApplicantIdentifier: '1',
      LocationIdentifier: String(index + 1),
      LocationCode: index === 0 ? '01' : '02',
      ResidencyDateFrom: toWireDate(since),
      ResidencyDateTo: toWireDate(until),
    };
    until = since;
    return residency;
  });
}
