// What a lender's name says of what it finances: vehicles, other goods, or nothing.
import { LENDERS, type Lenders } from '../lenders/registry.ts';
import { wordsOf as namingWords } from '../merging/lender-words.ts';

type NameTrade = 'motor' | 'other-goods' | 'unknown';

export function tradeOf(name: string, lenders: Lenders = LENDERS): NameTrade {
  const words = wordsOf(name);
  // Other goods first: "Motor Home Furniture" sells furniture.
  if (words.some((word) => OTHER_GOODS.has(word))) return 'other-goods';
  if (words.some((word) => MOTOR_WORDS.has(word))) return 'motor';
  return lenders.isMotor(namingWords(name.slice(0, NAME_LENGTH_MAX))) ? 'motor' : 'unknown';
}

/** Equal for spellings that differ in case, punctuation and legal form. */
export function foldLender(name: string): string {
  return wordsOf(name)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join(' ');
}

const NAME_LENGTH_MAX = 120;

function wordsOf(name: string): string[] {
  return name
    .slice(0, NAME_LENGTH_MAX)
    .toUpperCase()
    .replaceAll(/['’.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}

const LEGAL_FORMS = new Set(['LIMITED', 'LLP', 'LTD', 'PLC', 'THE', 'UK', 'I', 'C']);

const MOTOR_WORDS = new Set(
  'AUTO AUTOLEASE AUTOMOBILE AUTOMOTIVE AUTOS CAR CARS MOTOR MOTORBIKE MOTORCYCLE MOTORCYCLES MOTORING MOTORS TRUCK TRUCKS VAN VANS VEHICLE VEHICLES'.split(
    ' ',
  ),
);
const OTHER_GOODS = new Set(
  [
    'APPLIANCES BATHROOM BATHROOMS BED BEDROOM BEDROOMS BEDS BOILER BOILERS CARPET CARPETS CATALOGUE CONSERVATORIES DENTAL',
    'ELECTRICAL ELECTRICALS FITNESS FLOORING FURNITURE FURNISHINGS HEATING INTERIORS JEWELLERS JEWELLERY KITCHEN KITCHENS MUSIC',
    'PIANO PIANOS SHOPPING SOFA SOFAS SOLAR STORE STORES TELEVISION WINDOWS',
  ].flatMap((line) => line.split(' ')),
);
