// The searches that others made of an invented person, and how they stand at the bureaus: a lender asks one bureau as a rule, some ask
// two or three for one application. A quotation and the application that follows it are two searches.

import { COMPANY_LABELS } from '../../src/bureaus/reading/company-labels.ts';
import { given } from '../../src/domain/given.ts';
import type { FileSearch } from '../../src/domain/reports/bureau-file.ts';
import type { BureauId, SearchPurpose } from '../../src/domain/reports/credit-report.ts';
import { type Chance, isoOf, TODAY } from './chance.ts';
import { pickLender } from './debts.ts';
import { COMPANY_OF, habitOf, KINDS, type Kind, type Lender } from './lenders.ts';
import type { Level } from './levels.ts';

export type Enquiry = {
  id: string;
  lender: Lender;
  kind: Kind;
  day: number;
  /** Seconds of the day, in London. */
  second: number;
  purpose: SearchPurpose;
  bureaus: readonly BureauId[];
};

const ALL: readonly BureauId[] = ['equifax', 'experian', 'transunion'];

export function makeEnquiries(chance: Chance): Enquiry[] {
  const enquiries: Enquiry[] = [];
  const add = (one: Omit<Enquiry, 'id' | 'second' | 'bureaus'>): Enquiry => {
    const made = {
      ...one,
      id: `enquiry-${enquiries.length + 1}`,
      second: chance.whole(27_000, 82_000),
      bureaus: asked(one.lender, chance),
    };
    enquiries.push(made);
    return made;
  };
  for (let left = chance.whole(0, 9); left > 0; left -= 1) {
    const kind = chance.pick(KINDS);
    const lender = pickLender(kind, chance);
    const day = TODAY - chance.whole(2, 700);
    const purpose = chance.weighted<SearchPurpose>([
      ['credit-application', 0.5],
      ['quotation', 0.3],
      ['identity', 0.15],
      ['debt-recovery', 0.05],
    ]);
    const first = add({ lender, kind, day, purpose });
    if (purpose === 'quotation' && chance.is(0.35))
      add({ lender, kind, day: day + chance.pick([0, 0, 1, 4]), purpose: 'credit-application' });
    if (chance.is(0.05)) add({ ...first, day: Math.min(TODAY - 1, day + chance.whole(1, 10)) });
  }
  if (chance.is(0.3)) addComparison(add, chance);
  return enquiries;
}

/** A comparison site asks for a person's quotations at many lenders within a minute. */
function addComparison(
  add: (one: Omit<Enquiry, 'id' | 'second' | 'bureaus'>) => Enquiry,
  chance: Chance,
): void {
  const kind = chance.pick(['card', 'loan', 'insurance'] as const);
  const day = TODAY - chance.whole(2, 360);
  const lenders = new Set(Array.from({ length: 6 }, () => pickLender(kind, chance)));
  for (const lender of lenders) add({ lender, kind, day, purpose: 'quotation' });
}

function asked(lender: Lender, chance: Chance): readonly BureauId[] {
  const count = habitOf(lender, 'asks').weighted([
    [1, 0.55],
    [2, 0.28],
    [3, 0.17],
  ]);
  if (count === 3) return ALL;
  const first = chance.pick(ALL);
  return count === 1 ? [first] : [first, chance.pick(ALL.filter((bureau) => bureau !== first))];
}

export function viewOfEnquiry(
  enquiry: Enquiry,
  bureau: BureauId,
  ref: string,
  level: Level,
  chance: Chance,
): FileSearch {
  const { lender, kind } = enquiry;
  // A batch that was sent after midnight.
  const day = enquiry.day + (chance.is(level.spelling / 12) ? 1 : 0);
  const isTimed = bureau === 'transunion' && chance.is(0.9);
  const habit = habitOf(lender, `name ${bureau}`);
  const companyType = habitOf(lender, `company ${bureau}`).is(0.75)
    ? COMPANY_OF[kind][0]
    : habit.pick(COMPANY_OF[kind]);
  const isNamed = !chance.is(level.noName * 2);
  const usual = habit.is(level.otherName) ? habit.pick(lender.names) : (lender.names[0] as string);
  return {
    ref,
    companyName: isNamed ? usual : COMPANY_LABELS[companyType ?? 'other'],
    date: `${isoOf(day)}T${isTimed ? timeOf(enquiry.second) : '00:00:00'}.000Z`,
    isDateOnly: !isTimed,
    ...given({ companyType: isNamed && chance.is(0.1) ? undefined : companyType }),
    ...given({ purpose: chance.is(0.06) ? undefined : enquiry.purpose }),
  };
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 19);
}
