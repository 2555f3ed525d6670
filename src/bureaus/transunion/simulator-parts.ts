// The rest of a simulated file in TransUnion's format: judgments, insolvencies, notices, aliases, associates, fraud markers, a score. Each
// part is written where the request's mask asks for it.
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type {
  SimulatedFile,
  SimulatedName,
  SimulatedNotice,
} from '../simulation/population/simulated-file.ts';
import { codeOf } from './public-codes.ts';
import { fullName, guidOf, toLine } from './simulator-lines.ts';
import { companyCodeOf } from './simulator-tables.ts';
import { DATASET_BITS } from './summary.ts';

type Tree = { [name: string]: XmlToWrite };

/** As asked for: the mask of data sets, and whether a score was. */
export type AskedParts = { mask: number; score: boolean };

const KIND_WORDS = {
  bankruptcy: 'Bankruptcy Order',
  'trust-deed': 'Trust Deed',
  'debt-relief-order': 'Debt Relief Order',
  'individual-voluntary-arrangement': 'Individual Voluntary Arrangement',
  'administration-order': 'Administration Order',
  sequestration: 'Sequestration',
  'debt-arrangement-scheme': 'Debt Arrangement Scheme',
} as const;
const RESTRICTION_WORDS = {
  order: 'Bankruptcy Restrictions Order',
  'interim-order': 'Interim Bankruptcy Restrictions Order',
  undertaking: 'Bankruptcy Restrictions Undertaking',
} as const;
const STATUS_WORDS = { open: 'Judgment', satisfied: 'Satisfied', 'set-aside': 'Set Aside' } as const;

export function judgmentsOf({ person, parts }: SimulatedFile, { mask }: AskedParts): Tree | undefined {
  const known = (mask & DATASET_BITS.judgments) === 0 ? [] : (parts?.judgments ?? []);
  if (known.length === 0) return undefined;
  return {
    judgment: known.map((one) => ({
      name: fullName({ forename: person.forename, surname: person.surname }),
      dob: person.dateOfBirth,
      courtname: one.court,
      courttype: codeOf('courttype', one.kind === 'high-court-judgment' ? 'High Court' : courtOf(one.kind)),
      casenumber: one.caseNumber,
      status: codeOf('judgmentstatus', STATUS_WORDS[one.status]),
      amount: one.amountPence === undefined ? 0 : Math.round(one.amountPence / 100),
      judgmentdate: one.date,
      datesatisfied: one.satisfiedDate,
      notice: one.notice && toNotice(one.notice),
    })),
  };
}

function courtOf(kind: string): string {
  return kind === 'decree' ? 'Sheriff Court' : 'County Court';
}

export function insolvenciesOf({ person, parts }: SimulatedFile, { mask }: AskedParts): Tree | undefined {
  const known = (mask & DATASET_BITS.insolvencies) === 0 ? [] : (parts?.insolvencies ?? []);
  if (known.length === 0) return undefined;
  return {
    bai: known.map((one) => ({
      dischargedate: one.endDate,
      courtname: one.court,
      currentstatus: codeOf('insolvencystatus', one.status === 'ended' ? 'Discharged' : 'Active'),
      amount: one.amountPence === undefined ? undefined : Math.round(one.amountPence / 100),
      ordertype: codeOf('insolvencytype', KIND_WORDS[one.kind as keyof typeof KIND_WORDS]),
      orderdate: one.date,
      caseyear: one.date.slice(0, 4),
      caseref: one.caseNumber,
      restriction: one.restriction && {
        type: codeOf('insolvencyrestrictiontype', RESTRICTION_WORDS[one.restriction.kind]),
        startdate: one.restriction.from,
        enddate: one.restriction.to,
      },
      name: fullName(person),
      tradingname: one.tradingName,
      notice: one.notice && toNotice(one.notice),
    })),
  };
}

export function nocsOf({ person, parts }: SimulatedFile): Tree | undefined {
  const known = parts?.notices ?? [];
  if (known.length === 0) return undefined;
  return { noc: known.map((one) => ({ ...toNotice(one), name: fullName(person) })) };
}

