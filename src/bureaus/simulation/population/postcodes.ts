// Postcodes of the population. They are well formed and do not exist: no area begins with Z but ZE, which is left out. Each
// invented person has four of their own, made from their number, so that a postcode leads back to the person by arithmetic and
// no index has to be built or kept.

// ZZ is kept for the personas, whose postcodes are short to type.
const AREAS = ['ZA', 'ZB', 'ZC', 'ZD', 'ZF', 'ZG', 'ZH', 'ZK', 'ZL', 'ZM'] as const;
const DISTRICTS = 20;
const SECTORS = 10;
// The letters that occur in the last half of a postcode.
const UNIT_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const UNITS = UNIT_LETTERS.length ** 2;
const POSTCODES = AREAS.length * DISTRICTS * SECTORS * UNITS;

export const ADDRESSES_MAX = 4;
/** How many people have postcodes. */
export const PEOPLE_MAX = POSTCODES / ADDRESSES_MAX;

// Coprime to the number of postcodes, so that neighbours in number live far apart and no two share a postcode. The products
// stay below 2^53.
const STRIDE = 314_159;
const STRIDE_BACK = inverse(STRIDE, POSTCODES);

/** The postcode of a person's home: 0 is the current one, 1 to 3 are earlier ones. */
export function postcodeOf(personIndex: number, home: number): string {
  const place = ((personIndex * ADDRESSES_MAX + home) * STRIDE) % POSTCODES;
  const unit = place % UNITS;
  const sector = Math.floor(place / UNITS) % SECTORS;
  const district = Math.floor(place / (UNITS * SECTORS)) % DISTRICTS;
  const area = AREAS[Math.floor(place / (UNITS * SECTORS * DISTRICTS))];
  const letters = UNIT_LETTERS.charAt(Math.floor(unit / 20)) + UNIT_LETTERS.charAt(unit % 20);
  return `${area}${district + 1} ${sector}${letters}`;
}

/** Whose home a postcode is, in any case and spacing; null when it is nobody's. */
export function personOf(postcode: string): { personIndex: number; home: number } | null {
  const parts = /^(Z[A-Z])(\d{1,2})(\d)([A-Z])([A-Z])$/.exec(foldPostcode(postcode));
  if (parts === null) return null;
  const area = AREAS.indexOf(parts[1] as (typeof AREAS)[number]);
  const district = Number(parts[2]) - 1;
  const [first, second] = [UNIT_LETTERS.indexOf(parts[4] ?? ''), UNIT_LETTERS.indexOf(parts[5] ?? '')];
  if (area < 0 || district < 0 || district >= DISTRICTS || first < 0 || second < 0) return null;
  const place = ((area * DISTRICTS + district) * SECTORS + Number(parts[3])) * UNITS + first * 20 + second;
  const number = (place * STRIDE_BACK) % POSTCODES;
  return { personIndex: Math.floor(number / ADDRESSES_MAX), home: number % ADDRESSES_MAX };
}

export function foldPostcode(postcode: string): string {
  return postcode.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The number that undoes a multiplication by `factor`, by Euclid's algorithm. */
function inverse(factor: number, modulus: number): number {
  let [rest, next] = [modulus, factor];
  let [coefficient, nextCoefficient] = [0, 1];
  while (next !== 0) {
    const times = Math.floor(rest / next);
    [rest, next] = [next, rest - times * next];
    [coefficient, nextCoefficient] = [nextCoefficient, coefficient - times * nextCoefficient];
  }
  return ((coefficient % modulus) + modulus) % modulus;
}
