// The wire of Ideal Postcodes, as its public OpenAPI document has it: GET /v1/postcodes/{postcode} with the key in the header Authorization.
// 200 with code 2000 has the addresses of the Postcode Address File; 404 with code 4040 says that there is no such postcode. Only the fields
// that we read are asked for.

export const IDEAL_POSTCODES_URL = 'https://api.ideal-postcodes.co.uk';

export const FIELDS = [
  'sub_building_name',
  'building_name',
  'building_number',
  'dependant_thoroughfare',
  'thoroughfare',
  'dependant_locality',
  'post_town',
  'postcode',
  'po_box',
] as const;

/** Each is a text, and empty where the address has none. */
export type PafAddress = Record<(typeof FIELDS)[number], string>;

export const FOUND = 2000;
export const NOT_FOUND = 4040;

export function authorization(key: string): string {
  return `IDEALPOSTCODES api_key="${key}"`;
}

/** The addresses of a reply; null where it is not one of theirs. Fields that are not texts count as empty. */
export function readAddresses(body: unknown): PafAddress[] | null {
  if (!isRecord(body) || body.code !== FOUND || !Array.isArray(body.result)) return null;
  return body.result.filter(isRecord).map((one) => {
    const textOf = (name: string): string => (typeof one[name] === 'string' ? one[name].trim() : '');
    return Object.fromEntries(FIELDS.map((name) => [name, textOf(name)])) as PafAddress;
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
