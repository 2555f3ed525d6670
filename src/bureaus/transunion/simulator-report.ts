// Encodes a simulated file in TransUnion's wire format: whole pounds, names and addresses in one string with zero-padded house
// numbers, times in London local time, suppressed balances left out.
import type { UkAddress } from '../../domain/consumer.ts';
import { monthNumber, monthText } from '../../domain/months.ts';
import { toLondonTime } from '../reading/wire-values.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type {
  SimulatedAccount,
  SimulatedFile,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  COMPANY_TYPES,
  MONTHLY,
  PAYMENTS,
  PURPOSES,
} from './simulator-tables.ts';
import { toWireAddress } from './wire.ts';

type Tree = { [name: string]: XmlToWrite };

const PADDED_LENGTH = 4;

export function toMatch(id: string, address: UkAddress): Tree {
  return { domicileid: id, ...toWireAddress(address) };
}

/** `home`: the index of the address that was asked for. */
export function toApplicant({ person, accounts, searches }: SimulatedFile, home: number): Tree {
  const addresses = [...person.addresses.entries()];
  return {
    '@reporttype': 3,
    '@reporttitle': 'Individual report',
    summary: { share: { totalactiveaccs: accounts.length } },
    addressconfs: { addressconf: addresses.map(([index]) => toConfirmation(person, index)) },
    searches: { search: searches.map((search, index) => toSearch(search, index, person)) },
    addresslinks: {
      addresses: {
        address: addresses
          .filter(([index]) => index !== home)
          .map(([index, { id, address }]) => ({
            '@addressid': id,
            '@current': index === 0 ? 1 : 0,
            '#text': toLine(address),
          })),
      },
    },
    accs: { acc: accounts.map((account) => toAccount(account, person)) },
  };
}

function toConfirmation(person: SimulatedFile['person'], index: number): Tree {
  const home = person.addresses[index];
  if (home === undefined) return {};
  return {
    '@pafvalid': 1,
    address: { '@current': index === 0 ? 1 : 0, '#text': toLine(home.address) },
    resident: {
      '@matchtype': 'IM',
      '@currentname': 1,
      name: `${person.title} ${person.forename} ${person.surname}`,
      duration: `P${home.monthsAtAddress}M`,
    },
  };
}

function toSearch(search: SimulatedSearch, index: number, person: SimulatedFile['person']): Tree {
  return {
    searchref: `{${String(index).padStart(8, '0')}-0000-4000-8000-000000000000}`,
    searchorgtype: COMPANY_TYPES[search.companyType][0],
    searchorgname: search.companyName,
    ownsearch: 0,
    searchpurpose: PURPOSES[search.purpose][0],
    jointapplication: 0,
    searchdate: toLondonTime(search.at),
    name: `${person.title} ${person.forename} ${person.surname}`,
    dob: person.dateOfBirth,
  };
}

function toAccount(account: SimulatedAccount, person: SimulatedFile['person']): Tree {
  const { title, forename, surname } = account.holder;
  const address = person.addresses[account.addressIndex]?.address;
  return {
    supplierdetails: {
      suppliername: account.lenderName?.slice(0, 60),
      suppliertypecode: COMPANY_TYPES[account.lenderType][0],
    },
    accholderdetails: {
      name: [title, forename, surname].filter((part) => part !== undefined).join(' '),
      address: address && toLine(address),
      dob: person.dateOfBirth,
      startdate: account.startDate,
    },
    default: account.defaultDate === undefined ? undefined : toDefault(account, account.defaultDate),
    delinquent:
      account.status === 'delinquent'
        ? { delinqdate: account.lastUpdated, delinqbal: account.balancePounds }
        : undefined,
    acchistory: { ah: toHistory(account) },
    accdetails: toDetails(account),
  };
}

function toDefault(account: SimulatedAccount, defdate: string): Tree {
  const isOver = account.status === 'settled' || account.status === 'closed';
  return {
    defdate,
    origdefbal: account.startBalancePounds,
    defsatdate: isOver ? (account.endDate ?? account.lastUpdated) : undefined,
  };
}

function toDetails(account: SimulatedAccount): Tree {
  const period = account.repaymentPeriodMonths ?? account.numberOfPayments;
  return {
    accno: account.accountNumber?.slice(0, 20),
    joint: account.isJoint ? 1 : 0,
    status: ACCOUNT_STATUSES[account.status][0],
    dateupdated: account.lastUpdated,
    acctypecode: ACCOUNT_TYPES[account.type][0],
    currencycode: '001',
    balance: account.isBalanceSuppressed ? undefined : account.balancePounds,
    limit: account.limitPounds,
    openbalance: account.startBalancePounds,
    accstartdate: account.startDate,
    accenddate: account.endDate,
    regpayment: account.paymentPounds,
    repayperiod: period,
    repayfreqcode: account.numberOfPayments === undefined ? undefined : MONTHLY,
  };
}

/** As many as lenders see; a consumer's own report has up to 72. */
const MONTHS_SHOWN = 36;

function toHistory({ history, lastUpdated }: SimulatedAccount): Tree[] {
  const newest = monthNumber(lastUpdated);
  return history.slice(0, MONTHS_SHOWN).map((mark, age) => ({
    '@m': monthText(newest - age),
    '@pay': typeof mark === 'number' ? mark : PAYMENTS[mark][0],
  }));
}

function toLine(address: UkAddress): string {
  const number = address.buildingNumber?.replace(/^\d+/, (digits) => digits.padStart(PADDED_LENGTH, '0'));
  const street = [number, address.thoroughfare].filter((part) => part !== undefined).join(' ');
  const parts = [
    address.subBuildingName,
    address.buildingName,
    street,
    address.district,
    address.townOrCity,
    address.postcode,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}
