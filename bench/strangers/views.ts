// A debt as one bureau has it: who reports it there, under which name and number, up to which day. sums.ts adds the money.
import { given } from '../../src/domain/given.ts';
import type { FileAccount } from '../../src/domain/reports/bureau-file.ts';
import type { AccountStatus, BureauId } from '../../src/domain/reports/credit-report.ts';
import { type Chance, isoOf, monthsBetween, TODAY } from './chance.ts';
import { CODES_OF } from './codes.ts';
import type { Debt } from './debts.ts';
import { COMPANY_OF, habitOf, type Lender } from './lenders.ts';
import type { Level } from './levels.ts';
import { sumsOf } from './sums.ts';
import { type Mask, numberHabit, writeNumber } from './written-numbers.ts';

/** One bureau's record of a debt, with what makes it hard. */
export type View = { debt: Debt; bureau: BureauId; account: FileAccount; kinds: string[] };

/** One bureau's file of one person, while it is written. */
export type Seeing = {
  bureau: BureauId;
  level: Level;
  chance: Chance;
  mask: Mask;
  holder: { title: string; firstName: string; lastName: string; formerName?: string };
};

/** Undefined where this bureau has no record of it. */
export function viewOf(debt: Debt, ref: string, seeing: Seeing): View | undefined {
  const { level, chance, bureau } = seeing;
  if (chance.is(level.lost)) return undefined;
  const phase = phaseOf(debt, seeing);
  if (phase === undefined) return undefined;
  const kinds = [...phase.kinds];
  const known = knownUpTo(debt, phase, seeing, kinds);
  if (debt.start > known - 10) return undefined;
  const stage = stageOf(debt, known);
  const { code, type, product } = codeOf(debt, phase.lender, seeing, kinds);
  const number = numberFor(debt, phase, seeing, kinds);
  const startDate = startFor(debt, phase, seeing, kinds);
  const endDate = stage === 'settled' ? endFor(debt, phase.lender, seeing) : undefined;
  const isOver = stage === 'settled' || phase.isClosed;
  const updated = stage === 'settled' ? Math.min(known, (debt.end as number) + chance.whole(0, 31)) : known;
  const account: FileAccount = {
    ref,
    ...holderFor(seeing),
    accountType: type,
    accountStatus: phase.isClosed ? closedWord(seeing) : statusFor(debt, stage, seeing),
    ...given({
      accountNumber: number,
      product: bureau === 'equifax' ? undefined : product,
      typeCode: code,
      companyType: phase.isBuyer ? ('debt-purchaser' as const) : companyFor(debt, phase.lender, seeing),
      companyName: nameFor(phase.lender, seeing, kinds),
      startDate,
      endDate: endDate ?? (phase.isClosed && chance.is(0.6) ? isoOf(known) : undefined),
      defaultDate: stage === 'default' || hasFailed(debt) ? defaultDay(debt, bureau) : undefined,
      arrangementDate:
        stage === 'behind' && debt.arrangedOn !== undefined ? isoOf(debt.arrangedOn) : undefined,
      lastUpdated: isoOf(updated),
      isJoint: jointFor(debt, seeing),
      history: historyOf(debt, updated, bureau),
    }),
    ...sumsOf(debt, { ...phase, isOver, stage, known: updated }, seeing, kinds),
  };
  return { debt, bureau, account, kinds };
}

export type Phase = {
  lender: Lender;
  number: string;
  isBuyer: boolean;
  /** Sold, and closed for that. */
  isClosed: boolean;
  /** Nothing was heard since that day. */
  until: number | undefined;
  kinds: string[];
};
export type Stage = 'running' | 'behind' | 'default' | 'settled';

/** Who reports it to this bureau now: the lender, the one that took its book over, the buyer of a default; or who did, and stopped. */
function phaseOf(debt: Debt, { bureau, chance }: Seeing): Phase | undefined {
  const { lender, number, sale, move } = debt;
  const own: Phase = { lender, number, isBuyer: false, isClosed: false, until: undefined, kinds: [] };
  const phase = sale !== undefined ? soldPhase(own, sale, bureau, chance) : own;
  const isLenders = phase === own || !phase.isBuyer;
  if (isLenders && !reportsTo(lender, debt.kind, bureau)) return undefined;
  if (sale !== undefined || move === undefined) return phase;
  const before: Phase = { ...own, lender: move.from, number: move.number };
  const since = (debt.end ?? TODAY) - move.on;
  if (move.isReissue) return chance.is(0.7) ? own : { ...before, kinds: ['the card before'] };
  const isOldNews = since > 400;
  return chance.weighted<Phase>([
    [{ ...own, kinds: ['after the move'] }, 0.72],
    [{ ...own, number: move.number, kinds: ['new lender, old number'] }, 0.12],
    [{ ...own, lender: move.from, kinds: ['old lender, new number'] }, 0.04],
    [{ ...before, kinds: ['before the move'] }, isOldNews ? 0.01 : 0.1],
    [{ ...before, until: move.on, kinds: ['not heard of since the move'] }, isOldNews ? 0.02 : 0.05],
  ]);
}

