// The person's homes: those that were asked for, with how long the bureau has known the person there, and those that it links to them.
import { monthNumber } from '../../domain/days/months.ts';
import { given } from '../../domain/given.ts';
import type { FileResidency } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { field, list } from '../reading/json.ts';
import { whoseIs } from '../reading/whose.ts';
import { houseNumber, wholeNumber, wireText } from '../reading/wire-values.ts';
import { claimOf, type Found, recordsOf, unreadable } from './records.ts';
import { countOrNone } from './values.ts';

const PLACES_MAX = 1_000;
const YEARS_MAX = 120;

/** `homes`: the applicant's own entries of `Residency`. `today`: of the search, YYYY-MM-DD. */
export function fromResidencies(
  output: unknown,
  homes: readonly unknown[],
  consumer: Consumer,
  today: string,
): FileResidency[] {
  const data = field(output, 'FullConsumerData', 'ConsumerData');
  const isTheirs = (found: Found) => whoseIs(consumer, claimOf(found)).isOwn;
  const links = recordsOf(data, 'LocationLink', 'LocationLinkDetails').filter(isTheirs);
  if (homes.length + links.length > PLACES_MAX) throw unreadable();
  const stays = createStays(
    data,
    recordsOf(data, 'VotersRollPerson', 'VRollPersonDetails').filter(isTheirs),
    today,
  );
  const places = new Map(
    list(output, 'LocationDetails').map((one) => [
      codeOf(one, 'LocationIdentifier'),
      field(one, 'UKLocation'),
    ]),
  );
  const found = new Map<string, FileResidency>();
  const add = (location: unknown, isCurrent: boolean, residency?: unknown): void => {
    const address = toAddress(location);
    const key = placeKey(location);
    if (address === undefined || found.has(key)) return;
    const stay = stays(location, isCurrent);
    const monthsAtAddress =
      fromTimeAt(field(residency, 'TimeAt')) ??
      stay?.months ??
      yearsOnRoll(field(residency, 'VRConfirmation'));
    found.set(key, { address, isCurrent, ...given({ monthsAtAddress, roll: stay?.roll }) });
  };
  for (const home of homes) {
    add(places.get(codeOf(home, 'LocationIdentifier')), codeOf(home, 'LocationCode') === '1', home);
  }
  // An old home or a newer one: the current one is the one that was asked for.
  for (const { record } of links) add(field(record, 'Location'), false);
  return [...found.values()];
}

function codeOf(value: unknown, name: string): string | undefined {
  return wireText(field(value, name))?.replace(/^0+(?=\d)/, '');
}

function toAddress(location: unknown): FileResidency['address'] | undefined {
  const text = (name: string) => wireText(field(location, name));
  const joined = (...names: string[]) =>
    names
      .map(text)
      .filter((one) => one !== undefined)
      .join(', ') || undefined;
  const [townOrCity, postcode] = [text('PostTown'), text('Postcode')];
  if (townOrCity === undefined || postcode === undefined) return undefined;
  const parts = given({
    subBuildingName: text('Flat'),
    buildingName: text('HouseName'),
    buildingNumber: numberOf(location),
    thoroughfare: joined('Street', 'Street2'),
    district: joined('District', 'District2'),
    county: text('County'),
  });
  return { ...parts, townOrCity, postcode };
}

/** A house without a number has 0. */
function numberOf(location: unknown): string | undefined {
  const number = houseNumber(field(location, 'HouseNumber'));
  return number === '0' ? undefined : number;
}

function premisesKey(location: unknown): string {
  const parts = [
    wireText(field(location, 'Flat')),
    wireText(field(location, 'HouseName')),
    numberOf(location),
  ];
  return parts.map((part) => (part ?? '').toUpperCase()).join('|');
}

function postcodeKey(location: unknown): string {
  return (wireText(field(location, 'Postcode')) ?? '').replaceAll(' ', '').toUpperCase();
}

function placeKey(location: unknown): string {
  return `${premisesKey(location)}|${postcodeKey(location)}`;
}

/** How long the voters' roll has the person at a home: the longest of its entries there. */
function createStays(
  data: unknown,
  entries: readonly Found[],
  today: string,
): (location: unknown, isCurrent: boolean) => Stay | undefined {
  const streets = new Map(
    recordsOf(data, 'VotersRollLocation', 'VRollStreetDetails').map(({ location, record }) => [
      location,
      postcodeKey(field(record, 'Location')),
    ]),
  );
  const current: Stay = { months: 0, roll: [] };
  const others = new Map<string, Stay>();
  for (const { record, location } of entries) {
    const read = fromRollDates(wireText(field(record, 'DatesRegLeft')), today);
    if (read === undefined) continue;
    // An entry has house and flat, and its street may have the postcode.
    const key = `${premisesKey(record)}|${streets.get(location) ?? ''}`;
    const stay = location === 'C' ? current : (others.get(key) ?? { months: 0, roll: [] });
    if (location !== 'C') others.set(key, stay);
    stay.months = Math.max(read.months, stay.months);
    stay.roll.push(read.entry);
  }
  const ofCurrent = current.roll.length === 0 ? undefined : current;
  return (location, isCurrent) =>
    isCurrent ? ofCurrent : (others.get(placeKey(location)) ?? others.get(`${premisesKey(location)}|`));
}

type Entry = NonNullable<FileResidency['roll']>[number];
type Stay = { months: number; roll: Entry[] };

/** The month of registering, and the month of leaving where there was one: MMCCYY each. */
function fromRollDates(
  dates: string | undefined,
  today: string,
): { months: number; entry: Entry } | undefined {
  const [, fromMonth, fromYear, toMonth, toYear] =
    /^(0[1-9]|1[0-2])(\d{4})(?:(0[1-9]|1[0-2])(\d{4}))?$/.exec(dates?.replaceAll(' ', '') ?? '') ?? [];
  if (fromMonth === undefined) return undefined;
  const from = `${fromYear}-${fromMonth}`;
  const to = toMonth === undefined ? undefined : `${toYear}-${toMonth}`;
  const months = monthNumber(to ?? today) - monthNumber(from);
  return months < 0 || months > YEARS_MAX * 12 ? undefined : { months, entry: given({ from, to }) };
}

function fromTimeAt(timeAt: unknown): number | undefined {
  const years = wholeNumber(field(timeAt, 'Years'), YEARS_MAX);
  const months = wholeNumber(field(timeAt, 'Months'), YEARS_MAX * 12);
  return years === undefined && months === undefined ? undefined : (years ?? 0) * 12 + (months ?? 0);
}

/** Whole years, so at least so many months; 0 says little, and -1 is none. */
function yearsOnRoll(confirmation: unknown): number | undefined {
  const years = countOrNone(field(confirmation, 'YrsERSP'), YEARS_MAX);
  return years === undefined ? undefined : years * 12;
}