function toNotice({ ref, date, text }: SimulatedNotice): Tree {
  return { type: codeOf('noticetype', 'Correction'), refnum: ref, dateraised: date, text };
}

export function aliasesOf({ person, parts }: SimulatedFile): Tree | undefined {
  const known = parts?.aliases ?? [];
  if (known.length === 0) return undefined;
  return {
    aliaslink: known.map((one) => ({
      '@declared': 0,
      name: fullName({ forename: one.forename, surname: one.surname }),
      alias: fullName({ forename: person.forename, surname: person.surname }),
      ...datesOf(one),
      supplierdetails: { suppliertypecode: 'BK' },
    })),
  };
}

export function associatesOf({ parts }: SimulatedFile, { mask }: AskedParts): Tree[] {
  const known = (mask & DATASET_BITS.associateLinks) === 0 ? [] : (parts?.associates ?? []);
  return known.map((one, index) => ({
    '@declaredaddress': 1,
    navlinkid: guidOf(5, index),
    name: fullName(one),
    ...datesOf(one),
    supplierdetails: { suppliertypecode: 'BS' },
  }));
}

function datesOf({ since }: SimulatedName): Tree {
  return { creationdate: since, lastconfdate: since };
}

export function cifasOf({ person, parts }: SimulatedFile): Tree | undefined {
  const known = parts?.fraudMarkers ?? [];
  const home = person.addresses[0]?.address;
  if (known.length === 0 || home === undefined) return undefined;
  return {
    filing: known.map((one) => ({
      person: {
        name: fullName(person),
        dob: person.dateOfBirth,
        address: { '@current': 1, '#text': toLine(home, 'confirmations') },
      },
      details: {
        membernumber: 11,
        casereferenceno: 'ZX0001',
        name: one.companyName,
        productcode: 'PL',
        fraudcategory: 4,
        inputdate: one.date,
        transactiontype: 1,
      },
    })),
  };
}

/** Short-term loans that run, told on the day; most stand among the accounts too. */
export function realTimeOf({ person, accounts }: SimulatedFile, { mask }: AskedParts): Tree | undefined {
  const home = person.addresses[0]?.address;
  const known = accounts.filter(
    ({ type, status, balancePounds, isBalanceSuppressed }) =>
      type === 'short-term-loan' &&
      RUNNING.includes(status) &&
      balancePounds !== undefined &&
      !isBalanceSuppressed,
  );
  if ((mask & DATASET_BITS.realTime) === 0 || known.length === 0 || home === undefined) return undefined;
  return {
    account: known.map((account) => ({
      '@updated': `${account.lastUpdated}T18:20:00`,
      holder: {
        name: fullName(account.holder),
        address: { '@current': 1, '#text': toLine(home, 'confirmations') },
        dob: account.dateOfBirth ?? person.dateOfBirth,
      },
      orgtypecode: companyCodeOf(account.lenderType),
      orgname: account.lenderName?.slice(0, 50),
      accnum: account.accountNumber?.slice(0, 20),
      acctypecode: codeOf('acctype', 'Short Term Loan'),
      balance: account.balancePounds,
      limit: account.startBalancePounds,
      startdate: account.startDate,
      accstatuscode: codeOf('accstatus', 'Open'),
      repayfreqcode: 'M',
      numoverdue: typeof account.history[0] === 'number' ? account.history[0] : 0,
      rollover: 0,
      creditext: 0,
      changepay: 0,
      nextpayamount: account.paymentPounds,
    })),
  };
}

const RUNNING: readonly string[] = ['open', 'delinquent'];

/** Invented from the id: the same for the same person. */
export function scoresOf({ person: { id } }: SimulatedFile, { score }: AskedParts): Tree | undefined {
  if (!score) return undefined;
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 500;
  return { creditscore: { score: { '@class': 10, '#text': 150 + sum }, reasons: { code: [302, 0, 0, 0] } } };
}
