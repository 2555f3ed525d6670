// Our enquiry in Experian's wire format. Longer values are truncated at the lengths of its fields.
import type { Consumer, PreviousName, UkAddress } from '../../domain/consumer.ts';
import type { SearchRoom } from '../../domain/coverage.ts';
import type { Enquiry } from '../bureau.ts';
import type { ExperianSettings } from './settings.ts';
import type { Input, WireDate, WireLocation, WireName } from './wire.ts';

/** The current address and two previous ones; the name and five previous ones, as aliases. */
export const SEARCH_ROOM: SearchRoom = { names: 6, addresses: 3 };

type Wanted = Pick<
  ExperianSettings,
  'EXPERIAN_ACCOUNT_NUMBER' | 'EXPERIAN_BRANCH_NUMBER' | 'EXPERIAN_APPLICATION_TYPE'
>;

export function toInput({ reportId, consumer }: Enquiry, settings: Wanted): Input {
  const addresses = consumer.addresses.slice(0, SEARCH_ROOM.addresses);
  return {
    Control: {
      ExperianReference: '',
      ...(settings.EXPERIAN_ACCOUNT_NUMBER && { ClientAccountNumber: settings.EXPERIAN_ACCOUNT_NUMBER }),
      ...(settings.EXPERIAN_BRANCH_NUMBER && { ClientBranchNumber: settings.EXPERIAN_BRANCH_NUMBER }),
      ClientRef: reportId,
      Parameters: {
        InteractiveMode: 'OneShot',
        FullFBLRequired: 'Y',
        AuthPlusRequired: 'N',
        DetectRequired: 'N',
        TestMode: 'N',
        ShowConsumer: 'Y',
      },
    },
    Applicant: [toApplicant(consumer)],
    LocationDetails: addresses.map(({ ukAddress }, index) => ({
      LocationIdentifier: String(index + 1),
      UKLocation: toLocation(ukAddress),
    })),
    Residency: addresses.map((_, index) => ({
      ApplicantIdentifier: '1',
      LocationIdentifier: String(index + 1),
      LocationCode: index === 0 ? '01' : '02',
    })),
    Application: { ApplicationType: settings.EXPERIAN_APPLICATION_TYPE, SearchConsent: 'Y' },
    // Only the person: no linked people and no household.
    ThirdPartyData: { OptOut: 'Y', TransientAssocs: 'N', HHOAllowed: 'N' },
  };
}

export function toWireDate(date: string): WireDate {
  const [CCYY = '', MM = '', DD = ''] = date.split('-');
  return { CCYY, MM, DD };
}

function toApplicant(consumer: Consumer): Input['Applicant'][number] {
  const { gender, previousNames = [] } = consumer;
  return {
    ApplicantIdentifier: '1',
    Name: toName(consumer),
    ...(previousNames.length > 0 && { Alias: previousNames.slice(0, SEARCH_ROOM.names - 1).map(toName) }),
    ...(gender !== undefined && { Gender: gender }),
    DateOfBirth: toWireDate(consumer.dateOfBirth),
  };
}

function toName({ title, firstName, middleName, lastName }: PreviousName): WireName {
  return {
    ...(title !== undefined && { Title: title.slice(0, 10) }),
    Forename: firstName.slice(0, 15),
    ...(middleName !== undefined && { MiddleName: middleName.slice(0, 15) }),
    Surname: lastName.slice(0, 30),
  };
}

export function toLocation(address: UkAddress): WireLocation {
  // An address with a bare "Flat" cannot be matched.
  const flat = /^\s*flat\s*$/i.test(address.subBuildingName ?? '') ? undefined : address.subBuildingName;
  return {
    ...cut('Flat', flat, 30),
    ...cut('HouseName', address.buildingName, 50),
    ...cut('HouseNumber', address.buildingNumber, 10),
    ...cut('Street', address.thoroughfare, 60),
    ...cut('District', address.district, 35),
    ...cut('PostTown', address.townOrCity, 30),
    ...cut('County', address.county, 30),
    Postcode: address.postcode,
  };
}

function cut(name: keyof WireLocation, value: string | undefined, lengthMax: number): Partial<WireLocation> {
  const text = value?.trim().slice(0, lengthMax).trim();
  return text ? { [name]: text } : {};
}
