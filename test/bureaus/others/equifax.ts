// Equifax's reply about an invented person, over SOAP or as its JSON twin, with what a right reading gives.

import { createDice, type Dice } from './chance.ts';
import {
  accountOf,
  EMPTY_IN_JSON,
  holder,
  LETTER,
  strangersAccount,
  type Written,
} from './equifax-accounts.ts';
import {
  countLeftOut,
  type Expected,
  type Fields,
  type LeftOutCount,
  pounds,
  type Reply,
} from './expected.ts';
import { COMPANIES } from './products.ts';
import { type Branch, Day, type Node, toJson, toXml, Word } from './tree.ts';
import type { Person } from './truth.ts';

const NS = 'http://ewsconsumer.services.uk.equifax.com/schema/v2/creditsearch/creditquotationsearchresponse';
export function writeEquifax(person: Person, isJson: boolean): Reply {
  const dice = createDice(person.at * 31 + (isJson ? 7 : 3));
  const out: LeftOutCount[] = [];
  const own = person.accounts
    .filter(() => dice.percent(85))
    .map((account) => accountOf(dice, person, account, isJson));
  const others = person.strangers.map((stranger) => strangersAccount(dice, stranger, isJson));
  for (const { is } of person.strangers)
    out.push({ reason: is === 'unsure' ? 'not-sure' : 'another-person', kind: 'accounts' });
  const asked = person.searches
    .filter(({ enquiry }) => enquiry.equifax !== '')
    .map((search) => searchOf(person, search));
  const searches = [
    ...asked.filter(({ isCredit }) => isCredit),
    ...asked.filter(({ isCredit }) => !isCredit),
  ];
  // The current home's records stand before those of the linked one.
  const isFar = (index: number) => person.homes.length > 1 && index % 5 === 4;
  const inElements = (all: Written[]) => inOrderOfElements(all, isJson ? EMPTY_IN_JSON : []);
  const near = inElements([...own.filter((_, index) => !isFar(index)), ...others]);
  const far = inElements(own.filter((_, index) => isFar(index)));
  const records = [...near, ...far];
  const beside = strangersRecords(dice, person);
  out.push(...beside.out);
  const reference = `others-${person.at}`;
  const tree = replyOf(dice, person, { reference, near, far, searches, beside, isJson });
  const expected: Expected = {
    accounts: records.flatMap(({ expected: fields }) => (fields === null ? [] : [fields])),
    searches: searches.map(({ expected: fields }) => fields),
    judgments: person.judgments.map(({ court, on, pounds: amount }) => ({
      kind: 'county-court-judgment',
      status: 'open',
      court,
      date: on,
      amount: pounds(amount),
    })),
    insolvencies: [],
    associations: named(person.associate),
    aliases: person.alias ? [{ name: `${person.alias.first} ${person.alias.last}` }] : [],
    notices: person.notice ? [{ type: 'unsaid' }] : [],
    fraudMarkers: person.fraudFiledBy === undefined ? [] : [{}],
    scores: [{ scale: 'RNOLF04', value: person.score }],
    roll: person.homes.map(({ rollFrom, rollTo }) => ({
      from: rollFrom.slice(0, 4),
      to: rollTo?.slice(0, 4),
    })),
    leftOut: countLeftOut(out),
  };
  const debts = records.filter(({ expected: fields }) => fields !== null).map(({ debt }) => debt);
  return {
    bureau: 'equifax',
    reference,
    isJson,
    expected,
    debts,
    text: isJson ? inJson(dice.percent(20) ? { report: { report: tree } } : tree) : inSoap(tree),
  };
}

const named = (name: { title: string; first: string; last: string } | undefined): Fields[] =>
  name === undefined ? [] : [{ name: `${name.title} ${name.first} ${name.last}` }];

/** Elements of one name stand together. */
const inOrderOfElements = (records: Written[], first: readonly string[]): Written[] => {
  const byProduct = Map.groupBy(records, ({ product }) => product);
  const others = [...byProduct.keys()].filter((product) => !first.includes(product));
  return [...first, ...others].flatMap((product) => byProduct.get(product) ?? []);
};

function searchOf(person: Person, { on, enquiry, company, dateOfBirth }: Person['searches'][number]) {
  const isCredit = enquiry.equifax !== 'identityCheck';
  const type = COMPANIES[company].equifax.split(' ')[0] as string;
  const node: Branch = {
    '@sourcedFrom': 'SER',
    ...(dateOfBirth !== undefined && { dob: new Day(dateOfBirth) }),
    name: holder(person.name),
    nameMatchStatus: 'A',
    companyType: type,
    jointApplicant: false,
    optIn: false,
    searchDate: new Day(on),
    searchType: new Word(enquiry.equifax),
  };
  const expected = { date: `${on}T00:00:00.000Z`, isDateOnly: true, purpose: enquiry.purpose };
  return { node, isCredit, expected };
}

type Parts = {
  reference: string;
  near: Written[];
  far: Written[];
  beside: ReturnType<typeof strangersRecords>;
  searches: ReturnType<typeof searchOf>[];
  isJson: boolean;
};

