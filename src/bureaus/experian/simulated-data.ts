// A simulated file as Experian's `Output`, in one of three dialects. The person's own file reads the same in all of them.
import { monthNumber, monthText } from '../../domain/days/months.ts';
import { startFolding } from '../asking/fold.ts';
import type { Dialect } from '../simulation/dialect.ts';
import type { SimulatedFile, SimulatedOther } from '../simulation/population/simulated-file.ts';
import { toLocation, toWireDate } from './request.ts';
import { markersOf, namesOf, noticesOf, publicOf } from './simulated-parts.ts';
import { isCard, nameOf, type Owner, toApplication, toDetail } from './simulated-records.ts';
import type {
  AssociationDetail,
  CaisDetail,
  ConsumerData,
  MatchDetails,
  Output,
  ReplyResidency,
  RollEntry,
  WireLocation,
} from './wire.ts';

export type Written = {
  file: SimulatedFile;
  dialect: Dialect;
  /** Of the dialect `others` only. */
  others: readonly SimulatedOther[];
  /** YYYY-MM-DD. */
  today: string;
};

const OWN: MatchDetails = {
  StreetMatchLevel: '4',
  HouseMatchLevel: '4',
  BureauRefCategory: '1',
  MatchTo: '1',
  MatchType: 'I',
};
/** The family's differ from the person's in the category only. */
const MATCH_OF: Record<SimulatedOther['relation'], MatchDetails> = {
  associate: { ...OWN, BureauRefCategory: '2', MatchTo: '3', MatchType: 'F' },
  family: { ...OWN, BureauRefCategory: '3' },
  stranger: { StreetMatchLevel: '4', HouseMatchLevel: '4', BureauRefCategory: '5', MatchTo: '9' },
};
/** The newer service has two levels more. */
const NEWER = { ForenameMatchLevel: '4', SurnameMatchLevel: '4' };

/** The current address is C; the others are found by the bureau, and the records there are the person's under U. */
const groupAt = (home: number) => ({
  LocationIndicator: home === 0 ? 'C' : String(home),
  ApplicantIndicator: home === 0 ? '1' : 'U',
});

export function toConsumerData(
  written: Written,
): Pick<Output, 'FullConsumerData' | 'LocationDetails' | 'Residency'> {
  const { file, dialect, others, today } = written;
  const homes = file.person.addresses.map(({ address }) => toLocation(address, startFolding(), ''));
  const isThin = dialect === 'thin';
  const where = { home: homes[0] ?? {}, match: ownMatch(dialect), group: groupAt(0) };
  const accounts = [file, ...others].reduce((sum, one) => sum + one.accounts.length, 0);
  const searchDate = toWireDate(today);
  // Thin: every home stands where it was asked for. Otherwise the bureau links the others to the person.
  const asked = isThin ? homes : homes.slice(0, 1);
  return {
    FullConsumerData: {
      ...(!isThin && { ConsumerDataSummary: summaryOf(accounts, file) }),
      ConsumerData: {
        ...(!isThin && rollOf(written, homes)),
        ...associatesOf(written, where),
        ...publicOf(file, where),
        ...markersOf(file, where),
        ...creditOf(written, homes),
        ...(!isThin && linksOf(written, homes)),
        ...noticesOf(file, where),
      },
      ...(!isThin && { ControlDetails: { SearchDate: searchDate } }),
    },
    LocationDetails: asked.map((UKLocation, index) => ({
      LocationIdentifier: String(index + 1),
      UKLocation,
    })),
    Residency: asked.map((_, index): ReplyResidency => {
      const months = file.person.addresses[index]?.monthsAtAddress ?? 0;
      const years = String(Math.floor(months / 12)).padStart(2, '0');
      return {
        ApplicantIdentifier: '1',
        LocationIdentifier: String(index + 1),
        LocationCode: index === 0 ? '01' : '02',
        ...(isThin && { TimeAt: { Years: years, Months: String(months % 12) } }),
        VRConfirmation: { Confirmed: 'Y', Surname: '', Forename: '', YrsERSP: years, YrsERSF: years },
      };
    }),
  };
}

export function summaryOf(accounts: number, file?: SimulatedFile) {
  const { judgments = [], insolvencies = [] } = file?.parts ?? {};
  const records = judgments.length + insolvencies.length;
  return {
    LocationIndicator: 'C',
    ApplicantIndicator: '1',
    SummaryDetails: {
      LocationConfirmCnt: '1',
      ...(records > 0 && { PublicInfoSummary: { Number: String(records) } }),
      CAISSummary: { Number: String(accounts) },
    },
  };
}

function ownMatch(dialect: Dialect): MatchDetails {
  return dialect === 'others' ? { ...OWN, ...NEWER } : OWN;
}

