// TransUnion's addresses: in parts where it matched the address that was asked for, in one line everywhere else.

import type { UkAddress } from '../../domain/consumer.ts';
import { given } from '../../domain/given.ts';
import { at, houseNumber, wireText } from '../reading/wire-values.ts';

/** Absent without a town or postcode. */
export function fromParts(parts: unknown): UkAddress | undefined {
  const text = (name: string): string | undefined => wireText(at(parts, name));
  const townOrCity = text('posttown');
  const postcode = text('postcode');
  if (townOrCity === undefined || postcode === undefined) return undefined;
  const street = [text('street1'), text('street2')].filter((part) => part !== undefined).join(', ');
  return given({
    subBuildingName: text('abodeno'),
    buildingName: text('buildingname'),
    buildingNumber: houseNumber(at(parts, 'buildingno')),
    thoroughfare: street === '' ? undefined : street,
    district: text('locality') ?? text('sublocality'),
    townOrCity,
    postcode,
  });
}

const POSTCODE = /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i;
const UNIT = /^(flat|apartment|apt|unit|suite|studio|room|maisonette)\b/i;
const NUMBERED = /^(\d+[a-z]?(?:-\d+[a-z]?)?)\s+(\S.*)$/i;

/** "Flat 2, Rose Court, 0012 High Street, Upton, Exampleton, EX1 1AA", parsed from both ends; the numbered part is the street. */
export function fromLine(line: unknown): UkAddress | undefined {
  const parts = (wireText(line) ?? '').split(',').map((part) => part.trim());
  const [postcode, townOrCity] = [parts.pop(), parts.pop()];
  if (postcode === undefined || !POSTCODE.test(postcode) || !townOrCity) return undefined;
  const unit = UNIT.test(parts[0] ?? '') ? parts.shift() : undefined;
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
    postcode,
  });
}

/** Equal for one home in both forms: the postcode with the house's numbers, or its words if it has no number. */
export function addressKey(address: UkAddress): string {
  const { subBuildingName, buildingName, buildingNumber, postcode } = address;
  const premises = [subBuildingName, buildingName, buildingNumber].join(' ').toUpperCase();
  const numbers = premises.match(/\d+[A-Z]?/g) ?? premises.match(/[A-Z]+/g) ?? [];
  return [postcode.toUpperCase().replace(/\s/g, ''), ...numbers.map((part) => part.replace(/^0+/, ''))].join(
    '|',
  );
}
