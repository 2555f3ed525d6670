// What the registry says of a name beyond how it is shown, each fact with the page that confirms it or among those that no page does.
import { wordsOf } from '../merging/lender-words.ts';
import type { LaterLender } from '../reports/credit-report.ts';
import type { KnownName, LenderEntry, Lenders, Move, Seen } from './registry.ts';

export type LenderFacts = {
  /** The lender whose brand it is; what the lender of a former name is called now. */
  brandOf?: string;
  nowCalled?: string;
  group?: string;
  complaintsAddress?: string;
  /** It finances vehicles. */
  motor?: true;
  /** Where its accounts, or some of them, went. */
  movedTo?: (LaterLender & { on: string })[];
  /** The pages, and which of these facts each confirms. */
  seen?: { where: string; when: string; confirms: Fact[] }[];
  /** Facts that no page confirms, a tenant's own among them. */
  notVerified?: Fact[];
};

type Fact = (typeof FACTS)[number];
export const FACTS = ['brandOf', 'nowCalled', 'group', 'complaintsAddress', 'motor', 'movedTo'] as const;

/** The fields of an entry that the facts are made of. */
const FIELD_OF = {
  brandOf: 'brands',
  nowCalled: 'formerNames',
  group: 'group',
  complaintsAddress: 'complaintsAddress',
  motor: 'motor',
} as const satisfies Partial<Record<Fact, keyof LenderEntry>>;

export function factsOf(name: string, known: KnownName, lenders: Lenders): LenderFacts {
  const { lender, isBrand, isFormer } = known;
  const { group, complaintsAddress, moves = [] } = lender;
  const movedTo = moves.map(toLater);
  const facts: LenderFacts = {
    ...(isBrand && { brandOf: lender.name }),
    ...(isFormer === true && { nowCalled: lender.name }),
    ...(group !== undefined && { group }),
    ...(complaintsAddress !== undefined && { complaintsAddress }),
    ...(lenders.isMotor(wordsOf(name)) && { motor: true as const }),
    ...(movedTo.length > 0 && { movedTo }),
  };
  const given = FACTS.filter((fact) => facts[fact] !== undefined);
  const seen = sourcesOf(lender, given);
  const confirmed = new Set(seen.flatMap(({ confirms }) => confirms));
  if (movedTo.some(({ isVerified }) => !isVerified)) confirmed.delete('movedTo');
  const notVerified = given.filter((fact) => !confirmed.has(fact));
  return { ...facts, ...(seen.length > 0 && { seen }), ...(notVerified.length > 0 && { notVerified }) };
}

/** Who came after the lender of a name, for a record that shows it. Undefined where nobody did. */
export function laterLendersOf({ lender, isFormer }: KnownName): LaterLender[] | undefined {
  const isVerified = pagesOf(lender.seen, ['formerNames']).length > 0;
  const renamed = isFormer === true ? [{ name: lender.name, isVerified }] : [];
  const later = [...renamed, ...(lender.moves ?? []).map(toLater)];
  return later.length === 0 ? undefined : later;
}

function toLater({ to, on, what, seen }: Move): LaterLender & { on: string } {
  const isVerified = pagesOf(seen, ['to', 'on']).length > 0;
  return { name: to, on, ...(what !== undefined && { what }), isVerified };
}

function sourcesOf({ seen, moves = [] }: LenderEntry, given: readonly Fact[]) {
  const pages = new Map<string, { where: string; when: string; confirms: Fact[] }>();
  const add = ({ where, when }: Seen, confirms: Fact[]): void => {
    const page = pages.get(where);
    if (page === undefined) pages.set(where, { where, when, confirms });
    else page.confirms.push(...confirms.filter((fact) => !page.confirms.includes(fact)));
  };
  for (const page of seen ?? []) {
    const confirms = given.filter((fact) => fact !== 'movedTo' && page.confirms.includes(FIELD_OF[fact]));
    if (confirms.length > 0) add(page, confirms);
  }
  for (const move of moves) for (const page of pagesOf(move.seen, ['to', 'on'])) add(page, ['movedTo']);
  return [...pages.values()];
}

function pagesOf(seen: readonly Seen[] | null | undefined, fields: readonly string[]): readonly Seen[] {
  return seen?.filter(({ confirms }) => fields.every((field) => confirms.includes(field))) ?? [];
}
