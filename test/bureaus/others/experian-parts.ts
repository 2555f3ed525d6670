// The blocks of Experian's reply beside the accounts: the roll, public information, searches, associations, CIFAS, notices.
import type { Dice } from './chance.ts';
import type { Expected, Fields, LeftOutCount } from './expected.ts';
import { locationOf, matchOf, nameOf } from './experian-accounts.ts';
import { COMPANIES, codeOf } from './products.ts';
import { type Branch, Day } from './tree.ts';
import {
  type Home,
  hasEnded,
  type Person,
  type TrueInsolvency,
  type TrueNotice,
  undeclaredOf,
} from './truth.ts';

export function partsOf(
  dice: Dice,
  person: Person,
  noted: readonly TrueNotice[],
): { blocks: Branch; expected: Omit<Expected, 'accounts' | 'leftOut'>; out: LeftOutCount[] } {
  const { name, homes, judgments, insolvencies, associate, alias, notice, fraudFiledBy, score } = person;
  const group = (details: Branch, isCurrent = true): Branch => ({
    LocationIndicator: isCurrent ? 'C' : '1',
    ApplicantIndicator: isCurrent ? '1' : 'U',
    ...details,
  });
  const searches = person.searches.map((search) => searchOf(dice, person, search));
  const courts = judgments.map(() => dice.pick(COURTS));
  const publicDetails = [
    ...judgments.map((one, at) => judgmentOf(person, one, courts[at] as Court)),
    ...insolvencies.map((one) => insolvencyOf(person, one)),
  ];
  const others = strangersRecords(dice, person);
  const undeclared = undeclaredOf(person);
  const associations = [
    ...(associate ? [associationOf(person, associate, 'F', associate.since, associate.dateOfBirth)] : []),
    ...(alias
      ? [associationOf(person, { title: 'MR', ...alias }, 'A', alias.since, person.dateOfBirth)]
      : []),
  ];
  const judged = judgments.flatMap((one, at) => (one.notice ? [{ one: one.notice, at }] : []));
  const notices = [
    ...(notice ? [noticeOf(notice.ref, notice.text)] : []),
    ...judged.map(({ one }) => noticeOf(one.ref, one.text)),
    ...noted.map((one) => noticeOf(one.ref, one.text)),
  ];
  const blocks: Branch = {
    VotersRollPerson: homes.map((home, at) => group({ VRollPersonDetails: rollOf(person, home) }, at === 0)),
    ...(associations.length > 0 && { Association: [group({ AssociationDetails: associations })] }),
    ...(publicDetails.length + others.publics.length > 0 && {
      PublicInformation: [group({ PublicInfoDetails: [...others.publics, ...publicDetails] })],
    }),
    ...(fraudFiledBy !== undefined && {
      CIFAS: [
        group({
          CIFASDetails: [
            {
              Name: nameOf(name),
              MatchDetails: matchOf('own'),
              DateOfBirth: new Day(person.dateOfBirth),
              CIFASReference: 'ZX0001',
              FraudCategory: '4',
              SupplyCompanyName: fraudFiledBy,
              Product: 'PL',
            },
          ],
        }),
      ],
    }),
    ...(searches.length + others.searches.length > 0 && {
      PreviousApplication: [
        group({ PrevApplnDetails: [...searches.map(({ node }) => node), ...others.searches] }),
      ],
    }),
    ...(undeclared && {
      LocationLink: [
        {
          LocationCode: '01',
          LocationLinkDetails: [
            {
              Location: locationOf(undeclared),
              Name: nameOf(name),
              LocationLinkDate: new Day('2024-03-03'),
              MatchDetails: matchOf('own'),
              LocationLinkInd: 'O',
              SourceOfData: 'C',
            },
          ],
        },
      ],
    }),
    ...(notices.length > 0 && {
      NOC: [{ LocationIndicator: 'C', NoCDetails: notices, ApplicantIndicator: '1' }],
    }),
  };
  const month = (day: string | undefined) => day?.slice(0, 7);
  const expected = {
    searches: searches.map(({ expected: fields }) => fields),
    judgments: judgments.map((one, at) => expectedJudgment(one, courts[at] as Court)),
    insolvencies: insolvencies.map(expectedInsolvency),
    associations: associate
      ? [{ name: `${associate.title} ${associate.first} ${associate.last}`, since: associate.since }]
      : [],
    aliases: alias ? [{ name: `MR ${alias.first} ${alias.last}`, since: alias.since }] : [],
    notices: notice ? [{ type: 'correction', ref: notice.ref, text: notice.text }] : [],
    fraudMarkers: fraudFiledBy === undefined ? [] : [{ companyName: fraudFiledBy }],
    scores: [{ scale: 'E5S051', value: score }],
    roll: homes.map(({ rollFrom, rollTo }) => ({ from: month(rollFrom), to: month(rollTo) })),
  };
  return { blocks, expected, out: others.out };
}

