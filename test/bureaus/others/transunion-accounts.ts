// Accounts as TransUnion writes them, with what a right reading gives.
import { type Dice, monthName, monthNumber } from './chance.ts';
import { byTheMonth, type Fields, historyOf, pounds } from './expected.ts';
import { COMPANIES, codeOf, SILENT_COMPANY } from './products.ts';
import { holderLine } from './transunion-parts.ts';
import type { Branch } from './tree.ts';
import { productCode, seenAt, type TrueAccount } from './true-accounts.ts';
import { type Home, misKeyed, type Person, type Stranger } from './truth.ts';

export type Written = { node: Branch; expected: Fields; debt: string };

/** The status and the payment of a month: there is no mark for an arrangement or a write-off. */
function monthOf(dice: Dice, month: string): { acc: string; pay: string | undefined } {
  const unsaid = dice.percent(30) ? undefined : 'U';
  if (month === '0') return { acc: 'OK', pay: '0' };
  if (month === 'a') return { acc: 'AA', pay: '1' };
  if (/[12]/.test(month)) return { acc: 'AA', pay: month };
  if (/[3-6]/.test(month)) return { acc: 'BB', pay: month };
  if (/[dw]/.test(month))
    return { acc: dice.pick(['DF', 'DF', 'DM', 'VD']), pay: dice.percent(80) ? 'D' : unsaid };
  if (month === 's') return { acc: 'ST', pay: dice.pick(['U', '0']) };
  if (month === 'o') return { acc: dice.pick(['DT', 'DR', 'IA']), pay: unsaid };
  if (month === 'q') return { acc: 'QY', pay: unsaid };
  return { acc: 'UC', pay: 'U' };
}
const AS_READ: Record<string, string> = { a: '1', w: 'd' };
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
    sold: 'default',
    'written-off': 'default',
    satisfied: 'settled',
    settled: 'settled',
  },
  ...{ dormant: 'dormant', query: 'query' },
};

function defaultOf({ default: fell }: TrueAccount): Branch | undefined {
  if (fell === undefined) return undefined;
  return {
    defdate: fell.on,
    origdefbal: fell.owed,
    ...(fell.satisfiedOn && { defsatdate: fell.satisfiedOn }),
  };
}

export function accountOf(dice: Dice, person: Person, truth: TrueAccount): Written {
  const account = seenAt(truth, dice.percent(20) ? 1 : 0);
  const { fate, months, limit, lent, payment, term, balloon, closed } = account;
  const code = productCode(account.product.transunion, account);
  const company = codeOf(COMPANIES[account.company].transunion, account.variant);
  const isNamed = dice.percent(60);
  const isOwed = account.default !== undefined && fate !== 'satisfied';
  const hasBalance = !(isOwed && dice.percent(40));
  const hasBirthday = account.isMisKeyed || dice.percent(90);
  const hadArrangement = fate === 'arrangement' && dice.percent(20);
  const newest = monthNumber(account.updated);
  const shown = months.slice(0, dice.pick([36, 48, 71]));
  const node: Branch = {
    supplierdetails: { ...(isNamed && { suppliername: account.lender }), suppliertypecode: company },
    accholderdetails: {
      name: holderLine(person.name),
      address: {
        '@current': account.atHome === 0 ? 1 : 0,
        '#': holderAddress(person.homes[account.atHome] as Home),
      },
      ...(hasBirthday && { dob: account.isMisKeyed ? misKeyed(person.dateOfBirth) : person.dateOfBirth }),
      statuscode: 'N',
      startdate: account.opened,
      ...(closed !== undefined && { enddate: closed }),
    },
    default: defaultOf(account),
    ...(fate === 'late' &&
      dice.percent(60) && { delinquent: { delinqdate: account.updated, delinqbal: account.balance } }),
    acchistory: {
      ah: (dice.percent(20) ? turned : same)(
        [...shown].map((month, at) => {
          const { acc, pay } = monthOf(dice, month);
          return {
            '@m': monthName(newest - at),
            ...(dice.percent(30) && { '@bal': Math.max(0, account.balance) }),
            ...(limit !== undefined && { '@limit': limit }),
            '@acc': acc,
            ...(pay !== undefined && { '@pay': pay }),
          };
        }),
      ),
    },
    accdetails: {
      ...(isNamed && { accno: account.number }),
      joint: account.isJoint ? 1 : 0,
      status: isOwed || (fate === 'satisfied' && dice.percent(70)) ? 'D' : closed !== undefined ? 'S' : 'N',
      dateupdated: account.updated,
      acctypecode: code,
      accgroupid: account.product.group,
      currencycode: 'GBP',
      ...(hasBalance && { balance: account.balance }),
      ...(limit !== undefined && { limit }),
      ...(lent !== undefined && { openbalance: lent }),
      ...(account.arrangementSince && { arrstartdate: account.arrangementSince }),
      ...(hadArrangement && { arrenddate: '2026-10-31' }),
      paystartdate: account.opened,
      accstartdate: account.opened,
      ...(closed !== undefined && { accenddate: closed }),
      ...(payment !== undefined && { regpayment: payment, repayperiod: term }),
      repayfreqcode: account.isWeekly ? 'W' : payment === undefined ? 'P' : 'M',
      lumppayment: balloon ?? 0,
    },
    ...(account.notice && {
      notice: {
        type: dice.pick(['C', 'C', 'D']),
        refnum: account.notice.ref,
        dateraised: account.notice.on,
        text: account.notice.text,
      },
    }),
  };
  const isOpen = STATUS[fate] === 'open';
  const expected: Fields = {
    accountType: kindOf(account, code),
    product: productOf(account, code),
    typeCode: code,
    ...(!(isOpen && /^[1-6.]/.test(months)) && {
      accountStatus: hadArrangement ? 'delinquent' : STATUS[fate],
    }),
    ...(!SILENT_COMPANY.transunion.some((silent) => silent === company) && {
      companyType: COMPANIES[account.company as 'bank'].is,
    }),
    companyName: isNamed ? account.lender : undefined,
    accountNumber: isNamed ? account.number : undefined,
    startDate: account.opened,
    endDate: closed,
    lastUpdated: account.updated,
    balance: hasBalance ? pounds(account.balance) : pounds(account.default?.owed),
    isBalanceWithheld: undefined,
    defaultBalance: pounds(account.default?.owed),
    defaultDate: account.default?.on,
    ...(!hadArrangement && { arrangementDate: account.arrangementSince }),
    creditLimit: pounds(limit),
    startBalance: pounds(lent),
    payment: byTheMonth(payment, account.isWeekly),
    balloon: pounds(balloon),
    notices: account.notice && [
      {
        type: (node.notice as Branch).type === 'D' ? 'dispute' : 'correction',
        ref: account.notice.ref,
        date: account.notice.on,
        text: account.notice.text,
      },
    ],
    ...(!account.isWeekly && { repaymentPeriod: payment && term }),
    isJoint: account.isJoint,
    birthdayDiffers:
      account.isMisKeyed && misKeyed(person.dateOfBirth) !== person.dateOfBirth ? true : undefined,
    ...(!person.name.first.includes(' ') && { firstName: person.name.first }),
    lastName: person.name.last,
    history: historyOf(newest, [...shown].map((month) => AS_READ[month] ?? month).join(''), monthName),
  };
  return { node, expected, debt: account.debt };
}

