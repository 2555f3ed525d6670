// How bureaus write one search by habit: under the brand at one bureau and the company at another, coded as another purpose, dated
// the day after because it was filed at night.
import { addDays } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import type { TrueEnquiry } from '../enquiries.ts';
import type { SimulatedSearch } from '../simulated-file.ts';
import { spellHouse } from './house-names.ts';
import { HOUSES } from './houses.ts';
import type { Habits } from './rates.ts';

export function adoptSearchHabits(enquiries: readonly TrueEnquiry[], chance: Chance): TrueEnquiry[] {
  const made: TrueEnquiry[] = [];
  for (const [index, enquiry] of enquiries.entries()) {
    const [before, adopted] = [enquiries[index - 1], made.at(-1)];
    if (before?.lender === enquiry.lender && before.at.slice(0, 10) === enquiry.at.slice(0, 10)) {
      made.push({ ...enquiry, lender: adopted?.lender ?? enquiry.lender, ...brandOf(adopted) });
    } else if (chance.is(60) && enquiry.purpose !== 'debt-recovery') {
      const lender = chance.pick(HOUSES);
      made.push({
        ...enquiry,
        lender,
        ...(lender.brands.length > 0 ? { brand: chance.pick(lender.brands) } : {}),
      });
    } else made.push(enquiry);
  }
  return made;
}

function brandOf(enquiry: TrueEnquiry | undefined): Pick<TrueEnquiry, 'brand'> {
  return enquiry?.brand === undefined ? {} : { brand: enquiry.brand };
}

export function writeSearch(
  search: SimulatedSearch,
  { lender, brand }: TrueEnquiry,
  habits: Habits,
): SimulatedSearch {
  const { chance, rates } = habits;
  const { companyName, purpose, at } = search;
  return {
    ...search,
    ...(companyName === undefined ? {} : { companyName: spellHouse(lender, brand, companyName, habits) }),
    purpose: chance.is(rates.searchPurposeDrift) ? (OTHER_PURPOSE[purpose] ?? purpose) : purpose,
    at: chance.is(rates.searchNextDay) ? `${addDays(at.slice(0, 10), 1)}${at.slice(10)}` : at,
  };
}

const OTHER_PURPOSE: Partial<Record<SimulatedSearch['purpose'], SimulatedSearch['purpose']>> = {
  'credit-application': 'quotation',
  quotation: 'credit-application',
  identity: 'consumer-enquiry',
  'consumer-enquiry': 'identity',
};
