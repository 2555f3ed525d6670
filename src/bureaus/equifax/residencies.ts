// The person's addresses in Equifax's reply: those that it matched or linked, with the length of stay from the electoral roll.
import { monthNumber } from '../../domain/days/months.ts';
import { given } from '../../domain/given.ts';
import { type FileResidency, PART_RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import type { Consumer, UkAddress } from '../../domain/reports/consumer.ts';
import { CallFailed } from '../bureau.ts';
import { nameWords, whoseIs } from '../reading/whose.ts';
import { at, houseNumber, isoDate, wireText } from '../reading/wire-values.ts';
import { hasMark, readClaim } from './marks.ts';
import { valuesAt } from './tree.ts';
import { readWord } from './wire.ts';

const MONTHS_MAX = 1_200;
/** Entries of one address, over all residents and years: a real electoral roll has fewer. */
const ROLL_MAX = 1_000;

/** `asked`: the place of the current address as it was sent. */
export function toResidencies(
  places: unknown[],
  asked: unknown,
  consumer: Consumer,
  nowMs: number,
): { list: FileResidency[]; isOnRoll: boolean } {
  const isNext = (place: unknown): boolean =>
    readWord(at(place, 'linkType')) === 'NEXT_FROM_SUPPLIED_CURRENT';
  // Of several later addresses the first is the newest. Without one, the supplied address is current.
  const current = places.find(isNext) ?? asked;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  let isOnRoll = false;
  const list = places.flatMap((place): FileResidency[] => {
    const roll = ownEntries(place, consumer);
    isOnRoll ||= roll.length > 0;
    const matched = at(place, 'matchedAddress', 'address');
    const address = toAddress(matched);
    if (address === undefined) return [];
    const said = {
      addressId: wireText(at(matched, 'addressID')),
      monthsAtAddress: monthsOf(roll, today),
      roll: rollOf(roll, today),
    };
    return [{ ...given(said), address, isCurrent: place === current }];
  });
  return { list, isOnRoll };
}

/** The roll lists the whole household. */
function ownEntries(place: unknown, consumer: Consumer): unknown[] {
  const entries = valuesAt(place, 'addressSpecificData', 'electoralRollData', 'electoralRoll');
  if (entries.length > ROLL_MAX) {
    throw new CallFailed('unavailable', 'the reply has too long an electoral roll', true);
  }
  return entries.filter((entry) =>
    hasMark(entry) ? whoseIs(consumer, readClaim(entry)).isOwn : isNamed(entry, consumer),
  );
}

/** Where the bureau marks nothing: the surname alone is not enough, an initial is. */
function isNamed(entry: unknown, consumer: Consumer): boolean {
  const { firstName, lastName } = readClaim(entry);
  const surname = nameWords(lastName);
  const first = nameWords(firstName);
  return [consumer, ...(consumer.previousNames ?? [])].some(
    (name) =>
      nameWords(name.lastName).some((word) => surname.includes(word)) &&
      nameWords(name.firstName).some((word) => first.includes(word) || first.includes(word.charAt(0))),
  );
}

/** Years as they are; the register of this year is the newest there is, so an entry in it goes on. */
function rollOf(roll: unknown[], today: string): FileResidency['roll'] {
  const entries = roll.slice(0, PART_RECORDS_MAX).flatMap((entry) => {
    const period = at(entry, 'annualRegisterPeriod');
    const text = (name: string) => {
      const value = at(period, name);
      return readYear(value)?.toString() ?? isoDate(value);
    };
    const [from, to] = [text('start'), text('end')];
    if (from === undefined) return [];
    return [given({ from, to: to !== undefined && to < today.slice(0, 4) ? to : undefined })];
  });
  return entries.length === 0 ? undefined : entries;
}

/** From the first month on the roll to the last one; to today where the entry goes on. */
function monthsOf(roll: unknown[], today: string): number | undefined {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const entry of roll) {
    const period = at(entry, 'annualRegisterPeriod');
    const from = readFirst(at(period, 'start'));
    if (from === undefined) continue;
    start = Math.min(start, from);
    end = Math.max(end, readLast(at(period, 'end'), today));
  }
  const months = end - start;
  return months <= 0 || months > MONTHS_MAX ? undefined : months;
}

// A register has a year only, and is out in December (11, counted from 0): between the first and the last lie whole years at least, and
// that is what is said, since the longest stay of any bureau is shown. Where both are the same, nothing is. A day is taken as it is.
const REGISTER_MONTH = 11;

function readFirst(value: unknown): number | undefined {
  const year = readYear(value);
  if (year !== undefined) return year * 12 + REGISTER_MONTH;
  const day = isoDate(value);
  return day === undefined ? undefined : monthNumber(day);
}

function readLast(value: unknown, today: string): number {
  const year = readYear(value);
  if (year !== undefined) return Math.min(year, Number(today.slice(0, 4))) * 12 + REGISTER_MONTH;
  const now = monthNumber(today);
  const day = isoDate(value);
  return day === undefined ? now : Math.min(monthNumber(day), now);
}

function readYear(value: unknown): number | undefined {
  const text = wireText(value);
  return text !== undefined && /^(18|19|20|21)\d\d$/.test(text) ? Number(text) : undefined;
}

const UNIT = /^((?:flat|apartment|apt|unit|suite|studio|room|maisonette)\s+\w+)(?:,?\s+(.+))?$/i;

/** Absent without a town or postcode. The flat is part of the building's name. */
function toAddress(address: unknown): UkAddress | undefined {
  const text = (name: string): string | undefined => wireText(at(address, name));
  const townOrCity = text('postTown');
  const postcode = text('postcode');
  if (townOrCity === undefined || postcode === undefined) return undefined;
  const name = text('name');
  const [, unit, building] = UNIT.exec(name ?? '') ?? [];
  const street = [text('street1'), text('street2')].filter((part) => part !== undefined).join(', ');
  const parts = given({
    subBuildingName: unit,
    buildingName: unit === undefined ? name : building,
    buildingNumber: houseNumber(at(address, 'number')),
    thoroughfare: street === '' ? undefined : street,
    district: text('district'),
    county: text('county'),
  });
  return { ...parts, townOrCity, postcode };
}
