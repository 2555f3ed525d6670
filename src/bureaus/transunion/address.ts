// TransUnion's addresses: in parts where it matched the address that was asked for, in one line everywhere else. Lines are written in
// four ways: with commas, with none before the postcode, with semicolons, and without any.
import { given } from '../../domain/given.ts';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { at, houseNumber, wireText } from '../reading/wire-values.ts';

/** Absent without a town or postcode. */
export function fromParts(parts: unknown): UkAddress | undefined {
  const text = (name: string): string | undefined => wireText(at(parts, name));
  const townOrCity = text('posttown');
  const postcode = text('postcode');
  if (townOrCity === undefined || postcode === undefined) return undefined;
  const street = [text('street1'), text('street2')].filter((part) => part !== undefined).join(', ');
  const district = [text('sublocality'), text('locality')].filter((part) => part !== undefined).join(', ');
  return given({
    subBuildingName: text('abodeno'),
    buildingName: text('buildingname'),
    buildingNumber: houseNumber(at(parts, 'buildingno')),
    thoroughfare: street === '' ? undefined : street,
    district: district === '' ? undefined : district,
    townOrCity,
    postcode: spaced(postcode),
  });
}

const POSTCODE = /(?:^|[\s,;])(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i;
/** A flat with its number, and what stands behind it in the same part. */
const UNIT =
  /^((?:flat|apartment|apt|unit|suite|studio|room|maisonette)\s+(?:[a-z]?\d+[a-z]?|[a-z]))(?:\s+(\S.*))?$/i;
const UNIT_WORD = /^(flat|apartment|apt|unit|suite|studio|room|maisonette)\b/i;
const NUMBERED = /^(\d+[a-z]?(?:-\d+[a-z]?)?)\s+(\S.*)$/i;

/** "Flat 2, Rose Court, 0012 High Street, Upton, Exampleton, EX1 1AA", parsed from both ends; the numbered part is the street. */
export function fromLine(line: unknown): UkAddress | undefined {
  const text = wireText(line) ?? '';
  const [end, postcode] = POSTCODE.exec(text) ?? [];
  if (end === undefined || postcode === undefined) return undefined;
  const parts = partsOf(text.slice(0, -end.length));
  const townOrCity = parts.pop();
  if (townOrCity === undefined || parts.length === 0) return undefined;
  const unit = takeUnit(parts);
  const numberedAt = parts.findIndex((part) => NUMBERED.test(part));
  const [, number, numberedStreet] = NUMBERED.exec(parts[numberedAt] ?? '') ?? [];
  const names = numberedAt === -1 ? parts.splice(0, 1) : parts.splice(0, numberedAt);
  if (numberedAt !== -1) parts.shift();
  const thoroughfare = numberedStreet ?? parts.shift();
  return given({
    subBuildingName: unit,
    buildingName: names.join(', ') || undefined,
    buildingNumber: houseNumber(number),
    thoroughfare,
    district: parts.join(', ') || undefined,
    townOrCity,
    postcode: spaced(postcode),
  });
}

/** The end of a street's name, behind which the town stands in a line without any comma. Only words that no town begins with. */
const STREET =
  /^(.*\b(?:street|road|rd|lane|avenue|ave|close|drive|way|row|place|gardens|crescent|terrace|grove|mews)) (\S.*)$/i;

function partsOf(text: string): string[] {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [, street, town] = (parts.length === 1 && STREET.exec(parts[0] ?? '')) || [];
  return street === undefined || town === undefined ? parts : [street, town];
}

/** Takes the flat off the front. */
function takeUnit(parts: string[]): string | undefined {
  const [, unit, rest] = UNIT.exec(parts[0] ?? '') ?? [];
  if (unit === undefined) return UNIT_WORD.test(parts[0] ?? '') ? parts.shift() : undefined;
  parts.shift();
  if (rest !== undefined) parts.unshift(rest);
  return unit;
}

/** "ZZ11AA" is "ZZ1 1AA". */
function spaced(postcode: string): string {
  const bare = postcode.replace(/\s/g, '');
  return /\s/.test(postcode) || bare.length < 5 ? postcode : `${bare.slice(0, -3)} ${bare.slice(-3)}`;
}

/** Equal for one home in both forms: the postcode with the house's numbers and a flat's letter, or its words if it has neither. */
export function addressKey(address: UkAddress): string {
  const { subBuildingName, buildingName, buildingNumber, postcode } = address;
  const premises = [subBuildingName, buildingName, buildingNumber].join(' ').toUpperCase();
  const numbers = premises.match(/\d+[A-Z]?|\b[A-Z]\b/g) ?? premises.match(/[A-Z]+/g) ?? [];
  return [postcode.toUpperCase().replace(/\s/g, ''), ...numbers.map((part) => part.replace(/^0+/, ''))].join(
    '|',
  );
}
