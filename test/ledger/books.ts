// A small ledger for tests that corrupt it: a tenant with ten entries, made by the ledger's own moves.
import { randomUUIDv7 } from 'node:crypto';
import { type Database, statement } from '../../src/storage/engine/connection/database.ts';
import { insertTenant } from '../../src/storage/people/tenants.ts';
import { applyMoves } from '../../src/storage/wallet/ledger.ts';

const INSERT_REPORTS = statement(
  'test-insert-reports',
  `insert into reports (tenant_id, id, is_test, bureaus, status, body)
   select $1, id, false, '{equifax,experian,transunion}', status, case when status = 'complete' then '\\x00'::bytea end
   from unnest($2::uuid[], $3::text[]) as x (id, status)`,
);

/** The three reports and the message that the entries are about. */
export type Story = { tenantId: string; bought: string; pending: string; failed: string; sms: string };

export async function makeTenant(database: Database): Promise<string> {
  const id = randomUUIDv7();
  await insertTenant(database, { id, name: 'Northgate Claims', dataKey: Buffer.alloc(0) });
  return id;
}

/**
 *  1 top-up 1000   2 hold 300 (bought)   3 post 200   4 void 100   5 hold 40 (sms)   6 post 40
 *  7 hold 300 (pending)   8 hold 100 (failed)   9 void 100   10 adjustment -10
 */
export async function tellStory(database: Database): Promise<Story> {
  const tenantId = await makeTenant(database);
  const [bought, pending, failed, sms] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  await database.query(INSERT_REPORTS, [
    tenantId,
    [bought, pending, failed],
    ['complete', 'pending', 'failed'],
  ]);
  const who = { credentialId: randomUUIDv7(), personId: randomUUIDv7() };
  const report = (id: string) => ({
    ...{ kind: 'hold' as const, tenantId, holdId: id, purpose: 'report' as const, reportId: id, smsId: null },
    ...who,
  });
  const funds = { tenantId, personId: null, reason: 'paid by bank' };
  await applyMoves(database, [
    { kind: 'top-up', key: 'top-up:a', amount: 1_000, reference: 'invoice 7', ...funds },
    { ...report(bought), amount: 300 },
    {
      kind: 'post',
      tenantId,
      holdId: bought,
      amount: 200,
      lines: { 'credit-report-equifax': 100, 'credit-report-experian': 100 },
    },
    { ...report(bought), holdId: sms, purpose: 'sms', smsId: sms, amount: 40 },
    { kind: 'post', tenantId, holdId: sms, amount: 40, lines: { 'sms-otp': 40 } },
    { ...report(pending), amount: 300 },
    { ...report(failed), amount: 100 },
    { kind: 'void', tenantId, holdId: failed },
    { kind: 'adjustment', key: 'adjustment:a', amount: -10, reference: 'note 1', ...funds },
  ]);
  return { tenantId, bought, pending, failed, sms };
}
