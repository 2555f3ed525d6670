// The rest of a simulated file in Experian's codes: public information, associations and aliases, fraud markers, notices.
import type { SimulatedFile, SimulatedName } from '../simulation/population/simulated-file.ts';
import { fromPublicKind } from './public-codes.ts';
import { toWireDate } from './request.ts';
import { nameOf } from './simulated-records.ts';
import type { ConsumerData, MatchDetails, PublicInfoDetail, WireLocation } from './wire.ts';

type Where = {
  home: WireLocation;
  match: MatchDetails;
  group: { LocationIndicator: string; ApplicantIndicator: string };
};

export function publicOf(file: SimulatedFile, where: Where): Pick<ConsumerData, 'PublicInformation'> {
  const { judgments = [], insolvencies = [] } = file.parts ?? {};
  const details = [
    ...judgments.map((one) => toDetail(file, where, { ...one, ended: one.satisfiedDate })),
    ...insolvencies.map((one) => toDetail(file, where, { ...one, ended: one.endDate })),
  ];
  return details.length === 0 ? {} : { PublicInformation: [{ ...where.group, PublicInfoDetails: details }] };
}

type Parts = NonNullable<SimulatedFile['parts']>;
type Written = (Parts['judgments'][number] | Parts['insolvencies'][number]) & { ended: string | undefined };

function toDetail({ person }: SimulatedFile, { home, match }: Where, record: Written): PublicInfoDetail {
  const { amountPence, caseNumber = '', court, date, ended, kind, status, notice } = record;
  return {
    Location: home,
    ...(ended !== undefined && { SatisfactionDate: toWireDate(ended) }),
    Name: nameOf(person),
    InformationDate: toWireDate(date),
    MatchDetails: match,
    InformationSource: 'N',
    InformationType: fromPublicKind(kind === 'decree' ? 'county-court-judgment' : kind, status),
    ...(amountPence !== undefined && {
      AmountPounds: String(Math.floor(amountPence / 100)),
      AmountPence: String(amountPence % 100).padStart(2, '0'),
    }),
    CourtPlaintiff: `${caseNumber.replaceAll(' ', '')} ${court}`.trim(),
    ...(notice !== undefined && { NoCReference: notice.ref }),
  };
}

export function namesOf({ person, parts }: SimulatedFile, { home, match }: Where) {
  const { MatchTo, ...own } = match;
  const toLink = (InformationType: 'F' | 'A') => (one: SimulatedName) => ({
    InformationDate: toWireDate(one.since),
    Location: home,
    AssociateName: nameOf(one),
    Name: nameOf(person),
    DoBAssociateOrAlias: toWireDate(one.dateOfBirth),
    DateOfBirth: toWireDate(person.dateOfBirth),
    Source: 'J',
    MatchDetails: own,
    InformationType,
  });
  return [...(parts?.associates ?? []).map(toLink('F')), ...(parts?.aliases ?? []).map(toLink('A'))];
}

export function markersOf({ person, parts }: SimulatedFile, where: Where): Pick<ConsumerData, 'CIFAS'> {
  const markers = parts?.fraudMarkers ?? [];
  if (markers.length === 0) return {};
  return {
    CIFAS: [
      {
        ...where.group,
        CIFASDetails: markers.map(({ companyName, date }) => ({
          Name: nameOf(person),
          Location: where.home,
          MatchDetails: where.match,
          DateOfBirth: toWireDate(person.dateOfBirth),
          SupplyDate: toWireDate(date),
          InformationSource: 'N',
          SupplyCompanyName: companyName,
        })),
      },
    ],
  };
}

/** Of the file and of its records: each stands once, and the record has its reference. */
export function noticesOf({ parts }: SimulatedFile, { group }: Where): Pick<ConsumerData, 'NOC'> {
  const { notices = [], judgments = [], insolvencies = [] } = parts ?? {};
  const all = [...notices, ...[...judgments, ...insolvencies].flatMap(({ notice }) => notice ?? [])];
  if (all.length === 0) return {};
  return {
    NOC: [
      {
        LocationIndicator: group.LocationIndicator,
        NoCDetails: all.map(({ ref, text }) => ({
          Reference: ref,
          NumberOfLines: '1',
          TextLine: text.toUpperCase(),
        })),
        ApplicantIndicator: group.ApplicantIndicator,
      },
    ],
  };
}
