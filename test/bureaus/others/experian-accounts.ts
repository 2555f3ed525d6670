// Accounts as Experian writes them, with what a right reading gives.
import { type Dice, monthName, monthNumber } from './chance.ts';
import { byTheMonth, type Fields, historyOf, pounds } from './expected.ts';
import { COMPANIES, codeOf, SILENT_COMPANY } from './products.ts';
import { type Branch, Day } from './tree.ts';
import { productCode, seenAt, type TrueAccount } from './true-accounts.ts';
import { type Home, misKeyed, type Person, type Stranger } from './truth.ts';

export type Written = { node: Branch; expected: Fields; debt: string };
/** Pounds as this wire pads them; a credit balance has its sign behind. */
const padded = (amount: number, width = 9): string =>
  `£${String(Math.abs(amount)).padEnd(width - 1 - (amount < 0 ? 1 : 0))}${amount < 0 ? '-' : ''}`;

const CODES: Record<string, string> = {
  l: 'S',
  d: '8',
  w: '9',
  o: 'D',
  a: 'U',
  s: 'U',
  q: 'U',
  t: 'U',
  '.': 'U',
};
const AS_READ: Record<string, string> = { a: '.', s: '.', q: '.', t: '.' };
const LETTERS: Record<string, string> = {
  late: 'D',
  settled: 'S',
  default: 'F',
  satisfied: 'F',
  sold: 'F',
  'written-off': 'F',
};
const INSTRUCTIONS: Record<string, string> = { arrangement: 'A', sold: 'C', query: 'Q' };
const STATUS: Record<string, string> = {
  ...{
    open: 'open',
    young: 'open',
    'credit-balance': 'open',
    late: 'delinquent',
    arrangement: 'arrangement',
  },
  ...{
    default: 'default',
    sold: 'transferred',
    'written-off': 'written-off',
    satisfied: 'settled',
    settled: 'settled',
  },
  ...{ dormant: 'dormant', query: 'query' },
};
const FAMILY = { associate: '2', family: '3', stranger: '5', unsure: '4' } as const;

export const matchOf = (is: keyof typeof FAMILY | 'own'): Branch => ({
  StreetMatchLevel: '4',
  HouseMatchLevel: '4',
  BureauRefCategory: is === 'own' ? '1' : FAMILY[is],
  ...(is === 'associate' && { MatchTo: '3', MatchType: 'F' }),
  ...(is === 'stranger' && { MatchTo: '9' }),
  ...((is === 'own' || is === 'family') && { MatchTo: '1', MatchType: 'I' }),
});
export const nameOf = ({ title, first, last }: Person['name']): Branch => ({
  Title: title,
  Forename: first,
  Surname: last,
});
export const locationOf = ({ number, flat, street, town, postcode }: Home): Branch => ({
  HouseNumber: number,
  ...(flat !== undefined && { Flat: flat }),
  Street: street,
  PostTown: town,
  County: 'WEST EXAMPLESHIRE',
  Postcode: postcode,
});

/** What is owed, in one of the fields that this wire has for it. */
function balancesOf(account: TrueAccount): Branch {
  const { fate, balance, default: fell } = account;
  if (fate === 'satisfied')
    return { Balance: { Narrative: 'T' }, CurrentDefBalance: { Amount: padded(fell?.owed ?? 0) } };
  if (fell !== undefined) return { Balance: '', CurrentDefBalance: { Amount: padded(balance) } };
  if (fate === 'settled') return { Balance: { Narrative: 'S' }, CurrentDefBalance: '' };
  const caption =
    fate === 'credit-balance' ? {} : account.product.kind === 'current-account' ? { Caption: 'O' } : {};
  return { Balance: { Amount: padded(balance), ...caption }, CurrentDefBalance: '' };
}

function countsOf(months: string): { one: number; three: number; worst: string; length: number } {
  const shown = months.slice(0, 36);
  const count = (pattern: RegExp) => [...shown].filter((month) => pattern.test(month)).length;
  const worst = /w/.test(shown)
    ? '9'
    : /d/.test(shown)
      ? '8'
      : ([...shown]
          .filter((month) => /\d/.test(month))
          .sort()
          .at(-1) ?? '0');
  return { one: count(/[12]/), three: count(/[3-6]/), worst, length: shown.length };
}