function soldPhase(
  own: Phase,
  { on, buyer, number }: NonNullable<Debt['sale']>,
  bureau: BureauId,
  chance: Chance,
): Phase {
  const isBuyers = reportsTo(buyer, 'loan', bureau) && chance.is(0.68);
  if (isBuyers) return { ...own, lender: buyer, number, isBuyer: true, kinds: ['the buyer'] };
  if (chance.is(0.45)) return { ...own, isClosed: true, until: on, kinds: ['the lender, closed as sold'] };
  return { ...own, until: on, kinds: ['the lender, silent since the sale'] };
}

/** Most report to all three bureaus, some to two or one. */
function reportsTo(lender: Lender, kind: string, bureau: BureauId): boolean {
  const bureaus = habitOf(lender, `reports ${kind} to`).weighted<readonly BureauId[]>([
    [['equifax', 'experian', 'transunion'], 0.66],
    [['equifax', 'experian'], 0.11],
    [['experian', 'transunion'], 0.09],
    [['equifax', 'transunion'], 0.06],
    [['experian'], 0.03],
    [['equifax'], 0.025],
    [['transunion'], 0.025],
  ]);
  return bureaus.includes(bureau);
}

/** Lenders report monthly, to each bureau on a day of its own; some records are a month or two behind, few stopped long ago. */
function knownUpTo(debt: Debt, phase: Phase, { level, chance, bureau }: Seeing, kinds: string[]): number {
  if (phase.until !== undefined) return Math.max(phase.until - chance.whole(0, 25), debt.start + 30);
  const cycle = habitOf(phase.lender, `cycle ${bureau}`).whole(3, 33);
  const behind = chance.weighted([
    [0, 0.82],
    [30, 0.13],
    [61, 0.05],
  ]);
  if (behind > 0) kinds.push('a month or two behind');
  const isStale = chance.is(level.stale) && TODAY - debt.start > 500;
  if (isStale) kinds.push('stale');
  const known = TODAY - cycle - (isStale ? chance.whole(120, 420) : behind);
  if (debt.end !== undefined && debt.end > known) kinds.push('settled elsewhere');
  return known;
}

function stageOf(debt: Debt, known: number): Stage {
  if (debt.end !== undefined && debt.end <= known) return 'settled';
  if (debt.default !== undefined && debt.default.on <= known) return 'default';
  return debt.behind === undefined ? 'running' : 'behind';
}

const hasFailed = (debt: Debt): boolean => debt.default !== undefined && debt.end !== undefined;

function codeOf(debt: Debt, lender: Lender, { bureau, level }: Seeing, kinds: string[]) {
  const rows = CODES_OF[bureau][debt.kind];
  const usual = rows[0]?.[0] as (typeof rows)[number][0];
  const habit = habitOf(lender, `code ${bureau} ${debt.kind}`);
  const code = habit.is(Math.min(1, level.otherCode)) ? habit.weighted(rows) : usual;
  if (code.type !== usual.type) kinds.push('another kind of product');
  return code;
}

function numberFor(debt: Debt, phase: Phase, { bureau, level, chance, mask }: Seeing, kinds: string[]) {
  if (chance.is(level.noNumber)) {
    kinds.push('number: none');
    return undefined;
  }
  const habit = numberHabit(habitOf(phase.lender, `number ${bureau} ${debt.kind}`), level);
  const written = writeNumber(phase.number, debt.part, { habit, bureauMask: mask, level, chance });
  kinds.push(...written.kinds);
  return written.text;
}

function startFor(debt: Debt, phase: Phase, { bureau, level, chance }: Seeing, kinds: string[]) {
  if (chance.is(0.004 * level.absent)) {
    kinds.push('start: none');
    return undefined;
  }
  if (phase.isBuyer && chance.is(0.3)) {
    kinds.push('start: of the sale or the default');
    return isoOf(chance.is(0.5) ? (debt.sale?.on ?? debt.start) : (debt.default?.on ?? debt.start));
  }
  const habit = habitOf(phase.lender, `days ${bureau}`);
  const off = habit.is(level.daysOff)
    ? habit.pick(OFFS)
    : chance.is(level.slipOfDays)
      ? chance.pick(OFFS)
      : 0;
  if (off === 'first of the month') {
    kinds.push('start: first of the month');
    return `${isoOf(debt.start).slice(0, 8)}01`;
  }
  if (off !== 0) kinds.push(off <= 3 ? 'start: days off' : 'start: weeks off');
  return isoOf(debt.start + off);
}