function rollOf({ name, strangers }: Person, { rollFrom, rollTo, number, flat }: Home): Branch[] {
  const joined = (day: string) => `${day.slice(5, 7)}${day.slice(0, 4)}`;
  const entry = (who: Person['name'], is: Parameters<typeof matchOf>[0]): Branch => ({
    Name: { Forename: who.first, Surname: who.last },
    MatchDetails: matchOf(is),
    InformationSource: 'N',
    SurnameReg: '2014',
    DatesRegLeft: joined(rollFrom) + (rollTo === undefined ? '' : joined(rollTo)),
    HouseNumber: number,
    ...(flat !== undefined && { Flat: flat }),
  });
  return [...strangers.map((one) => entry(one, one.is)), entry(name, 'own')];
}

function associationOf(
  { name, dateOfBirth, homes }: Person,
  other: Person['name'],
  type: 'F' | 'A',
  since: string,
  birthday: string,
): Branch {
  const { MatchTo: _to, ...match } = matchOf('own');
  return {
    InformationDate: new Day(since),
    Location: locationOf(homes[0]),
    AssociateName: nameOf(other),
    Name: nameOf(name),
    DoBAssociateOrAlias: new Day(birthday),
    DateOfBirth: new Day(dateOfBirth),
    Source: 'S',
    MatchDetails: match,
    InformationType: type,
    CompanyType: '01',
  };
}

const noticeOf = (ref: string, text: string): Branch => ({
  Reference: ref,
  NumberOfLines: '1',
  TextLine: text,
});

function judgmentOf({ name, homes, gender }: Person, one: Person['judgments'][number], court: Court): Branch {
  const satisfied = one.satisfiedOn !== undefined;
  const codes = COURT_CODES[court];
  return {
    Location: locationOf(homes[0]),
    ...(one.satisfiedOn !== undefined && { SatisfactionDate: new Day(one.satisfiedOn) }),
    Name: nameOf(name),
    InformationDate: new Day(one.on),
    MatchDetails: matchOf('own'),
    InformationSource: 'N',
    InformationType: codes[satisfied ? 1 : 0],
    AmountPounds: String(one.pounds),
    AmountPence: String(one.pence).padStart(2, '0'),
    CourtPlaintiff: `${one.number.padEnd(12)}${one.court}`,
    DataSource: 'RTL',
    Sex: gender,
    ...(one.notice && { NoCReference: one.notice.ref }),
  };
}

const expectedJudgment = (one: Person['judgments'][number], court: Court): Fields => ({
  kind: court,
  status: one.satisfiedOn === undefined ? 'open' : 'satisfied',
  court: one.court,
  caseNumber: one.number,
  amount: { amount: one.pounds * 100 + one.pence, currency: 'GBP' },
  date: one.on,
  satisfiedDate: one.satisfiedOn,
  ...(one.notice && { notices: [{ type: 'correction', ref: one.notice.ref, text: one.notice.text }] }),
});

