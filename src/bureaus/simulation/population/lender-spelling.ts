// How a bureau spells a lender: decorated, shortened, truncated, under a brand, or not at all.
import type { Chance } from './chance.ts';
import type { Distortion } from './distortion.ts';
import type { Lender } from './lenders.ts';

export function spellLender(lender: Lender, chance: Chance, distortion: Distortion): string | undefined {
  if (chance.is(distortion.nameMissing)) return undefined;
  if (lender.brand !== undefined && chance.is(distortion.nameBranded)) return lender.brand;
  const shortened = chance.is(distortion.nameShortened) ? shorten(lender.name, chance) : lender.name;
  return chance.is(distortion.nameDecorated)
    ? decorate(shortened, chance, distortion.lenderSuffixes)
    : shortened;
}

const SHORT: readonly [RegExp, string][] = [
  [/\bFinancial Services\b/, 'Fin Serv'],
  [/\bFinance\b/, 'Fin'],
  [/\bServices\b/, 'Svcs'],
  [/\bBuilding Society\b/, 'BS'],
  [/\bInsurance\b/, 'Ins'],
  [/\bMortgages\b/, 'Mtg'],
  [/\bAssociation\b/, 'Assoc'],
  [/\bCompany\b/, 'Co'],
];

function shorten(name: string, chance: Chance): string {
  // Some systems truncate at twenty characters.
  if (chance.is(40) && name.length > 20) return name.slice(0, 20).trim();
  if (chance.is(50)) return withoutLegalForm(name);
  return SHORT.reduce((text, [long, short]) => text.replace(long, short), name);
}

function decorate(name: string, chance: Chance, suffixes: readonly string[]): string {
  const bare = chance.is(50) ? withoutLegalForm(name) : name;
  const text = `${bare}${chance.pick(suffixes)}`;
  const spelt = chance.is(20) ? text.replace(/ & /g, ' AND ') : text;
  return chance.is(70) ? spelt.toUpperCase() : spelt;
}

function withoutLegalForm(name: string): string {
  return name.replace(/\s*(\(UK\)|plc|Ltd|Limited)\b\.?/gi, '').trim();
}