function replyOf(dice: Dice, person: Person, parts: Parts): Branch {
  const { reference, near, far, searches, beside, isJson } = parts;
  const insightOf = (records: Written[]): Branch => {
    const insight: Branch = isJson ? Object.fromEntries(EMPTY_IN_JSON.map((product) => [product, []])) : {};
    for (const { product, node } of records)
      insight[product] = [...((insight[product] as Node[]) ?? []), node];
    return insight;
  };
  const list = (isCredit: boolean) =>
    searches.filter((one) => one.isCredit === isCredit).map(({ node }) => node);
  const [home, previous] = person.homes;
  const specific = (of: typeof home, isCurrent: boolean): Branch => ({
    electoralRollData: { electoralRoll: rollOf(person, of) },
    [!isJson && dice.percent(30) ? 'InsightData' : 'insightData']: insightOf(isCurrent ? near : far),
    ...(isCurrent && {
      previousSearches: {
        previousCreditSearch: [...list(true), ...beside.searches],
        previousNonCreditSearch: list(false),
      },
    }),
    ...(isCurrent &&
      person.judgments.length + beside.courts.length > 0 && {
        courtAndInsolvencyInformationData: {
          courtAndInsolvencyInformation: [...beside.courts, ...person.judgments.map(courtOf)],
        },
      }),
    ...(isCurrent &&
      person.fraudFiledBy !== undefined && {
        cifasData: {
          cifas: [
            {
              caseType: new Word('facilityTakeover'),
              nameMatchStatus: 'A',
              fraudDate: new Day('2026-02-01'),
            },
          ],
        },
      }),
  });
  const place = (of: typeof home, isCurrent: boolean): Branch => ({
    ...(!isCurrent && { linkType: new Word('previousFromSuppliedCurrent') }),
    addressMatchStatus: new Word('singleMatch'),
    addressSpecificData: specific(of, isCurrent),
    ...(isCurrent && { index: 1 }),
    ...(isCurrent && { noticeOfCorrectionOrDisputePresent: person.notice !== undefined }),
    matchedAddress: {
      '@sourcedFrom': 'ADO',
      address: {
        ...(of.flat !== undefined && { name: of.flat }),
        number: of.number.padStart(5, '0'),
        postcode: of.postcode,
        postTown: of.town,
        street1: of.street,
        addressID: '10000000012',
      },
    },
  });
  return {
    clientRef: reference,
    nonAddressSpecificData: nonAddress(person),
    soleSearch: {
      primary: {
        suppliedAddressData: [
          place(home, true),
          ...(dice.percent(15)
            ? [{ addressMatchStatus: new Word(dice.pick(['noMatch', 'multipleMatch'])), index: 2 }]
            : []),
        ],
        linkedAddressData: previous === undefined ? [] : [place(previous, false)],
      },
    },
  };
}

function nonAddress({ score, associate, alias }: Person): Branch {
  return {
    scores: { score: [{ '@sourcedFrom': 'SCO', scoreLabel: 'RNOLF04', positive: true, value: score }] },
    ...(associate && {
      associates: {
        associate: [{ dob: new Day(associate.dateOfBirth), name: holder(associate), '@sourcedFrom': 'ASC' }],
      },
    }),
    ...(alias && { aliases: { alias: [{ aliasName: [`${alias.first} ${alias.last}`] }] } }),
  };
}

const courtOf = ({ court, on, pounds: amount }: Person['judgments'][number]): Branch => ({
  ccjType: new Word('judgment'),
  courtName: court,
  courtDate: new Day(on),
  value: { amount, currency: 'GBP' },
  nameMatchStatus: 'A',
});

function rollOf({ name, strangers }: Person, { rollFrom, rollTo }: Person['homes'][0]): Branch[] {
  const entry = (who: { first: string; last: string }, mark: string, end: string): Branch => ({
    '@sourcedFrom': 'ELR',
    name: { surname: who.last, forename: who.first },
    nameMatchStatus: mark,
    seniority: new Word('unknown'),
    annualRegisterPeriod: { start: rollFrom.slice(0, 4), end },
  });
  const household = strangers.map((one) => entry(one, LETTER[one.is], '2026'));
  return [entry(name, 'A', rollTo?.slice(0, 4) ?? '2026'), ...household];
}

const inSoap = (tree: Branch): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>${toXml(
    'ns2:creditQuotationSearchResponse',
    { '@xmlns:ns2': NS, ...tree },
  )}</soapenv:Body></soapenv:Envelope>`;

const inJson = (tree: Branch): string =>
  JSON.stringify(
    toJson(tree, {
      day: (text) => {
        const [year, month, day] = text.split('-').map(Number);
        return { day, month, year };
      },
      word: (text) => text.replace(/[a-z][A-Z]/g, ([low = '', high = '']) => `${low}_${high}`).toUpperCase(),
    }),
  );

/** Searches and judgments of people who are not the person: left out and counted. */
function strangersRecords(dice: Dice, { strangers }: Person) {
  const searches: Branch[] = [];
  const courts: Branch[] = [];
  const out: LeftOutCount[] = [];
  for (const one of strangers) {
    const reason = one.is === 'unsure' ? 'not-sure' : 'another-person';
    const who = { dob: new Day(one.dateOfBirth), name: holder(one), nameMatchStatus: LETTER[one.is] };
    if (dice.percent(50)) {
      const searched = { searchDate: new Day('2026-07-09'), searchType: new Word('creditApplication') };
      searches.push({ '@sourcedFrom': 'SER', ...who, companyType: 'MO', ...searched });
      out.push({ reason, kind: 'searches' });
    }
    if (dice.percent(30)) {
      courts.push({
        ...courtOf({ court: 'EXAMPLETON', on: '2024-08-12', number: '', pounds: 410, pence: 0 }),
        ...who,
      });
      out.push({ reason, kind: 'publicRecords' });
    }
  }
  return { searches, courts, out };
}