/** In force, and ended. */
const CODES: Record<TrueInsolvency['kind'], [string, string]> = {
  bankruptcy: ['38', '26'],
  'trust-deed': ['70', '70'],
  'individual-voluntary-arrangement': ['42', '46'],
  'debt-relief-order': ['72', '72'],
};

function insolvencyOf({ name, homes }: Person, one: TrueInsolvency): Branch {
  const isCoded = hasEnded(one) && CODES[one.kind][0] !== CODES[one.kind][1];
  return {
    Location: locationOf(homes[0]),
    ...(one.endedOn !== undefined && hasEnded(one) && { SatisfactionDate: new Day(one.endedOn) }),
    Name: nameOf(name),
    InformationDate: new Day(one.on),
    MatchDetails: matchOf('own'),
    InformationType: CODES[one.kind][isCoded ? 1 : 0],
    AmountPence: '0',
    CourtPlaintiff: `${one.number.padStart(8, '0')}    ${one.court}`,
    DataSource: 'ISEW',
  };
}

const expectedInsolvency = (one: TrueInsolvency): Fields => ({
  kind: one.kind,
  status: hasEnded(one) ? 'ended' : 'in-force',
  court: one.court,
  date: one.on,
});

function searchOf(dice: Dice, { name, homes }: Person, search: Person['searches'][number]) {
  const { on, enquiry, company, dateOfBirth } = search;
  const companyName = dice.percent(50) ? COMPANIES[company].names[0] : undefined;
  const kind = codeOf(enquiry.experian, dice.below(99));
  const node: Branch = {
    Location: locationOf(homes[0]),
    ApplicationDate: new Day(on),
    Name: nameOf(name),
    ...(dateOfBirth !== undefined && { DateOfBirth: new Day(dateOfBirth) }),
    MatchDetails: matchOf('own'),
    ApplicationType: kind,
    CompanyType: COMPANIES[company].experian,
    AccountNumber: '00000',
    OptOut: 'N',
    ...(companyName !== undefined && { SearcherName: companyName }),
  };
  const expected: Fields = {
    date: `${on}T00:00:00.000Z`,
    isDateOnly: true,
    kind,
    purpose: enquiry.purpose,
    companyType: COMPANIES[company].is,
    ...(companyName !== undefined && { companyName }),
  };
  return { node, expected };
}

/** Open, and satisfied. */
const COURT_CODES = {
  'county-court-judgment': ['02', '17'],
  'high-court-judgment': ['74', '75'],
  'child-support-order': ['18', '20'],
} as const;
type Court = keyof typeof COURT_CODES;
const COURTS = [
  'county-court-judgment',
  'county-court-judgment',
  'high-court-judgment',
  'child-support-order',
] as const;

/** Searches and judgments of people who are not the person: left out and counted. */
function strangersRecords(dice: Dice, { strangers }: Person) {
  const searches: Branch[] = [];
  const publics: Branch[] = [];
  const out: LeftOutCount[] = [];
  for (const one of strangers) {
    const who = { Name: nameOf(one), DateOfBirth: new Day(one.dateOfBirth), MatchDetails: matchOf(one.is) };
    const reason = one.is === 'unsure' ? 'not-sure' : 'another-person';
    if (dice.percent(50)) {
      searches.push({
        ApplicationDate: new Day('2026-03-03'),
        ...who,
        ApplicationType: 'CC',
        CompanyType: '01',
      });
      out.push({ reason, kind: 'searches' });
    }
    if (dice.percent(30)) {
      publics.push({
        InformationDate: new Day('2025-03-03'),
        Name: nameOf(one),
        MatchDetails: matchOf(one.is),
        InformationType: '02',
        AmountPounds: '410',
        AmountPence: '00',
        CourtPlaintiff: 'ABCD7654321 EXAMPLETON',
      });
      out.push({ reason, kind: 'publicRecords' });
    }
  }
  return { searches, publics, out };
}