export function accountOf(dice: Dice, person: Person, truth: TrueAccount): Written {
  const account = seenAt(truth, dice.percent(20) ? 1 : 0);
  const { fate, months, limit, payment, term, closed, balance, default: fell } = account;
  const code = productCode(account.product.experian, account);
  const company = codeOf(COMPANIES[account.company].experian, account.variant);
  const isNamed = dice.percent(60);
  const ended = fell?.on ?? closed;
  const home = person.homes[account.atHome] as Home;
  const told = months.slice(0, 12);
  const marks = dice.percent(15) ? told.replace(/[12]/g, 'l') : told;
  const { one, three, worst, length } = countsOf(months);
  const hasMatch = dice.percent(90);
  const node: Branch = {
    Name: nameOf(person.name),
    CAISAccStartDate: new Day(account.opened),
    Location: locationOf(home),
    ...(ended !== undefined && { SettlementDate: new Day(ended) }),
    LastUpdatedDate: new Day(account.updated),
    DateOfBirth: new Day(account.isMisKeyed ? misKeyed(person.dateOfBirth) : person.dateOfBirth),
    ...(hasMatch && { MatchDetails: matchOf('own') }),
    InformationSource: 'N',
    ...(account.isJoint && { JointAccount: dice.pick(['J', 'J', 'M']) }),
    CreditLimit:
      limit === undefined
        ? ''
        : { Amount: padded(limit), Caption: account.product.kind === 'current-account' ? 'O' : 'C' },
    ...balancesOf(account),
    DelinquentBalance: fate === 'late' ? { Amount: padded(Math.max(0, balance)) } : '',
    AccountStatusCodes: [...marks]
      .map((month) => (month === '.' ? dice.pick(['U', '?', ' ']) : (CODES[month] ?? month)))
      .join('')
      .padEnd(12),
    Status1To2: String(one),
    StatusTo3: String(three),
    NumOfMonthsHistory: String(length),
    SettleDateCaption: fell === undefined ? 'S' : 'D',
    BankFlag: 'N',
    WorstStatus: worst,
    OwnData: 'N',
    ...(INSTRUCTIONS[fate] && { SpecialInstrInd: INSTRUCTIONS[fate] }),
    RepaymentPeriod: String(account.isWeekly ? 0 : (payment && term) || 0),
    ...(payment !== undefined && { Payment: padded(payment, 6) }),
    Sex: person.gender,
    ...(account.arrangementSince && { SpecialInstrDet: { StartDate: new Day(account.arrangementSince) } }),
    PaymentFrequency: account.isWeekly ? 'W' : 'M',
    AccountStatus: LETTERS[fate] ?? 'A',
    NumAddInfoBlocks: '0',
    ...(limit !== undefined && { NumAccountBalances: '12', AccountBalances: twelveBalances(account) }),
    CompanyType: company,
    AccountType: code,
    ...(account.notice && { NoCReference: account.notice.ref }),
    ...(isNamed && { AccountNumber: account.number, SupplyCompanyName: account.lender }),
  };
  const isOwedNow = fell !== undefined && fate !== 'satisfied';
  const isPlain = STATUS[fate] === 'open';
  const expected: Fields = {
    ...(code !== '00' && { accountType: kindOf(account, code) }),
    product: productOf(code),
    typeCode: code,
    ...(!(isPlain && /^[1-6.]/.test(months)) && { accountStatus: STATUS[fate] }),
    ...(!SILENT_COMPANY.experian.some((silent) => silent === company) && {
      companyType: COMPANIES[account.company as 'bank'].is,
    }),
    companyName: isNamed ? account.lender : undefined,
    accountNumber: isNamed ? account.number : undefined,
    startDate: account.opened,
    endDate: fell === undefined ? closed : undefined,
    lastUpdated: account.updated,
    ...(!isOwedNow && closed === undefined && { balance: pounds(balance) }),
    ...(isOwedNow && fate !== 'sold' && { balance: pounds(balance) }),
    ...(closed !== undefined && { balance: pounds(0) }),
    defaultBalance: fell === undefined ? undefined : pounds(fate === 'satisfied' ? fell.owed : balance),
    defaultDate: fell?.on,
    arrangementDate: account.arrangementSince,
    creditLimit: pounds(limit),
    startBalance: undefined,
    payment: byTheMonth(payment, account.isWeekly),
    ...(!account.isWeekly && { repaymentPeriod: payment && term }),
    balloon: undefined,
    notices: account.notice && [{ type: 'correction', ref: account.notice.ref, text: account.notice.text }],
    isJoint: account.isJoint ? true : undefined,
    birthdayDiffers:
      account.isMisKeyed && misKeyed(person.dateOfBirth) !== person.dateOfBirth ? true : undefined,
    ...(!person.name.first.includes(' ') && { firstName: person.name.first }),
    lastName: person.name.last,
    arrears: {
      months: length,
      oneOrTwo: one,
      threeOrMore: three,
      worst: worst === '8' ? 'd' : worst === '9' ? 'w' : worst,
    },
    history: historyOf(
      monthNumber(account.updated),
      [...marks].map((month) => AS_READ[month] ?? month).join(''),
      monthName,
    ),
  };
  return { node, expected, debt: account.debt };
}

/** 05 is credit and store card in one. */
function kindOf({ product, company }: TrueAccount, code: string): string {
  if (['17', '19'].includes(code)) return company === 'motor' ? 'hire-purchase' : 'unsecured-loan';
  return product.kind;
}

const PRODUCT: Record<string, string> = {
  ...{ '01': 'hire-purchase', 29: 'balloon-hire-purchase', 17: 'credit-sale' },
  ...{ 22: 'finance-lease', 23: 'operating-lease' },
};
const productOf = (code: string): string | undefined => PRODUCT[code];

/** The same twelve months as the codes, those before the account without a status. */
function twelveBalances({ balance, months }: TrueAccount): Branch[] {
  return Array.from({ length: 12 }, (_, at) => {
    if (at >= months.length) return { AccountBalance: '0000000' };
    const sum = balance < 0 ? `-${String(-balance).padStart(6, '0')}` : String(balance).padStart(7, '0');
    return { AccountBalance: sum, Status: CODES[months[at] as string] ?? (months[at] as string) };
  });
}

export function strangersAccount(dice: Dice, stranger: Stranger): Branch {
  return {
    Name: nameOf(stranger),
    CAISAccStartDate: new Day('2020-01-01'),
    LastUpdatedDate: new Day('2026-10-30'),
    DateOfBirth: new Day(stranger.dateOfBirth),
    MatchDetails: matchOf(stranger.is),
    InformationSource: 'N',
    CreditLimit: '',
    Balance: '',
    CurrentDefBalance: { Amount: padded(dice.between(100, 999)) },
    DelinquentBalance: '',
    AccountStatusCodes: '888888888865',
    Status1To2: '0',
    StatusTo3: '2',
    NumOfMonthsHistory: '36',
    SettleDateCaption: 'D',
    RepaymentPeriod: '0',
    PaymentFrequency: 'M',
    AccountStatus: 'F',
    ...(stranger.notice && { NoCReference: stranger.notice.ref }),
    CompanyType: '09',
    AccountType: '05',
  };
}