const OFFS = [1, 1, 2, 3, 5, 9, 14, 22, 30, 'first of the month'] as const;

function endFor(debt: Debt, lender: Lender, { bureau, chance }: Seeing): string | undefined {
  if (chance.is(0.03)) return undefined;
  const habit = habitOf(lender, `ends ${bureau}`);
  const off = habit.is(0.7) ? 0 : habit.whole(1, 12);
  return isoOf((debt.end as number) + off + (chance.is(0.06) ? chance.whole(1, 28) : 0));
}

function defaultDay(debt: Debt, bureau: BureauId): string | undefined {
  // Equifax's records have none.
  return debt.default === undefined || bureau === 'equifax' ? undefined : isoOf(debt.default.on);
}

function statusFor(debt: Debt, stage: Stage, { bureau, chance }: Seeing): AccountStatus {
  if (stage === 'settled') return chance.is(bureau === 'experian' ? 0.01 : 0.12) ? 'closed' : 'settled';
  if (stage === 'default') return chance.is(0.04) ? 'written-off' : 'default';
  if (stage === 'behind') {
    if (debt.arrangedOn !== undefined) return chance.is(0.75) ? 'arrangement' : 'delinquent';
    return chance.is(0.94) ? 'delinquent' : 'query';
  }
  const isUnused = debt.limit !== undefined && (debt.use[0] as number) < 0.25;
  if (isUnused && chance.is(0.15)) return 'dormant';
  return chance.is(bureau === 'equifax' ? 0.02 : 0.005) ? 'unknown' : 'open';
}

/** What a bureau says of an account that its lender closed because the debt was sold. */
function closedWord({ bureau, chance }: Seeing): AccountStatus {
  return bureau === 'transunion' || chance.is(0.25) ? 'settled' : 'transferred';
}

function companyFor(debt: Debt, lender: Lender, { bureau, chance }: Seeing) {
  const types = COMPANY_OF[debt.kind];
  const habit = habitOf(lender, `company ${bureau}`);
  return chance.is(0.03) ? undefined : habit.is(0.75) ? types[0] : habit.pick(types);
}

/** A bureau has one name for a lender; a few records came under another. */
function nameFor(lender: Lender, { bureau, level, chance }: Seeing, kinds: string[]): string | undefined {
  if (chance.is(level.noName)) {
    kinds.push('lender: none');
    return undefined;
  }
  const habit = habitOf(lender, `name ${bureau}`);
  const usual = habit.is(level.otherName) ? habit.pick(lender.names) : lender.names[0];
  const name = chance.is(0.03) ? chance.pick(lender.names) : (usual as string);
  if (lender.isUnlisted) kinds.push('lender: no list has it');
  else if (name !== lender.names[0]) kinds.push('lender: another name');
  return name;
}

function holderFor({ holder, chance }: Seeing) {
  const { title, formerName, lastName } = holder;
  const firstName = chance.is(0.02) ? holder.firstName.slice(0, 1) : holder.firstName;
  const surname = formerName !== undefined && chance.is(0.25) ? formerName : lastName;
  return given({ title: chance.is(0.2) ? undefined : title, firstName, lastName: surname });
}

/** Equifax does not say; Experian says so of joint ones only. */
function jointFor(debt: Debt, { bureau, chance }: Seeing): boolean | undefined {
  if (bureau === 'equifax') return undefined;
  if (bureau === 'experian') return debt.isJoint && chance.is(0.95) ? true : undefined;
  return debt.isJoint && chance.is(0.97);
}

const MONTHS_OF: Record<BureauId, number> = { equifax: 72, experian: 12, transunion: 60 };

function historyOf(debt: Debt, updated: number, bureau: BureauId): FileAccount['history'] {
  const count = Math.min(MONTHS_OF[bureau], monthsBetween(debt.start, updated));
  if (count === 0) return undefined;
  const months = Array.from({ length: count }, (_, ago) =>
    monthOf(debt, updated - ago * 30.4375, bureau),
  ).join('');
  return { newest: isoOf(updated).slice(0, 7), months };
}

function monthOf(debt: Debt, day: number, bureau: BureauId): string {
  if (debt.end !== undefined && day >= debt.end) return bureau === 'experian' ? '0' : 's';
  const { default: failure, behind = 0 } = debt;
  if (failure !== undefined) {
    const to = monthsBetween(day, failure.on);
    if (day >= failure.on) return 'd';
    return to < 5 ? String(5 - to) : '0';
  }
  return String(Math.max(0, behind - monthsBetween(day, TODAY)));
}
