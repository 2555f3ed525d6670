// The person's addresses in TransUnion's reply: the one asked for in parts, linked and confirmed ones in one line, and the length of
// stay from the address confirmations.
import { monthNumber } from '../../domain/days/months.ts';
import { given } from '../../domain/given.ts';
import { type FileResidency, PART_RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { CallFailed } from '../bureau.ts';
import { at, isoDate, many, wireText, yesNo } from '../reading/wire-values.ts';
import { addressKey, fromLine, fromParts } from './address.ts';

const MONTHS_MAX = 1_200;

export function toResidencies(result: unknown, applicant: unknown): FileResidency[] {
  const confirmed = confirmationsOf(applicant).flatMap(readConfirmation);
  const confirmations = new Map(confirmed.map((one) => [addressKey(one.address), one]));
  const found = new Map<string, FileResidency>();
  const add = (address: UkAddress | undefined, addressId: string | undefined, isCurrent: boolean): void => {
    if (address === undefined || found.has(addressKey(address))) return;
    const confirmation = confirmations.get(addressKey(address));
    found.set(addressKey(address), {
      ...(addressId !== undefined && { addressId }),
      address,
      isCurrent: confirmation?.isCurrent ?? isCurrent,
      ...given({ monthsAtAddress: confirmation?.months, roll: confirmation?.roll }),
    });
  };
  for (const [index, match] of matchesOf(result).entries()) {
    add(fromParts(match), wireText(at(match, 'domicileid')), index === 0);
  }
  // The `addressid` of a link counts the addresses of this report only: it is no id.
  for (const link of linksOf(applicant)) add(fromLine(link), undefined, yesNo(at(link, '@current')) === true);
  for (const { address, isOwn } of confirmed) if (isOwn) add(address, undefined, false);
  return [...found.values()];
}

/** Counted before anything is mapped, for the limit. */
export function placesCount(result: unknown, applicant: unknown): number {
  return matchesOf(result).length + linksOf(applicant).length + confirmationsOf(applicant).length;
}

/** Of each address asked for, the match that the bureau chose, or its only one. Of several that nobody chose none is taken. */
function matchesOf(result: unknown): unknown[] {
  return many(at(result, 'picklist', 'applicant'), 'address').flatMap((address) => {
    const all = many(address, 'fullmatches', 'fullmatch');
    const chosen = all.filter((match) => yesNo(at(match, '@selected')) === true);
    const [match, ...others] = chosen.length > 0 ? chosen : all;
    return match === undefined || others.length > 0 ? [] : [at(match, 'addressmatch')];
  });
}

function linksOf(applicant: unknown): unknown[] {
  return many(applicant, 'addresslinks', 'addresses', 'address');
}

function confirmationsOf(applicant: unknown): unknown[] {
  return many(applicant, 'addressconfs', 'addressconf');
}

type Confirmation = {
  address: UkAddress;
  isCurrent: boolean | undefined;
  months: number | undefined;
  roll: FileResidency['roll'];
  /** The person is a resident. */
  isOwn: boolean;
};

function readConfirmation(confirmation: unknown): Confirmation[] {
  const address = fromLine(at(confirmation, 'address'));
  if (address === undefined) return [];
  const own = many(confirmation, 'resident').filter(isOwnEntry);
  const isCurrent = yesNo(at(confirmation, 'address', '@current'));
  const roll = own.flatMap(readRoll);
  return [
    {
      address,
      isCurrent,
      months: monthsOf(own.map(readStay)),
      isOwn: own.length > 0,
      roll: roll.length === 0 ? undefined : roll,
    },
  ];
}

/** Of `ervalid`: not on the roll; on it, on the rolling one. */
const NOT_ON_ROLL = '2';
const ON_ROLL = ['1', '4'];

function readRoll(resident: unknown): NonNullable<FileResidency['roll']> {
  const standing = wireText(at(resident, 'ervalid')) ?? '';
  if (standing === NOT_ON_ROLL) return [];
  const entries = many(resident, 'erhistory');
  // On it, and since when is not said.
  if (entries.length === 0) return ON_ROLL.includes(standing) ? [{}] : [];
  if (entries.length > PART_RECORDS_MAX)
    throw new CallFailed('unavailable', 'too long an electoral roll', true);
  return entries.flatMap((entry) => {
    const from = isoDate(at(entry, 'startdate'));
    return from === undefined ? [] : [given({ from, to: isoDate(at(entry, 'enddate')) })];
  });
}

/** Matched as the person, under the current name or a declared alias. Same surname and same house are other people. */
function isOwnEntry(resident: unknown): boolean {
  const isNamed =
    yesNo(at(resident, '@currentname')) === true || yesNo(at(resident, '@declaredalias')) === true;
  return isNamed && wireText(at(resident, '@matchtype')) === 'IM';
}

type Stay = { start: string; months: number };

function readStay(resident: unknown): Stay | undefined {
  const start = isoDate(at(resident, 'startdate'));
  const end = isoDate(at(resident, 'enddate'));
  const between = start === undefined || end === undefined ? undefined : monthsBetween(start, end);
  const months = toMonths(wireText(at(resident, 'duration'))) ?? between;
  return months === undefined || months > MONTHS_MAX ? undefined : { start: start ?? '', months };
}

/** Under two names, one after the other, somebody lived there for both times; otherwise the longest counts. */
function monthsOf(stays: readonly (Stay | undefined)[]): number | undefined {
  const known = stays.filter((stay) => stay !== undefined).sort((a, b) => (a.start < b.start ? -1 : 1));
  if (known.length === 0) return undefined;
  const follows = known.every(({ start }, index) => {
    const before = known[index - 1];
    return (
      before === undefined || (before.start !== '' && monthsBetween(before.start, start) >= before.months - 1)
    );
  });
  const months = known.map((stay) => stay.months);
  return follows ? months.reduce((sum, one) => sum + one, 0) : Math.max(...months);
}

/** Whole months, the last day included: from 16 October to 15 November is one. */
function monthsBetween(start: string, end: string): number {
  const after = new Date(Date.parse(end) + 24 * 60 * 60 * 1000).toISOString();
  const isShort = Number(after.slice(8, 10)) < Number(start.slice(8, 10));
  return Math.max(0, monthNumber(after) - monthNumber(start) - (isShort ? 1 : 0));
}

/** "P108M", "P9Y", "P1Y2M". */
function toMonths(duration: string | undefined): number | undefined {
  const [, years, months] = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:\d{1,5}D)?$/.exec(duration ?? '') ?? [];
  if (years === undefined && months === undefined) return undefined;
  return Number(years ?? 0) * 12 + Number(months ?? 0);
}
