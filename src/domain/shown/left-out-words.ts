// What a total leaves out and why, a sentence for each reason: possible doubles with their amount, what a bureau withholds, what no bureau
// gives. The hosted page, the console and the PDF say it in these words.
import { type Figure, isKnown, type LeftOut } from '../attributes/figure.ts';
import { counted } from '../in-words.ts';
import { bureauName, inList, unique } from './report-view.ts';
import { pounds } from './report-words.ts';

type Record = { bureaus: readonly { id: string; balanceWithheld?: boolean }[] };
type Of = { records: readonly Record[]; doubles: readonly (readonly number[])[] };

/** After "The debt total leaves out". */
export function leftOutWords(figure: Figure, { records, doubles }: Of): string[] {
  const basis = new Set(isKnown(figure) ? figure.basis : []);
  const isDouble = ({ record }: LeftOut): boolean =>
    (doubles[record] ?? []).some((other) => basis.has(other));
  const reasons = Map.groupBy(figure.leftOut ?? [], (one): Reason => {
    if (one.why === 'possibly-same' || one.why === 'other-currency') return one.why;
    if (one.why === 'no-balance' && withholding([records[one.record]]).length > 0) return 'withheld';
    if (isDouble(one)) return 'silent-double';
    return one.why === 'no-balance' || one.why === 'no-payment' ? one.why : 'little-said';
  });
  return REASONS.flatMap((reason) => {
    const some = reasons.get(reason);
    if (some === undefined) return [];
    const words = wordsOf(reason, some.length === 1, {
      figure,
      bureaus: withholding(some.map(({ record }) => records[record])),
    });
    return [`${counted(some.length, 'account')} ${words}`];
  });
}

const REASONS = [
  'possibly-same',
  'silent-double',
  'withheld',
  'no-balance',
  'no-payment',
  'other-currency',
  'little-said',
] as const;
type Reason = (typeof REASONS)[number];

function wordsOf(
  reason: Reason,
  isOne: boolean,
  { figure, bureaus }: { figure: Figure; bureaus: string[] },
): string {
  const [its, it] = isOne ? ['its', 'it is'] : ['their', 'they are'];
  const s = isOne ? '' : 's';
  const same = `may be the same agreement${s} as ${isOne ? 'one that is' : 'others that are'} counted`;
  switch (reason) {
    case 'possibly-same':
      return `that ${same}${amountWords(figure, isOne)}.`;
    case 'silent-double':
      return `that ${same}, and whose amount${s} no bureau gives.`;
    case 'withheld':
      return `because ${inList(bureaus)} withhold${bureaus.length === 1 ? 's' : ''} ${its} balance${s}.`;
    case 'no-balance':
      return `because no bureau gives ${its} balance${s}.`;
    case 'no-payment':
      return `because no bureau gives ${its} payment${s}.`;
    case 'other-currency':
      return `because ${it} not in pounds.`;
    case 'little-said':
      return `of which the bureaus say too little.`;
  }
}

/** How much it is, and the total with it. */
function amountWords(figure: Figure, isOne: boolean): string {
  if (!isKnown(figure) || figure.withPossiblySame === undefined) return '';
  const { value, withPossiblySame: whole } = figure;
  const [left, all] = [whole - Number(value), whole].map((amount) => pounds({ amount, currency: 'GBP' }));
  return isOne
    ? `: ${left}. If it is another agreement, the total is ${all}`
    : `: ${left} together. If they are other agreements, the total is ${all}`;
}

const withholding = (records: readonly (Record | undefined)[]): string[] =>
  unique(
    records.flatMap((record) =>
      (record?.bureaus ?? []).filter((one) => one.balanceWithheld === true).map(({ id }) => bureauName(id)),
    ),
  );
