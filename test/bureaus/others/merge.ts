// How well merging joins what these replies were read as: node test/bureaus/others/merge.ts [people] [seed] [soap]. Prints pairs joined
// rightly and wrongly, missed pairs and which of them are offered, and each person's total debt beside the true one.
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import { readReply } from './compare.ts';
import { writeEquifax } from './equifax.ts';
import { writeExperian } from './experian.ts';
import { writeTransunion } from './transunion.ts';
import { createPerson, type Person } from './truth.ts';

const [people = '500', seed = '7', style = 'json', shown = '10'] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);

type Known = { debt: string; account: FileAccount };
const count = { records: 0, rows: 0, debts: 0, right: 0, wrong: 0, missed: 0, offered: 0 };
const owed = { shown: 0, true: 0, peopleWrong: 0, hidden: 0 };
const cases: string[] = [];

for (let at = 0; at < Number(people); at += 1) {
  const person = createPerson(Number(seed), at);
  const { files, known } = await readAll(person);
  score(at, files, known);
}
const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(4);
print(
  `people ${people}, seed ${seed}, Equifax over ${style}, records ${count.records}, rows ${count.rows}, debts ${count.debts}`,
);
print(
  `precision ${share(count.right, count.right + count.wrong)}, recall ${share(count.right, count.right + count.missed)}`,
);
print(`wrong pairs ${count.wrong}, missed ${count.missed}, of which offered ${count.offered}`);
print(
  `over-count ${((owed.shown / owed.true - 1) * 100).toFixed(2)} %, people with a wrong total ${owed.peopleWrong}, hidden £${owed.hidden / 100}`,
);
for (const one of cases.slice(0, Number(shown))) print(one);

async function readAll(person: Person): Promise<{ files: BureauFile[]; known: Map<string, Known> }> {
  const files: BureauFile[] = [];
  const known = new Map<string, Known>();
  for (const reply of [
    writeEquifax(person, style === 'json'),
    writeExperian(person),
    writeTransunion(person),
  ]) {
    const answer = await readReply(person, reply);
    if (answer.status !== 'ok') throw new Error(`${reply.bureau}: ${answer.status}`);
    if (answer.file.accounts.length !== reply.debts.length)
      throw new Error(`${reply.bureau}: another number`);
    for (const [at, account] of answer.file.accounts.entries())
      known.set(account.ref, { debt: reply.debts[at] as string, account });
    files.push(answer.file);
  }
  return { files, known };
}

function score(at: number, files: BureauFile[], known: ReadonlyMap<string, Known>): void {
  const { accounts } = mergeFiles(files);
  const debtOf = (ref: string) => known.get(ref)?.debt as string;
  const rows = accounts.map(({ sources }) => sources.map(({ ref }) => ref));
  const rowOf = new Map(rows.flatMap((refs, row) => refs.map((ref) => [ref, row] as const)));
  const offers = accounts.map(
    ({ record }) => new Set((record.possiblySame ?? []).map(({ ref }) => rowOf.get(ref))),
  );
  const refs = [...known.keys()];
  for (const [index, one] of refs.entries()) {
    for (const other of refs.slice(index + 1)) {
      const [row, beside] = [rowOf.get(one) as number, rowOf.get(other) as number];
      const belong = debtOf(one) === debtOf(other);
      if (row === beside) count[belong ? 'right' : 'wrong'] += 1;
      else if (belong) {
        count.missed += 1;
        if (offers[row]?.has(beside) || offers[beside]?.has(row)) count.offered += 1;
      }
      if ((row === beside) !== belong)
        cases.push(
          `person ${at} ${belong ? 'MISSED' : 'WRONG'}\n  ${brief(known.get(one) as Known)}\n  ${brief(known.get(other) as Known)}`,
        );
    }
  }
  count.records += refs.length;
  count.rows += rows.length;
  scoreDebt(at, accounts, known);
}

function scoreDebt(
  at: number,
  accounts: ReturnType<typeof mergeFiles>['accounts'],
  known: ReadonlyMap<string, Known>,
): void {
  const byDebt = Map.groupBy(known.values(), ({ debt }) => debt);
  count.debts += byDebt.size;
  const trueOf = new Map(
    [...byDebt].map(([debt, all]) => [debt, owedNow(all.map(({ account }) => account))]),
  );
  const sum = (figures: Iterable<number>) => [...figures].reduce((total, figure) => total + figure, 0);
  const expected = sum(trueOf.values());
  const total = sum(accounts.map(({ record }) => record.balance?.amount ?? 0));
  owed.shown += total;
  owed.true += expected;
  if (Math.abs(total - expected) > Math.max(5_000, expected / 100)) {
    owed.peopleWrong += 1;
    cases.push(`person ${at} TOTAL £${total / 100} for £${expected / 100}`);
  }
  for (const { record, sources } of accounts) {
    const debts = new Set(sources.map(({ ref }) => known.get(ref)?.debt as string));
    if (debts.size > 1)
      owed.hidden += Math.max(
        0,
        sum([...debts].map((debt) => trueOf.get(debt) ?? 0)) - (record.balance?.amount ?? 0),
      );
  }
}

/** What its newest record says; of a debt that was sold, the buyer's. */
function owedNow(accounts: readonly FileAccount[]): number {
  const buyers = accounts.filter(({ companyType }) => companyType === 'debt-purchaser');
  const told = (buyers.length > 0 ? buyers : accounts).filter(
    ({ balance, accountStatus }) => balance !== undefined && accountStatus !== 'transferred',
  );
  const [newest] = told.toSorted((a, b) => (b.lastUpdated ?? '').localeCompare(a.lastUpdated ?? ''));
  return newest?.balance?.amount ?? 0;
}

function brief(known: Known): string {
  const { ref, accountType, typeCode, accountStatus, companyType, companyName, accountNumber, startDate } =
    known.account;
  const { balance, creditLimit, startBalance, payment, lastUpdated, defaultDate } = known.account;
  const sums = [balance, creditLimit, startBalance, payment].map((money) =>
    money ? money.amount / 100 : '-',
  );
  const words = [known.debt, ref.slice(0, 22), `${accountType} ${typeCode}`, accountStatus, companyType];
  return [...words, companyName, accountNumber, startDate, lastUpdated, defaultDate, sums.join('/')].join(
    ' | ',
  );
}