/** The roll has the household too. */
function rollOf(
  { file: { person }, dialect, others, today }: Written,
  homes: readonly WireLocation[],
): Pick<ConsumerData, 'VotersRollLocation' | 'VotersRollPerson'> {
  let left: number | undefined;
  const entries = homes.map((location, home): RollEntry => {
    const until = left ?? monthNumber(today);
    const since = until - (person.addresses[home]?.monthsAtAddress ?? 0);
    const entry = rollEntry(nameOf(person), ownMatch(dialect), location, [since, left]);
    left = since;
    return entry;
  });
  const [current] = homes;
  const household = others.map(({ person: other, relation }) =>
    rollEntry(nameOf(other), MATCH_OF[relation], current ?? {}, [monthNumber(today) - 30, undefined]),
  );
  return {
    VotersRollLocation: homes.map((Location, home) => ({
      ...groupAt(home),
      VRollStreetDetails: [{ Location: streetOf(Location), StreetMatchLevel: '4' }],
    })),
    VotersRollPerson: entries.map((entry, home) => ({
      ...groupAt(home),
      VRollPersonDetails: home === 0 ? [...household, entry] : [entry],
    })),
  };
}

function streetOf({ Flat, HouseName, HouseNumber, ...street }: WireLocation): WireLocation {
  return street;
}

function rollEntry(
  Name: RollEntry['Name'],
  match: MatchDetails,
  { Flat, HouseName, HouseNumber = '0' }: WireLocation,
  [since, left]: [number, number | undefined],
): RollEntry {
  const month = (number: number) => {
    const [year, mm] = monthText(number).split('-');
    return `${mm}${year}`;
  };
  return {
    Name,
    MatchDetails: match,
    InformationSource: 'N',
    DatesRegLeft: month(since) + (left === undefined ? '' : month(left)),
    ...(Flat !== undefined && { Flat }),
    ...(HouseName !== undefined && { HouseName }),
    HouseNumber,
  };
}

function associatesOf(
  { file, others }: Written,
  where: Parameters<typeof namesOf>[1],
): Pick<ConsumerData, 'Association'> {
  const { person } = file;
  const associates = others.filter(({ relation }) => relation === 'associate');
  const names = namesOf(file, where);
  if (associates.length + names.length === 0) return {};
  const { MatchTo, ...match } = OWN;
  return {
    Association: [
      {
        ...groupAt(0),
        AssociationDetails: associates
          .map(
            (other): AssociationDetail => ({
              Location: where.home,
              AssociateName: nameOf(other.person),
              Name: nameOf(person),
              DoBAssociateOrAlias: toWireDate(other.person.dateOfBirth),
              DateOfBirth: toWireDate(person.dateOfBirth),
              Source: 'J',
              MatchDetails: match,
              InformationType: 'F',
            }),
          )
          .concat(names),
      },
    ],
  };
}

function creditOf(
  { file: { person, accounts, searches }, dialect, others }: Written,
  homes: readonly WireLocation[],
): Pick<ConsumerData, 'CAIS' | 'PreviousApplication'> {
  const ownerAt = (home: number): Owner => ({
    dateOfBirth: person.dateOfBirth,
    match: ownMatch(dialect),
    location: homes[home] ?? {},
    dialect,
  });
  const ofOthers = others.map((other) => ({
    other,
    owner: { ...ownerAt(0), dateOfBirth: other.person.dateOfBirth, match: MATCH_OF[other.relation] },
  }));
  const othersDetails = ofOthers.flatMap(({ other, owner }) =>
    other.accounts.map((one) => toDetail(one, owner)),
  );
  const groups = homes.flatMap((_, home) => {
    const here = accounts.filter(({ addressIndex }) => addressIndex === home);
    // Cards come apart at the current address: the same group twice.
    const apart =
      home === 0 && dialect !== 'thin' ? [here.filter((one) => !isCard(one)), here.filter(isCard)] : [here];
    return apart.map((some) => ({
      ...groupAt(home),
      CAISDetails: some.map((one): CaisDetail => toDetail(one, ownerAt(home))),
    }));
  });
  groups[0]?.CAISDetails.unshift(...othersDetails);
  const applications = [
    ...searches.map((search) => toApplication(search, person, ownerAt(0))),
    ...ofOthers.flatMap(({ other, owner }) =>
      other.searches.map((search) => toApplication(search, other.person, owner)),
    ),
  ];
  const filled = groups.filter(({ CAISDetails }) => CAISDetails.length > 0);
  return {
    ...(filled.length > 0 && { CAIS: filled }),
    ...(applications.length > 0 && {
      PreviousApplication: [{ ...groupAt(0), PrevApplnDetails: applications }],
    }),
  };
}

function linksOf(
  { file: { person }, dialect }: Written,
  homes: readonly WireLocation[],
): Pick<ConsumerData, 'LocationLink'> {
  const others = homes.slice(1);
  if (others.length === 0) return {};
  return {
    LocationLink: {
      LocationCode: '01',
      ApplicantIndicator: '1',
      LocationLinkDetails: others.map((Location, index) => ({
        Location,
        Name: nameOf(person),
        MatchDetails: ownMatch(dialect),
        LocationLinkInd: 'O',
        LocationLinkNumber: String(index + 1),
        LocationLinkCaption: 'PREVIOUS ADDRESS',
        InformationSource: 'N',
        SourceOfData: 'C',
        SuperSearchFlag: 'Y',
      })),
    },
  };
}
