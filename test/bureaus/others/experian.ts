// Experian's reply about an invented person, in the JSON that the service reads, with what a right reading gives. The blocks beside the
// accounts are in experian-parts.ts.

import { createDice } from './chance.ts';
import { countLeftOut, type Expected, type LeftOutCount, type Reply } from './expected.ts';
import { accountOf, locationOf, strangersAccount } from './experian-accounts.ts';
import { partsOf } from './experian-parts.ts';
import { type Branch, Day, toJson } from './tree.ts';
import { declaredOf, type Person } from './truth.ts';

type Group = { LocationIndicator: string; ApplicantIndicator: string; CAISDetails: Branch[] };

/** How keys and dates are spelt: several services speak this wire. */
export const SPELLINGS = [
  'capitals',
  'camel',
  'acronyms',
  'iso dates',
  'specified dates',
  'nulls and numbers',
  'single records',
] as const;

export function writeExperian(person: Person): Reply {
  const dice = createDice(person.at * 41 + 13);
  const reference = `others-${person.at}`;
  const filed = person.accounts.filter(() => dice.percent(85));
  const accounts = filed.map((account) => accountOf(dice, person, account));
  const strangers = person.strangers.map((stranger) => ({
    stranger,
    node: strangersAccount(dice, stranger),
  }));
  const out = strangers.map(
    ({ stranger }): LeftOutCount => ({
      reason: stranger.is === 'unsure' ? 'not-sure' : 'another-person',
      kind: 'accounts',
    }),
  );
  const far = accounts.filter((_, at) => at % 4 === 3);
  const near = accounts.filter((_, at) => at % 4 !== 3);
  const groups: Group[] = [
    {
      LocationIndicator: 'C',
      ApplicantIndicator: '1',
      CAISDetails: [...strangers, ...near].map(({ node }) => node),
    },
    { LocationIndicator: '1', ApplicantIndicator: 'U', CAISDetails: far.map(({ node }) => node) },
  ].filter(({ CAISDetails }) => CAISDetails.length > 0);
  const noted = [...filed, ...person.strangers].map(({ notice }) => notice);
  const parts = partsOf(
    dice,
    person,
    noted.filter((notice) => notice !== undefined),
  );
  const total = accounts.length + strangers.length;
  const tree = replyOf(person, { reference, groups, blocks: parts.blocks, total });
  const inOrder = [...near, ...far];
  const expected: Expected = {
    ...parts.expected,
    accounts: inOrder.map(({ expected: fields }) => fields),
    leftOut: countLeftOut([...out, ...parts.out]),
  };
  const text = JSON.stringify(spelt(tree, SPELLINGS[person.at % SPELLINGS.length] as string));
  return {
    bureau: 'experian',
    reference,
    isJson: true,
    expected,
    debts: inOrder.map(({ debt }) => debt),
    text,
  };
}

type Parts = { reference: string; groups: Group[]; blocks: Branch; total: number };

function replyOf(person: Person, { reference, groups, blocks, total }: Parts): Branch {
  const { name, dateOfBirth, gender, score } = person;
  const homes = declaredOf(person);
  return {
    Output: {
      Applicant: [
        {
          ApplicantIdentifier: '1',
          Name: { Forename: name.first, Surname: name.last },
          Gender: gender,
          DateOfBirth: new Day(dateOfBirth),
        },
      ],
      ConsumerSummary: {
        PremiumValueData: { TPD: { NDHHO: 'N' }, Scoring: { E5S051: String(score), E5S01: '1' } },
      },
      Control: { ExperianReference: 'ADAHAZEL01', ClientRef: reference },
      FullConsumerData: {
        ConsumerDataSummary: {
          LocationIndicator: 'C',
          ApplicantIndicator: '1',
          SummaryDetails: { CAISSummary: { Number: String(total) } },
        },
        ConsumerData: { ...blocks, ...(groups.length > 0 && { CAIS: groups as Branch[] }) },
      },
      LocationDetails: homes.map((home, at) => ({
        LocationIdentifier: String(at + 1),
        UKLocation: locationOf(home),
      })),
      Residency: homes.map((_, at) => ({
        ApplicantIdentifier: '1',
        LocationIdentifier: String(at + 1),
        LocationCode: `0${at + 1}`,
        VRConfirmation: { Confirmed: 'Y', YrsERSP: '05', YrsERSF: '05' },
      })),
      ThirdPartyData: { OptOut: 'Y', TransientAssocs: 'N', HHOAllowed: 'N' },
    },
  };
}

function spelt(tree: Branch, style: string): unknown {
  const day = (text: string): unknown => {
    const [year, month, date] = text.split('-').map(Number);
    if (style === 'iso dates') return `${text}T00:00:00`;
    if (style !== 'specified dates') return { CCYY: String(year), MM: String(month), DD: String(date) };
    return { ccyy: year, ccyySpecified: true, mm: month, mmSpecified: true, dd: date, ddSpecified: true };
  };
  const json = toJson(tree, { day, word: (text) => text });
  if (style === 'nulls and numbers') return plainValues(json);
  if (style === 'single records') return singled(json);
  if (style === 'camel') return rekeyed(json, (key) => `${key[0]?.toLowerCase()}${key.slice(1)}`);
  if (style === 'acronyms')
    return rekeyed(json, (key) => key.replace(/^[A-Z]+(?=[A-Z][a-z]|$)/, (run) => run.toLowerCase()));
  return json;
}

function rekeyed(json: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(json)) return json.map((one) => rekeyed(one, rename));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [rename(key), rekeyed(value, rename)]),
  );
}

/** Empty elements as null, counts as numbers. Money, months and codes stay text. */
function plainValues(json: unknown, key = ''): unknown {
  if (Array.isArray(json)) return json.map((one) => plainValues(one));
  if (json === '') return null;
  if (typeof json === 'string' && /^(Num|Status[12T]|Repayment|CCYY|MM|DD|Amount(Pounds|Pence))/.test(key))
    return Number(json);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, plainValues(value, name)]));
}

/** As converters from XML write a list of one. */
function singled(json: unknown): unknown {
  if (Array.isArray(json)) return json.length === 1 ? singled(json[0]) : json.map(singled);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, singled(value)]));
}
