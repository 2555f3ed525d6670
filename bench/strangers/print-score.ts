// The scores of strangers as tables, and what was missed by kind or in full: npm run bench:merge -- --others [seed …] [--kinds] [--list=kind]
import { LEVELS, type LevelName } from './levels.ts';
import { type Miss, precisionOf, recallOf, type StrangerScore, scoreStrangers } from './score.ts';
import type { View } from './views.ts';

const LISTED_MAX = 20;
const SEEDS = ['strangers', 'others'];

/** `people` of each seed at each level. */
export function printStrangers(args: readonly string[], print: (text: string) => void): void {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const seeds = args.filter((arg) => !arg.startsWith('--'));
  const people = Number(option('people') ?? 500);
  const names = (option('levels')?.split(',') ?? Object.keys(LEVELS)) as LevelName[];
  const scores = (seeds.length > 0 ? seeds : SEEDS).flatMap((seed) =>
    names.map((level) => ({ what: `${seed}, ${level}`, score: scoreStrangers(seed, people, level) })),
  );
  print(`# Strangers\n\nPeople whose files were made without a look at the rules: bench/strangers/.\n`);
  printTable(scores, print);
  for (const { what, score } of scores) {
    if (args.includes('--kinds')) printKinds(what, score, print);
    const kind = option('list');
    if (kind !== undefined) printMisses(what, score.misses, kind, print);
  }
}

const COLUMNS: readonly (readonly [string, (score: StrangerScore) => string | number])[] = [
  ['Records', ({ records }) => records],
  ['Debts', ({ debts }) => debts],
  ['Rows', ({ rows }) => rows],
  ['Precision', ({ accounts }) => precisionOf(accounts).toFixed(5)],
  ['Recall', ({ accounts }) => recallOf(accounts).toFixed(4)],
  ['False merges', ({ accounts }) => accounts.wrong],
  ['Missed pairs', ({ accounts }) => accounts.missed],
  ['Debt over-counted', ({ overCounted, owed }) => share(overCounted, owed, 2)],
  ['People with a wrong total', ({ peopleWrong, people }) => share(peopleWrong, people, 1)],
  ['by any pound', ({ peopleAnyPound, people }) => share(peopleAnyPound, people, 1)],
  ['Over-counted, doubles once', ({ overCountedOnce, owed }) => share(overCountedOnce, owed, 2)],
  ['Wrong, doubles once', ({ peopleWrongOnce, people }) => share(peopleWrongOnce, people, 1)],
  ['Hidden, £', ({ hidden }) => Math.round(hidden)],
  ['Hidden debts', ({ hiddenCount }) => hiddenCount],
  ['Missed pairs that are offered', ({ offered, accounts }) => share(offered, accounts.missed, 0)],
  ['True links of those offered', ({ trueLinks, links }) => share(trueLinks, links, 0)],
  ['Searches: precision', ({ searches }) => precisionOf(searches).toFixed(4)],
  ['recall', ({ searches }) => recallOf(searches).toFixed(4)],
  ['Residencies: precision', ({ homes }) => precisionOf(homes).toFixed(4)],
  ['recall', ({ homes }) => recallOf(homes).toFixed(4)],
];

function printTable(
  scores: readonly { what: string; score: StrangerScore }[],
  print: (text: string) => void,
): void {
  print(`| Seed, level | ${COLUMNS.map(([head]) => head).join(' | ')} |`);
  print(`|---|${COLUMNS.map(() => '---:').join('|')}|`);
  for (const { what, score } of scores)
    print(`| ${what} | ${COLUMNS.map(([, cell]) => cell(score)).join(' | ')} |`);
}

function share(part: number, whole: number, decimals: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(decimals)} %`;
}

function printKinds(what: string, { kinds, misses }: StrangerScore, print: (text: string) => void): void {
  print(
    `\n## ${what}: missed pairs by kind\n\nA pair is of every kind that either record or the debt has.\n`,
  );
  print('| Kind | Pairs | Missed | of its pairs | Offered | False merges |\n|---|---:|---:|---:|---:|---:|');
  const wrong = misses.filter(({ is }) => is === 'wrong');
  for (const [kind, { pairs, missed, offered }] of [...kinds].sort(([, a], [, b]) => b.missed - a.missed)) {
    const merged = wrong.filter((miss) => miss.kinds.includes(kind)).length;
    print(
      `| ${kind} | ${pairs} | ${missed} | ${share(missed, pairs, 1)} | ${share(offered, missed, 0)} | ${merged} |`,
    );
  }
}

/** `kind`: one of the table, or "missed" or "wrong" for all. */
function printMisses(
  what: string,
  misses: readonly Miss[],
  kind: string,
  print: (text: string) => void,
): void {
  const asked = misses.filter(({ is, kinds }) => is === kind || kinds.includes(kind));
  print(`\n## ${what}: ${kind}, ${asked.length} in all\n`);
  for (const { person, is, one, other, isOffered, kinds } of asked.slice(0, LISTED_MAX)) {
    print(`\nPerson ${person}, ${is}${isOffered ? ', offered' : ''}: ${kinds.join('; ')}`);
    for (const view of [one, other]) print(`  ${describe(view)}`);
  }
}

function describe({ debt, account }: View): string {
  const { startBalance, payment, creditLimit, balance, defaultBalance } = account;
  const sums = [startBalance, creditLimit, payment, balance, defaultBalance].map((sum) =>
    sum === undefined ? '-' : sum.amount / 100,
  );
  return [
    debt.id,
    account.ref.replace('/account', ''),
    account.companyName ?? '(no lender)',
    account.accountNumber ?? '(no number)',
    `${account.typeCode} ${account.accountType}`,
    account.accountStatus,
    `${account.startDate ?? '?'} to ${account.endDate ?? ''} at ${account.lastUpdated}`,
    `lent, limit, payment, owed, defaulted: ${sums.join(' / ')}`,
    `${account.repaymentPeriod ?? '-'} months`,
  ].join(' | ');
}