const same = <One>(all: One[]): One[] => all;
const turned = <One>(all: One[]): One[] => all.toReversed();

/** A credit sale or a deferred payment is hire purchase of a motor financier only. */
const kindOf = ({ product, company }: TrueAccount, code: string) =>
  ['CX', 'FD', 'DP'].includes(code) && company !== 'motor' ? 'unsecured-loan' : product.kind;

const productOf = ({ product }: TrueAccount, code: string) => (code === 'LS' ? undefined : product.product);

const holderAddress = ({ flat, number, street, town, postcode }: Home): string =>
  `${flat === undefined ? '' : `${flat}, `}${number} ${street};${town};;;;; ${postcode.replace(' ', number.length > 2 ? '' : ' ')}`;

export function strangersAccount(dice: Dice, stranger: Stranger): Branch {
  return {
    supplierdetails: { suppliertypecode: 'CC' },
    accholderdetails: {
      name: holderLine(stranger),
      address: { '@current': 1, '#': '40 ORCHARD STREET;NETHER APPLEWICK;;;;; ZZ1 1AE' },
      dob: stranger.dateOfBirth,
      statuscode: 'N',
      startdate: '2020-01-01',
    },
    default: { defdate: '2026-01-01', origdefbal: 999 },
    acchistory: { ah: [{ '@m': '2026-10', '@acc': 'DF', '@pay': 'D' }] },
    accdetails: {
      joint: 0,
      status: 'D',
      dateupdated: '2026-10-30',
      acctypecode: 'CC',
      accgroupid: 3,
      currencycode: 'GBP',
      balance: dice.between(100, 999),
      accstartdate: '2020-01-01',
      repayfreqcode: 'M',
      lumppayment: 0,
    },
  };
}

/** A short-term loan of the last weeks, filed apart and told daily. */
export function realTimeOf(dice: Dice, person: Person): Written {
  const [lent, balance] = [dice.between(2, 9) * 100, dice.between(50, 900)];
  const node: Branch = {
    '@updated': '2026-11-16T18:20:00',
    holder: {
      name: holderLine(person.name),
      address: { '@current': 1, '#': 'not read' },
      dob: person.dateOfBirth,
    },
    orgtypecode: 'FH',
    acctypecode: 'ST',
    balance,
    limit: lent,
    startdate: '2026-10-25',
    accstatuscode: 'OP',
    repayfreqcode: 'W',
    numoverdue: 1,
    rollover: 1,
    creditext: 0,
    changepay: 0,
    nextpayamount: 105,
  };
  const expected: Fields = {
    accountType: 'short-term-loan',
    startDate: '2026-10-25',
    balance: pounds(balance),
    companyType: 'finance-house',
  };
  return { node, expected, debt: 'real-time' };
}
