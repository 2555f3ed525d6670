// Accounts as Equifax writes them, with what a right reading gives.
import { type Dice, monthName, monthNumber } from './chance.ts';
import { byTheMonth, type Fields, historyOf, pounds } from './expected.ts';
import { COMPANIES, codeOf, SILENT_COMPANY } from './products.ts';
import { type Branch, Day, Word } from './tree.ts';
import { productCode, seenAt, type TrueAccount } from './true-accounts.ts';
import { misKeyed, type Person, type Stranger } from './truth.ts';

const MARKS: Record<string, string> = {
  ...{ 0: 'ZERO', 1: 'ONE', 2: 'TWO', 3: 'THREE', 4: 'FOUR', 5: 'FIVE', 6: 'SIX' },
  ...{ d: 'D', s: 'S', a: 'I', q: 'Q', o: 'N', w: 'W', t: 'X', '.': 'U' },
};
const STATUS: Record<string, string> = {
  ...{ 0: 'open', d: 'default', s: 'settled', a: 'arrangement', q: 'query', o: 'dormant', w: 'written-off' },
  t: 'transferred',
};
export const LETTER = { associate: 'C', family: 'V', stranger: 'Z', unsure: 'K' } as const;

/** A few of those that JSON always has, as empty lists. */
export const EMPTY_IN_JSON = ['creditCard', 'hirePurchase', 'unsecuredLoan'];

export type Written = { product: string; node: Branch; expected: Fields | null; debt: string };

const money = (amount: number): Branch => ({
  '@suppressed': false,
  balanceAmount: { amount, currency: 'GBP' },
});
export const holder = ({ title, first, last }: { title: string; first: string; last: string }): Branch => ({
  surname: last,
  title,
  forename: first,
});

