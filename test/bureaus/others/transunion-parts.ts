// The blocks of TransUnion's reply beside the accounts: the roll, judgments, insolvencies, searches, links, notices, CIFAS, the score.
import type { Dice } from './chance.ts';
import { type Expected, type Fields, type LeftOutCount, pounds } from './expected.ts';
import { COMPANIES } from './products.ts';
import type { Branch } from './tree.ts';
import {
  type Home,
  hasEnded,
  type Person,
  type Stranger,
  type TrueInsolvency,
  type TrueNotice,
  undeclaredOf,
} from './truth.ts';

export const holderLine = ({ title, first, last }: Person['name']): string => `${title} ${first} ${last}`;

const confirmed = ({ flat, number, street, town, postcode }: Home): string =>
  `${flat === undefined ? '' : `${flat}, `}${number} ${street}, ${town} ${postcode}`;

const linkedLine = ({ flat, number, street, town, postcode }: Home): string =>
  `${flat === undefined ? '' : `${flat}, `}${number} ${street}, ${town}, ${postcode}`;

export function partsOf(
  dice: Dice,
  person: Person,
): { blocks: Branch; expected: Omit<Expected, 'accounts' | 'roll' | 'leftOut'>; out: LeftOutCount[] } {
  const { name, judgments, associate, alias, notice, fraudFiledBy, homes, score } = person;
  const line = holderLine(name);
  const insolvencies = person.insolvencies.filter(({ kind }) => CODES[kind] !== undefined);
  const searches = person.searches
    .filter(({ enquiry }) => enquiry.transunion !== '')
    .map((search) => searchOf(dice, person, search));
  const unsure = person.strangers.filter(({ is }) => is === 'unsure' && dice.percent(50));
  const out = unsure.flatMap((): LeftOutCount[] =>
    (['publicRecords', 'searches'] as const).map((kind) => ({ reason: 'not-sure', kind })),
  );
  const linked = { creationdate: '', lastconfdate: '', supplierdetails: { suppliertypecode: 'BK' } };
  const blocks: Branch = {
    creditscores: { creditscore: { score: { '@class': 10, '#': score }, reasons: { code: [302, 0, 0, 0] } } },
    addressconfs: { addressconf: homes.map((home, at) => confirmationOf(dice, person, home, at === 0)) },
    judgments: {
      judgment: [...judgments.map((one) => judgmentOf(dice, person, one)), ...unsure.map(strangersJudgment)],
    },
    bais: { bai: insolvencies.map((one) => insolvencyOf(person, one)) },
    ...(notice && { nocs: { noc: { ...noticeOf(notice, false), name: line } } }),
    searches: { search: [...searches.map(({ node }) => node), ...unsure.map(strangersSearch)] },
    addresslinks: {
      addresses: {
        address: homes.map((home, at) => ({
          '@current': at === 0 ? 1 : 0,
          ...(home === undeclaredOf(person) && { '@undeclaredaddresstype': 3 }),
          ...{ '@addressid': at + 1, '@declared': home === undeclaredOf(person) ? 0 : 1 },
          '#': linkedLine(home),
        })),
      },
    },
    ...(alias && {
      aliaslinks: {
        aliaslink: {
          '@declared': 0,
          name: `MR ${alias.first} ${alias.last}`,
          alias: line,
          ...linked,
          creationdate: alias.since,
          lastconfdate: alias.confirmed,
        },
      },
    }),
    ...(associate && {
      associatelinks: {
        associatelink: {
          ...{ '@declaredaddress': 1, '@oiaid': 1 },
          name: holderLine(associate),
          ...linked,
          creationdate: associate.since,
          lastconfdate: associate.confirmed,
        },
      },
    }),
    ...(fraudFiledBy !== undefined && {
      cifas: {
        filing: {
          person: { name: line, dob: person.dateOfBirth },
          details: {
            membernumber: 11,
            casereferenceno: 'ZX0001',
            name: fraudFiledBy,
            productcode: 'PL',
            fraudcategory: 4,
            inputdate: '2026-02-01',
            transactiontype: 1,
          },
        },
      },
    }),
  };
  const expected = {
    searches: searches.map(({ expected: fields }) => fields),
    judgments: judgments.map(expectedJudgment),
    insolvencies: insolvencies.map(expectedInsolvency),
    associations: associate
      ? [{ name: holderLine(associate), since: associate.since, lastConfirmed: associate.confirmed }]
      : [],
    aliases: alias
      ? [{ name: `MR ${alias.first} ${alias.last}`, since: alias.since, lastConfirmed: alias.confirmed }]
      : [],
    notices: notice ? [expectedNotice(notice)] : [],
    fraudMarkers: fraudFiledBy === undefined ? [] : [{ companyName: fraudFiledBy }],
    scores: [{ value: score, reasons: ['302'] }],
  };
  return { blocks, expected, out };
}

function confirmationOf(dice: Dice, { name, strangers }: Person, home: Home, isCurrent: boolean): Branch {
  const { rollFrom, rollTo } = home;
  const time = { startdate: rollFrom, ...(rollTo !== undefined && { enddate: rollTo }) };
  const resident = (matchtype: string, who: string): Branch => ({
    ...{ '@matchtype': matchtype, '@currentname': matchtype === 'IM' ? 1 : 0, '@declaredalias': 0 },
    name: who,
    ...time,
    ervalid: rollTo === undefined ? 1 : 3,
    erhistory: { ...time, optout: 0, rollingroll: 0 },
    ...(matchtype !== 'IM' && { notice: { type: 'C', refnum: 'HH1', text: 'Not the words of the person.' } }),
  });
  const household = strangers.map((one) =>
    resident(one.last === name.last ? 'SM' : 'HM', `${one.first} ${one.last}`),
  );
  const own = resident('IM', `${name.first} ${name.last}`);
  return {
    '@pafvalid': 1,
    address: { '@current': isCurrent ? 1 : 0, '#': confirmed(home) },
    resident: dice.percent(50) ? [own, ...household] : [...household, own],
  };
}

