// The person's addresses in Equifax's reply: those that it matched or linked, with the length of stay from the electoral roll.

import type { FileResidency } from '../../domain/bureau-file.ts';
import type { Consumer, UkAddress } from '../../domain/consumer.ts';
import { given } from '../../domain/given.ts';
import { CallFailed } from '../bureau.ts';
import { at, houseNumber, isoDate, many, nameWords, wireText } from '../reading/wire-values.ts';
import { readWord } from './wire.ts';

const MONTHS_MAX = 1_200;
/** Entries of one address, over all residents and years: a real electoral roll has fewer. */
const ROLL_MAX = 1_000;

export function toResidencies(
  supplied: unknown[],
  linked: unknown[],
  consumer: Consumer,
  nowMs: number,
): { list: FileResidency[]; isOnRoll: boolean } {
  const isNext = (place: unknown): boolean =>
    readWord(at(place, 'linkType')) === 'NEXT_FROM_SUPPLIED_CURRENT';
  // Of several later addresses the first is the newest. Without one, the supplied address is current.
  const current = linked.find(isNext) ?? supplied[0];
  let isOnRoll = false;
  const list = [...supplied, ...linked].flatMap((place): FileResidency[] => {
    const roll = readRoll(place, consumer);
    isOnRoll ||= roll.length > 0;
    const address = toAddress(at(place, 'matchedAddress', 'address'));
    if (address === undefined) return [];
    const addressId = wireText(at(place, 'matchedAddress', 'address', 'addressID'));
    const months = monthsOf(roll, nowMs);
    return [
      {
        ...(addressId !== undefined && { addressId }),
        address,
        isCurrent: place === current,
        ...(months !== undefined && { monthsAtAddress: months }),
      },
    ];
  });
  return { list, isOnRoll };
}

type Period = { start: string | undefined; end: string | undefined };

function readRoll(place: unknown, consumer: Consumer): Period[] {
  const entries = many(place, 'addressSpecificData', 'electoralRollData', 'electoralRoll');
  if (entries.length > ROLL_MAX) {
    throw new CallFailed('unavailable', 'the reply has too long an electoral roll', true);
  }
  return entries
    .filter((entry) => isOwnEntry(at(entry, 'name'), consumer))
    .map((entry) => ({
      start: isoDate(at(entry, 'annualRegisterPeriod', 'start')),
      end: isoDate(at(entry, 'annualRegisterPeriod', 'end')),
    }));
}

/** The roll lists the whole household: the surname alone is not enough. */
function isOwnEntry(name: unknown, consumer: Consumer): boolean {
  const shares = (given: unknown, asked: string): boolean => {
    const words = nameWords(wireText(given));
    return nameWords(asked).some((word) => words.includes(word) || words.includes(word.charAt(0)));
  };
  return shares(at(name, 'forename'), consumer.firstName) && shares(at(name, 'surname'), consumer.lastName);
}

/** From the first day on the roll to the last one, or to today. */
function monthsOf(roll: Period[], nowMs: number): number | undefined {
  const start = roll.flatMap((period) => period.start ?? []).toSorted()[0];
  if (start === undefined) return undefined;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const isOpen = roll.some((period) => period.start !== undefined && period.end === undefined);
  const end = isOpen
    ? today
    : (roll
        .flatMap((period) => period.end ?? [])
        .toSorted()
        .at(-1) ?? today);
  const months = monthNumber(end < today ? end : today) - monthNumber(start);
  return months < 0 || months > MONTHS_MAX ? undefined : months;
}

function monthNumber(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return year * 12 + month;
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