export function accountOf(dice: Dice, person: Person, truth: TrueAccount, isJson: boolean): Written {
  const account = seenAt(truth, dice.percent(20) ? 1 : 0);
  const { product, fate, months, limit, lent, payment, term } = account;
  const isSold = fate === 'sold';
  const marks = isSold ? `t${months.slice(1)}` : dice.percent(15) ? months.replace(/[12]/g, 'l') : months;
  const isSuppressed =
    dice.percent(5) && !['credit-balance', 'default', 'sold', 'satisfied', 'written-off'].includes(fate);
  const [element = '', loanType] = productCode(product.equifax, account).split(' ');
  const isMortgage = product.equifax.startsWith('securedLoan');
  const company = codeOf(COMPANIES[account.company].equifax, account.variant);
  const balance = isSold ? 0 : Math.max(0, account.balance);
  const hasBalance = fate !== 'credit-balance';
  const owed = account.default?.owed ?? 0;
  const tells = dice.percent(30) && lent !== undefined;
  const written = isMortgage ? 'securedLoan' : element;
  const node: Branch = {
    '@sourcedFrom': dice.pick(['INR', 'INR', 'INV', 'INY', 'IBR']),
    ...(written === 'currentAccount' && { '@overdraft': limit !== undefined }),
    ...(isJson && { accountNumber: 'U29tZU9wYXF1ZVRva2Vu', clientNumber: 'QW5vdGhlck9wYXF1ZVRva2Vu' }),
    dob: new Day(account.isMisKeyed ? misKeyed(person.dateOfBirth) : person.dateOfBirth),
    name: { ...(dice.percent(20) && { middleName: 'J' }), ...holder(person.name) },
    nameMatchStatus: 'A',
    paymentHistory: [...marks].map((month, at) => ({
      ageInMonths: at,
      paymentStatus: new Word(
        month === '.'
          ? dice.pick(['U', 'Z', '.'])
          : month === 'l'
            ? dice.pick(['A', 'B'])
            : (MARKS[month] as string),
      ),
    })),
    companyClass: company,
    ...(isJson && { companyName: `${account.lender} (I)` }),
    ...(limit !== undefined && {
      creditLimit: { '@suppressed': false, limit: { amount: limit, currency: 'GBP' } },
    }),
    ...(hasBalance && { currentBalance: isSuppressed ? { '@suppressed': true } : money(balance) }),
    ...(!hasBalance && { currentBalance: money(account.balance) }),
    defaultBalance: money(owed),
    ...(account.closed !== undefined && { endDate: new Day(account.closed) }),
    ...(payment !== undefined && {
      fixedPaymentTerms: {
        numberOfPayments: term as number,
        paymentAmount: { amount: payment, currency: 'GBP' },
      },
    }),
    insightQuality: { qualityIndicator1: false, qualityIndicator2: false },
    lastUpdateDate: new Day(account.updated),
    ...(isJson && isMortgage && loanType === undefined && { loanType: 'MORTGAGE' }),
    paymentFrequency: new Word(account.isWeekly ? 'weekly' : 'monthly'),
    startBalance: money(tells ? lent : 0),
    startDate: new Day(account.opened),
  };
  const first = marks[0] as string;
  const kind = isMortgage && isJson ? 'mortgage' : isMortgage ? 'secured-loan' : kindOf(account);
  const expected: Fields = {
    ...(kind !== undefined && { accountType: kind }),
    typeCode: written,
    product: undefined,
    ...(first !== '.' && { accountStatus: STATUS[first] ?? 'delinquent' }),
    ...(!SILENT_COMPANY.equifax.some((silent) => silent === company) && {
      companyType: COMPANIES[account.company as 'bank'].is,
    }),
    companyName: isJson ? `${account.lender} (I)` : undefined,
    accountNumber: undefined,
    startDate: account.opened,
    endDate: account.closed,
    lastUpdated: account.updated,
    balance: isSuppressed ? undefined : pounds(hasBalance ? balance : account.balance),
    isBalanceWithheld: isSuppressed ? true : undefined,
    defaultBalance: owed === 0 ? undefined : pounds(owed),
    defaultDate: undefined,
    creditLimit: pounds(limit),
    startBalance: tells ? pounds(lent) : undefined,
    payment: byTheMonth(payment, account.isWeekly),
    ...(!account.isWeekly && { numberOfPayments: payment && term, repaymentPeriod: payment && term }),
    birthdayDiffers:
      account.isMisKeyed && misKeyed(person.dateOfBirth) !== person.dateOfBirth ? true : undefined,
    firstName: person.name.first,
    lastName: person.name.last,
    history: historyOf(monthNumber(account.updated), marks.slice(0, 72), monthName),
  };
  return { product: written, node, expected, debt: account.debt };
}

/** What the name of the element says. `rentalAgreement` and `fixedTermAgreement` say no more than that. */
function kindOf({ product }: TrueAccount): string | undefined {
  return ['rentalAgreement', 'fixedTermAgreement'].includes(product.equifax) ? undefined : product.kind;
}

export function strangersAccount(dice: Dice, stranger: Stranger, isJson: boolean): Written {
  const node: Branch = {
    '@sourcedFrom': 'INR',
    dob: new Day(stranger.dateOfBirth),
    name: holder(stranger),
    nameMatchStatus: LETTER[stranger.is],
    paymentHistory: [{ ageInMonths: 0, paymentStatus: new Word('D') }],
    companyClass: 'MO',
    ...(isJson && { companyName: 'TEASEL CATALOGUES (I)' }),
    currentBalance: money(dice.between(10, 900)),
    defaultBalance: money(999),
    insightQuality: { qualityIndicator1: false, qualityIndicator2: false },
    lastUpdateDate: new Day('2026-10-22'),
    paymentFrequency: new Word('monthly'),
    startBalance: money(0),
    startDate: new Day(dice.day(2015, 2025)),
  };
  return { product: 'mailOrderAccount', node, expected: null, debt: '' };
}
