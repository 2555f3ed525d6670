// Searches: which companies looked an invented person up, and what each bureau has on file of it.
import type { BureauId } from '../../../domain/reports/credit-report.ts';
import { addDays } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Distortion } from './distortion.ts';
import { spellLender } from './lender-spelling.ts';
import { DEBT_BUYERS, LENDERS, type Lender } from './lenders.ts';
import type { SimulatedSearch } from './simulated-file.ts';

/** Ground truth: one company asks one or more bureaus at one moment. */
export type TrueEnquiry = {
  id: string;
  lender: Lender;
  brand?: string;
  at: string;
  purpose: SimulatedSearch['purpose'];
  bureaus: readonly BureauId[];
};

const PURPOSES: readonly SimulatedSearch['purpose'][] = [
  'credit-application',
  'credit-application',
  'credit-application',
  'quotation',
  'quotation',
  'identity',
  'consumer-enquiry',
];

export function makeEnquiries(
  chance: Chance,
  personId: string,
  count: number,
  bureaus: readonly BureauId[],
  today: string,
): TrueEnquiry[] {
  const made: TrueEnquiry[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = made.at(-1);
    // A second search by the same company on the same day, such as an identity check beside an application.
    const isAgain = before !== undefined && chance.is(6);
    const day = addDays(today, -chance.int(1, 700));
    const isRecovery = chance.is(5);
    made.push({
      id: `${personId}/enquiry-${index}`,
      lender: isAgain ? before.lender : chance.pick(isRecovery ? DEBT_BUYERS : LENDERS),
      at: `${isAgain ? before.at.slice(0, 10) : day}T${timeOf(chance)}Z`,
      purpose: isRecovery ? 'debt-recovery' : chance.pick(PURPOSES),
      bureaus: chance.is(45) ? bureaus.filter(() => chance.is(60)) : [chance.pick(bureaus)],
    });
  }
  return made.filter((enquiry) => enquiry.bureaus.length > 0);
}

export function viewEnquiry(
  enquiry: TrueEnquiry,
  bureau: BureauId,
  chance: Chance,
  distortion: Distortion,
): SimulatedSearch[] {
  if (!enquiry.bureaus.includes(bureau) || chance.is(distortion.searchMissing)) return [];
  const isNameless = chance.is(distortion.searchNameless);
  const companyName = isNameless ? undefined : spellLender(enquiry.lender, chance, distortion);
  return [
    {
      enquiryId: enquiry.id,
      ...(companyName === undefined ? {} : { companyName }),
      companyType: enquiry.lender.type,
      at: enquiry.at,
      purpose: enquiry.purpose,
    },
  ];
}

function timeOf(chance: Chance): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(chance.int(8, 20))}:${two(chance.int(0, 59))}:${two(chance.int(0, 59))}.000`;
}
