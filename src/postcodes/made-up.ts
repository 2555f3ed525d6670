// Addresses of postcodes that nobody looked up: for test mode, which asks nobody, and for the simulator. The same postcode always has the
// same ones; those whose second half begins with 0 have none.
import { createHash } from 'node:crypto';
import type { UkAddress } from '../domain/reports/consumer.ts';

const STREETS = ['Orchard Street', 'Mill Lane', 'Station Road', 'Chapel Walk', 'Priory Close'];
const TOWNS = ['Nether Applewick', 'Burton upon Fen', 'Little Marlow', 'Kingsbridge', 'Thornford'];
const HOUSES = 8;

export function madeUpAddresses(postcode: string): UkAddress[] {
  if (/ 0[A-Z]{2}$/.test(postcode)) return [];
  const [street = 0, town = 0, first = 0] = createHash('sha256').update(postcode).digest();
  const place = {
    thoroughfare: STREETS[street % STREETS.length] ?? '',
    townOrCity: TOWNS[town % TOWNS.length] ?? '',
    postcode,
  };
  const number = (at: number): string => String(1 + 2 * at + (first % 2));
  const houses = Array.from({ length: HOUSES }, (_, at) => ({ buildingNumber: number(at), ...place }));
  const flats = ['Flat 1', 'Flat 2'].map((subBuildingName) => ({
    subBuildingName,
    buildingName: 'Rose House',
    ...place,
  }));
  return [...houses, ...flats];
}