const noticeOf = ({ ref, on, text }: TrueNotice, hasType: boolean): Branch => ({
  ...(hasType && { type: 'C' }),
  refnum: ref,
  dateraised: on,
  text,
});
const expectedNotice = ({ ref, on, text }: TrueNotice): Fields => ({
  type: 'correction',
  ref,
  date: on,
  text,
});

function judgmentOf(dice: Dice, { name, dateOfBirth }: Person, one: Person['judgments'][number]): Branch {
  return {
    name: `${name.title} ${name.first[0]} ${name.last}`,
    address: { '@current': 1, '#': '40 ORCHARD STREET NETHER APPLEWICK ZZ1 1AE' },
    ...(dice.percent(60) && { dob: dateOfBirth }),
    courtname: one.court,
    courttype: 0,
    casenumber: one.number,
    status: one.satisfiedOn === undefined ? 'JG' : 'SS',
    amount: one.pounds,
    judgmentdate: one.on,
    ...(one.satisfiedOn !== undefined && { datesatisfied: one.satisfiedOn }),
    ...(one.notice && { notice: noticeOf(one.notice, true) }),
  };
}

const expectedJudgment = (one: Person['judgments'][number]): Fields => ({
  kind: 'county-court-judgment',
  status: one.satisfiedOn === undefined ? 'open' : 'satisfied',
  court: one.court,
  caseNumber: one.number,
  amount: pounds(one.pounds),
  date: one.on,
  satisfiedDate: one.satisfiedOn,
  birthdayDiffers: undefined,
});

/** The codes of the others are not public. */
const CODES: Partial<Record<TrueInsolvency['kind'], string>> = { bankruptcy: 'BO', 'trust-deed': 'TD' };

function insolvencyOf({ name }: Person, one: TrueInsolvency): Branch {
  return {
    ...(one.endedOn !== undefined && { dischargedate: one.endedOn }),
    courtname: one.court,
    currentstatus: 'A',
    amount: one.pounds,
    ordertype: CODES[one.kind],
    orderdate: one.on,
    caseyear: one.year,
    caseref: one.number,
    ...(one.restriction && {
      restriction: { type: 'BRU', startdate: one.restriction.from, enddate: one.restriction.to },
    }),
    name: holderLine(name),
  };
}

const expectedInsolvency = (one: TrueInsolvency): Fields => ({
  kind: one.kind,
  status: hasEnded(one) ? 'ended' : 'in-force',
  court: one.court,
  caseNumber: one.number,
  caseYear: one.year,
  amount: pounds(one.pounds),
  date: one.on,
  endDate: hasEnded(one) ? one.endedOn : undefined,
});

function searchOf(dice: Dice, { name }: Person, search: Person['searches'][number]) {
  const { on, time, enquiry, company, dateOfBirth } = search;
  const companyName = dice.percent(50) ? COMPANIES[company].names[0] : undefined;
  const code = COMPANIES[company].transunion.split(' ')[0] as string;
  const node: Branch = {
    searchref: `{${dice.digits(8)}-7A11-4000-8000-00000000BEEF}`,
    searchorgtype: code,
    ...(companyName !== undefined && { searchorgname: companyName }),
    ownsearch: 0,
    subsequentenquiry: 0,
    searchpurpose: enquiry.transunion,
    jointapplication: 0,
    searchdate: `${on}T${time}`,
    name: holderLine(name),
    ...(dateOfBirth !== undefined && { dob: dateOfBirth }),
  };
  const expected: Fields = {
    date: londonInstant(`${on}T${time}`),
    isDateOnly: false,
    kind: enquiry.transunion,
    purpose: enquiry.purpose,
    ...(companyName !== undefined && { companyName }),
    companyType: COMPANIES[company].is,
  };
  return { node, expected };
}

/** A time of London without a zone; no search of ours is in the hour that occurs twice. */
function londonInstant(text: string): string {
  const asUtc = new Date(`${text}Z`);
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'shortOffset' })
    .formatToParts(asUtc)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return new Date(asUtc.getTime() - (offset === 'GMT+1' ? 3_600_000 : 0)).toISOString();
}

/** Under the applicant, with a name and a birthday that do not fit. */
const strangersJudgment = (one: Stranger): Branch => ({
  name: holderLine(one),
  dob: one.dateOfBirth,
  courtname: 'EXAMPLETON',
  courttype: 0,
  casenumber: 'ABCD 7654321',
  status: 'JG',
  amount: 410,
  judgmentdate: '2025-03-03',
});

const strangersSearch = (one: Stranger): Branch => ({
  searchref: '{000001F5-7A11-4000-8000-00000000BEEF}',
  searchorgtype: 'MO',
  ownsearch: 0,
  subsequentenquiry: 0,
  searchpurpose: 'CA',
  jointapplication: 0,
  searchdate: '2026-06-02T09:00:00',
  name: holderLine(one),
  dob: one.dateOfBirth,
});
