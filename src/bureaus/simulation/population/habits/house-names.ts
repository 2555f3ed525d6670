// How UK bureaus write the name of a company: by its brand, with what it trades as, with what it was called, abbreviated, mistyped.
import type { Chance } from '../chance.ts';
import type { Lender } from '../lenders.ts';
import type { House } from './houses.ts';
import type { Habits } from './rates.ts';

/** `spelt`: what the bureau would write without habits; a company without a brand keeps it, abbreviated at most. */
export function spellHouse(
  lender: Lender,
  brand: string | undefined,
  spelt: string,
  { chance, rates }: Habits,
): string {
  const { name, formerly } = lender as Partial<House> & Lender;
  const draw = chance.int(1, 10_000) / 100;
  let limit = rates.formerNameShown;
  if (formerly !== undefined && draw <= limit) {
    return cased(chance.is(50) ? formerly : `${name} (${chance.pick(WAS)} ${formerly})`, chance);
  }
  limit += rates.bothNamesShown;
  if (brand !== undefined && draw <= limit) return cased(bothNames(name, brand, chance), chance);
  limit += rates.brandShown;
  if (brand !== undefined && draw <= limit) return mistype(cased(brand, chance), chance, rates.nameMistyped);
  const written = chance.is(rates.nameAbbreviated) ? cased(abbreviate(name, chance), chance) : spelt;
  return mistype(written, chance, rates.nameMistyped);
}

const WAS = ['formerly', 'prev', 'was', 'fka'] as const;

function bothNames(name: string, brand: string, chance: Chance): string {
  return chance.pick([
    `${name} T/A ${brand}`,
    `${brand} (${name})`,
    `${name} - ${brand}`,
    `${name} trading as ${brand}`,
  ]);
}

const SHORT: readonly [RegExp, readonly string[]][] = [
  [/\bBuilding Society\b/, ['Bldg Soc', 'BS', 'B/S', 'Bld Society']],
  [/\bBrothers\b/, ['Bros']],
  [/\bFinancial Services\b/, ['FS', 'Fin Servs', 'Finl Services']],
  [/\bInternational\b/, ['Intl', 'Int']],
  [/\bCorporation\b/, ['Corp']],
  [/\bAcceptance\b/, ['Accept']],
  [/\bCompany\b/, ['Co', 'Coy']],
  [/\bConsumer Finance\b/, ['Cons Fin', 'CF']],
  [/\bMotor Finance\b/, ['Mtr Fin', 'MF', 'Motor']],
  [/\bHome Loans\b/, ['HL']],
  [/\bHome Shopping\b/, ['Home Shop']],
  [/\bInsurance\b/, ['Ins']],
  [/\bMortgages\b/, ['Mtgs']],
  [/\bPortfolio\b/, ['Ptfl', 'Port']],
  [/\bPersonal Credit\b/, ['Pers Cr']],
  [/\bBank\b/, ['Bk']],
  [/\b(?:Limited|Ltd|plc)\b/, ['']],
  [/ \(publ\)/, ['']],
  [/ and /, [' & ', ' ']],
  [/ & /, [' and ', ' ']],
];

/** As a clerk with twenty characters would: some words cut short, single letters joined or two words written as one. */
function abbreviate(name: string, chance: Chance): string {
  const short = SHORT.reduce(
    (text, [long, forms]) => (chance.is(70) ? text.replace(long, chance.pick(forms)) : text),
    name,
  );
  const joined = short.replace(/\b([A-Z]) (?=[A-Z] )/g, chance.is(60) ? '$1' : '$1 ');
  const split = chance.is(25) ? joined.replace(/^([A-Z][a-z]{3})([a-z]{5,})/, '$1 $2') : joined;
  return split.replace(/\s+/g, ' ').trim();
}

function cased(name: string, chance: Chance): string {
  return chance.is(70) ? name.toUpperCase() : name;
}

/** Two letters change places, or one is missing. */
export function mistype(text: string, chance: Chance, percent: number): string {
  if (!chance.is(percent) || text.length < 5) return text;
  const at = chance.int(1, text.length - 3);
  return chance.is(50)
    ? text.slice(0, at) + text.slice(at + 1)
    : `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}
