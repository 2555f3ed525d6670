// Encodes a simulated file as the applicant of a credit report: summary, confirmations, searches, links, accounts; and other people's
// records where the bureau puts them. Names and addresses are one string each, times London's local time.

import { toLondonTime } from '../reading/wire-values.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { Dialect } from '../simulation/dialect.ts';
import { addMonths } from '../simulation/population/calendar.ts';
import type {
  SimulatedFile,
  SimulatedOther,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import { toAcc } from './simulator-accounts.ts';
import { fullName, guidOf, toLine } from './simulator-lines.ts';
import {
  type AskedParts,
  aliasesOf,
  associatesOf,
  cifasOf,
  insolvenciesOf,
  judgmentsOf,
  nocsOf,
  realTimeOf,
  scoresOf,
} from './simulator-parts.ts';
import { companyCodeOf, PURPOSES } from './simulator-tables.ts';

type Tree = { [name: string]: XmlToWrite };

type ReportNeeds = {
  file: SimulatedFile;
  /** Only in the dialect `others`: an associate, family, a stranger. */
  others: readonly SimulatedOther[];
  dialect: Dialect;
  /** Indexes of the homes that were asked for. */
  asked: ReadonlySet<number>;
  parts: AskedParts;
  today: string;
};

export function toApplicant(needs: ReportNeeds): Tree {
  const { file, others, dialect, today } = needs;
  const { person } = file;
  const isThin = dialect === 'thin';
  const home = person.addresses[0]?.address;
  const strangers = others.filter(({ relation }) => relation === 'stranger');
  const linked = others.filter(({ relation }) => relation !== 'stranger');
  const accs = [
    ...file.accounts
      .filter(({ isToldDailyOnly }) => !isToldDailyOnly)
      .map((account) => {
        const address = person.addresses[account.addressIndex]?.address;
        return toAcc(account, { dateOfBirth: person.dateOfBirth, address }, dialect);
      }),
    // Filed here by mistake: the bureau marks nothing, and only name and birthday tell.
    ...strangers.flatMap((other) =>
      other.accounts.map((account) => toAcc(account, { ...other.person, address: home }, dialect)),
    ),
  ];
  const associates = [
    ...linked.map((other, index) => toAssociate(other, index, today)),
    ...associatesOf(file, needs.parts),
  ];
  const searches = [
    ...file.searches.map((search, index) => toSearch(search, index, isThin ? undefined : person)),
    ...strangers.flatMap((other) =>
      other.searches.map((search, index) => toSearch(search, file.searches.length + index, other.person)),
    ),
  ];
  return {
    '@reporttype': 3,
    '@reporttitle': isThin ? undefined : fullName({ forename: person.forename, surname: person.surname }),
    summary: isThin ? undefined : toSummary(needs, accs.length),
    creditscores: scoresOf(file, needs.parts),
    addressconfs: { addressconf: person.addresses.map((_, index) => toConfirmation(needs, index)) },
    judgments: judgmentsOf(file, needs.parts),
    bais: insolvenciesOf(file, needs.parts),
    nocs: nocsOf(file),
    searches: searches.length === 0 && isThin ? undefined : { search: searches },
    addresslinks: toLinks(needs),
    aliaslinks: aliasesOf(file),
    associatelinks: associates.length === 0 ? undefined : { associatelink: associates },
    cifas: cifasOf(file),
    rtr: realTimeOf(file, needs.parts),
    accs: accs.length === 0 && isThin ? undefined : { acc: accs },
    tpd: linked.length === 0 ? undefined : toAlert(linked),
    oias:
      linked.length === 0
        ? undefined
        : {
            '@total': linked.length,
            oia: linked.map((other, index) => toAssociateReport(other, index, needs)),
          },
  };
}

function toSummary({ file, today, asked, parts }: ReportNeeds, accountsCount: number): Tree {
  const { person, accounts, searches } = file;
  const { judgments: judged = [], insolvencies: insolvent = [] } = file.parts ?? {};
  const since = (months: number, days: readonly string[]) =>
    days.filter((day) => day >= addMonths(today, -months)).length;
  const searched = searches.map(({ at }) => at.slice(0, 10));
  const defaults = accounts.flatMap(({ defaultDate }) => defaultDate ?? []);
  return {
    searches: {
      totalsearches3months: since(3, searched),
      totalsearches12months: since(12, searched),
      totalhomecreditsearches3months: 0,
    },
    judgments: {
      totalactive: judged.filter(({ status }) => status === 'open').length,
      totalsatisfied: judged.filter(({ status }) => status === 'satisfied').length,
    },
    bais: {
      totaldischarged: insolvent.filter(({ status }) => status === 'ended').length,
      currentlyinsolvent: insolvent.some(({ status }) => status === 'in-force') ? 1 : 0,
      restricted: 0,
    },
    notices: { nocflag: (file.parts?.notices ?? []).length > 0 ? 1 : 0, totaldisputes: 0 },
    links: {
      totalundecaddresses: person.addresses.length - asked.size,
      totalundecaliases: file.parts?.aliases.length ?? 0,
      totalundecassociates: file.parts?.associates.length ?? 0,
    },
    rtr: realTimeOf(file, parts) && { hasupdates: 1 },
    share: {
      totalaccounts: accountsCount,
      totalopened6months: since(
        6,
        accounts.map(({ startDate }) => startDate),
      ),
      totaldefaults12months: since(12, defaults),
      totaldefaults36months: since(36, defaults),
    },
    summaryaddress: { pafvalid: 1, rollingroll: 0, messagecode: 1 },
    address: person.addresses.map(({ address }, index) => ({
      '@current': index === 0 ? 1 : 0,
      '@messagecode': 1,
      '@id': index + 1,
      '#text': toLine(address, 'confirmations'),
    })),
  };
}

function toConfirmation({ file: { person }, others, dialect, today }: ReportNeeds, index: number): Tree {
  const home = person.addresses[index];
  if (home === undefined) return {};
  const after = person.addresses.slice(0, index).reduce((sum, one) => sum + one.monthsAtAddress, 0);
  const left = index === 0 ? undefined : addMonths(today, -after);
  const residents: Tree[] = [toResident(person, 'IM', home.monthsAtAddress, today, left)];
  for (const { relation, person: other } of index === 0 ? others : []) {
    residents.push(toResident(other, relation === 'family' ? 'SM' : 'HM', 24, today));
  }
  return {
    '@pafvalid': dialect === 'thin' ? undefined : 1,
    address: { '@current': index === 0 ? 1 : 0, '#text': toLine(home.address, 'confirmations') },
    resident: residents,
  };
}

function toResident(
  who: { forename: string; surname: string },
  matchtype: string,
  months: number,
  today: string,
  /** The day of moving out. */
  enddate?: string,
): Tree {
  const isOwn = matchtype === 'IM';
  const startdate = addMonths(enddate ?? today, -months);
  return {
    '@matchtype': matchtype,
    '@currentname': isOwn ? 1 : 0,
    '@declaredalias': 0,
    name: fullName({ forename: who.forename, surname: who.surname }),
    duration: `P${months}M`,
    startdate,
    enddate,
    ervalid: enddate === undefined ? 1 : 3,
    erhistory: { startdate, enddate, optout: 0, rollingroll: 0 },
  };
}

function toSearch(
  search: SimulatedSearch,
  index: number,
  person: SimulatedOther['person'] | undefined,
): Tree {
  return {
    searchref: guidOf(2, index),
    searchorgtype: companyCodeOf(search.companyType),
    searchorgname: search.companyName?.slice(0, 50),
    ownsearch: 0,
    subsequentenquiry: 0,
    searchpurpose: PURPOSES[search.purpose],
    jointapplication: 0,
    searchdate: toLondonTime(search.at),
    name: person === undefined ? undefined : fullName(person),
    dob: person?.dateOfBirth,
  };
}

/** All homes, each linked with the one before; in the dialect `thin` only those that were not asked for. */
function toLinks({ file: { person }, dialect, asked, today }: ReportNeeds): Tree | undefined {
  const isThin = dialect === 'thin';
  const homes = [...person.addresses.entries()].filter(([index]) => !isThin || !asked.has(index));
  if (homes.length === 0 || (!isThin && homes.length === 1)) return isThin ? undefined : {};
  const links = homes.slice(1).map(([index]) => ({
    '@from': index,
    '@to': index + 1,
    creationdate: addMonths(today, -60),
    lastconfdate: addMonths(today, -1),
    supplierdetails: { suppliertypecode: 'BK' },
  }));
  return {
    addresses: {
      address: homes.map(([index, { address }]) => ({
        '@current': index === 0 ? 1 : 0,
        '@addressid': index + 1,
        '@declared': asked.has(index) ? 1 : 0,
        '#text': toLine(address, 'links'),
      })),
    },
    links: isThin || links.length === 0 ? undefined : { link: links },
  };
}

function toAssociate({ person }: SimulatedOther, index: number, today: string): Tree {
  return {
    '@declaredaddress': 1,
    '@oiaid': index + 1,
    navlinkid: guidOf(3, index),
    name: fullName(person),
    creationdate: addMonths(today, -48),
    lastconfdate: addMonths(today, -1),
    supplierdetails: { suppliertypecode: 'BS' },
  };
}

function toAlert(linked: readonly SimulatedOther[]): Tree {
  return {
    decision: {
      '@total': linked.length,
      alertindividual: linked.map(({ person }) => ({ name: fullName(person) })),
    },
  };
}

function toAssociateReport(
  other: SimulatedOther,
  index: number,
  {
    file: {
      person: { addresses },
    },
    dialect,
  }: ReportNeeds,
): Tree {
  const holder = { dateOfBirth: other.person.dateOfBirth, address: addresses[0]?.address };
  return {
    '@searchid': guidOf(4, index),
    '@oiaid': index + 1,
    '@reporttype': 3,
    '@reporttitle': fullName(other.person),
    searches: { search: other.searches.map((search, at) => toSearch(search, at, other.person)) },
    accs: { acc: other.accounts.map((account) => toAcc(account, holder, dialect)) },
  };
}
