// Postcodes of the population. They are well formed and do not exist: the only real area that begins with Z is ZE, which is left
// out. Each person has four of their own, computed from the person's number; the inverse finds the person without an index.

// ZZ is reserved for the personas, whose postcodes are short to type.
const AREAS = ['ZA', 'ZB', 'ZC', 'ZD', 'ZF', 'ZG', 'ZH', 'ZK', 'ZL', 'ZM'] as const;
const DISTRICTS = 20;
const SECTORS = 10;
// The letters that the second half of a postcode may have.
const UNIT_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const UNITS = UNIT_LETTERS.length ** 2;
const POSTCODES = AREAS.length * DISTRICTS * SECTORS * UNITS;

export const ADDRESSES_MAX = 4;
export const PEOPLE_MAX = POSTCODES / ADDRESSES_MAX;

// Coprime to the number of postcodes: consecutive people live far apart, and no two share a postcode. The products stay below
// 2^53.
const STRIDE = 314_159;
const STRIDE_BACK = inverse(STRIDE, POSTCODES);

/** The postcode of a person's home: 0 is the current one, 1 to 3 are previous ones. */
export function postcodeOf(personIndex: number, home: number): string {
  const place = ((personIndex * ADDRESSES_MAX + home) * STRIDE) % POSTCODES;
  const unit = place % UNITS;
  const sector = Math.floor(place / UNITS) % SECTORS;
  const district = Math.floor(place / (UNITS * SECTORS)) % DISTRICTS;
  const area = AREAS[Math.floor(place / (UNITS * SECTORS * DISTRICTS))];
  const letters = UNIT_LETTERS.charAt(Math.floor(unit / 20)) + UNIT_LETTERS.charAt(unit % 20);
  return `${area}${district + 1} ${sector}${letters}`;
}

/** The person and home of a postcode, in any case and spacing; null if it was never given out. */
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

/** The modular inverse of `factor`, by Euclid's extended algorithm. */
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
