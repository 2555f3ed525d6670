// A model test of the ledger in PostgreSQL: random commands, after each of which ledger and model must agree. The seed is printed;
// TEST_SEED repeats a run, LEDGER_COMMANDS makes it longer.
// Alone: it takes long.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Database, statement } from '../../src/storage/engine/connection/database.ts';
import {
  applyMoves,
  createLedgerStore,
  type LedgerMove,
  listHoldsAfter,
  type Moved,
} from '../../src/storage/wallet/ledger.ts';
import { createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
import { anyCommand, type Command, createModelTenant, expect, type ModelTenant, toMove } from './model.ts';

const COMMANDS = Number(process.env.LEDGER_COMMANDS ?? 3_000);
const SEED = Number(process.env.TEST_SEED ?? 0);
const COMMANDS_A_RUN_MAX = 60;
const RUNS_A_ROUND = 25;

let home: TestDatabase;
let database: Database;

// This tests what a statement does; other tests kill processes to test that a commit survives.
const open = (): Promise<Database> => openTestDatabase(home, { options: '-c synchronous_commit=off' });

before(async () => {
  home = await createTestDatabase();
  database = await open();
});
after(async () => {
  await database.close();
  await home.drop();
});

const MAKE = [
  'tenants (id, name, data_key)',
  'reports (tenant_id, id, is_test, bureaus, status)',
  'wallets (tenant_id)',
];
const MADE = ["select t, 'model', ''", "select t, r, false, '{equifax}', 'failed'", 'select t'];
const MAKE_TENANTS = MAKE.map((into, at) =>
  statement(
    `test-make-${at}`,
    `insert into ${into} ${MADE[at]} from unnest($1::uuid[], $2::uuid[]) as x (t, r)`,
    { isAtHome: true },
  ),
);
const READ_WALLETS = statement(
  'test-read-wallets',
  `select w.tenant_id as id, w.available, w.held, w.spent, w.funded,
     w.available + w.held + w.spent + w.funded as sum,
     (select coalesce(sum(h.amount) filter (where h.state = 'open'), 0)::bigint from holds h where h.tenant_id = w.tenant_id) as open,
     (select coalesce(sum(h.posted), 0)::bigint from holds h where h.tenant_id = w.tenant_id) as posted
   from wallets w where w.tenant_id = any($1::uuid[])`,
);
const DIE = statement('test-die', 'select pg_terminate_backend(pg_backend_pid())');

test(`${COMMANDS} random commands: PostgreSQL and the model agree after each, and every chain is valid`, async (t) => {
  t.diagnostic(`seed ${SEED}, ${COMMANDS} commands`);
  const seen = new Map<string, number>();
  let commandsDone = 0;
  let movesDone = 0;
  for (let round = 0; commandsDone < COMMANDS; round += 1) {
    const sequences = fc.array(anyCommand, { minLength: 1, maxLength: COMMANDS_A_RUN_MAX, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sequences, async (commands) => {
        if (commandsDone >= COMMANDS) return;
        const results = await runAll(commands);
        commandsDone += commands.length;
        movesDone += results.length;
        for (const result of results) seen.set(result, (seen.get(result) ?? 0) + 1);
      }),
      { seed: SEED + round, numRuns: RUNS_A_ROUND },
    );
  }
  const counts = [...seen].sort().map(([name, count]) => `${name} ${count}`);
  t.diagnostic(`${commandsDone} commands, ${movesDone} moves: ${counts.join(', ')}`);
  const everyResult = ['moved', 'repeated', 'insufficient', 'hold-exists', 'no-such-hold', 'hold-ended'];
  for (const name of [...everyResult, 'more-than-held', 'key-reused']) assert.ok(seen.has(name), name);
});

/** Another tenant that may share a statement with this one. */
function neighbourOf({ id }: ModelTenant): ModelTenant {
  for (;;) {
    const other = createModelTenant();
    if (database.groupOf(other.id) === database.groupOf(id)) return other;
  }
}

/** One sequence on three new tenants; answers the result of every move. */
async function runAll(commands: Command[]): Promise<string[]> {
  const first = createModelTenant();
  const tenants = [first, neighbourOf(first), neighbourOf(first)];
  const values = [tenants.map(({ id }) => id), tenants.map(({ reportId }) => reportId)];
  for (const make of MAKE_TENANTS) await database.query(make, values);
  const results: string[] = [];
  let last: LedgerMove[] = [];
  for (const command of commands) {
    last = await runOne(tenants, command, last, results);
    await compareWallets(tenants);
  }
  for (const tenant of tenants) await proveOne(tenant);
  return results;
}

async function runOne(
  tenants: ModelTenant[],
  command: Command,
  last: LedgerMove[],
  results: string[],
): Promise<LedgerMove[]> {
  const modelOf = (move: LedgerMove): ModelTenant =>
    tenants.find(({ id }) => id === move.tenantId) as ModelTenant;
  const compare = (moves: LedgerMove[], expected: Moved[], actual: Moved[]): void => {
    assert.deepEqual(actual, expected, JSON.stringify(moves));
    results.push(...actual.map(({ result }) => result));
  };
  switch (command.do) {
    case 'apply':
    case 'apply through the batch': {
      const made: { move: LedgerMove; answer: Moved }[] = [];
      for (const wish of command.wishes) {
        const move = toMove(tenants, wish);
        made.push({ move, answer: expect(modelOf(move), move) });
      }
      const moves = made.map(({ move }) => move);
      const store = createLedgerStore({ database });
      const actual =
        command.do === 'apply'
          ? await applyMoves(database, moves)
          : await Promise.all(moves.map((move) => store.applyMove(move)));
      compare(
        moves,
        made.map(({ answer }) => answer),
        actual,
      );
      return moves;
    }
    case 'repeat the last': {
      // As a caller retries that never got the answer.
      const expected = last.map((move) => expect(modelOf(move), move));
      compare(last, expected, await applyMoves(database, last));
      return last;
    }
    case 'die before commit': {
      const moves = command.wishes.map((wish) => toMove(tenants, wish));
      await assert.rejects(
        database.transaction(async (tx) => {
          await applyMoves(tx, moves);
          await tx.query(DIE, []);
        }),
      );
      await restart();
      return last;
    }
    case 'restart':
      await restart();
      return last;
  }
}

async function restart(): Promise<void> {
  await database.close();
  database = await open();
}

async function compareWallets(tenants: ModelTenant[]): Promise<void> {
  const rows = await database.query<Record<string, number | string>>(READ_WALLETS, [
    tenants.map(({ id }) => id),
  ]);
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  for (const { id, books } of tenants) {
    const { wallet } = books;
    assert.deepEqual(byId.get(id), { ...wallet, sum: 0, open: wallet.held, posted: wallet.spent });
    assert.ok(wallet.available >= 0);
  }
}

async function proveOne({ id, books }: ModelTenant): Promise<void> {
  const { problems } = await createVerifyLedger({ database })(id);
  assert.deepEqual(problems, []);
  const stored = await listHoldsAfter(database, id, null, 10_000);
  const seen = new Map(stored.map(({ purpose: _purpose, reportId: _reportId, ...hold }) => [hold.id, hold]));
  assert.deepEqual(seen, new Map(books.holds));
}
