// Verify: recomputes the hashes of every consent of a tenant, and compares the stored text, the session, its sealed record and the audit
// trail, which must all say the same. Reads only. Whether the trail itself is as it was written is the work of `audit verify`.
import type { Database } from '../../storage/engine/connection/database.ts';
import { type ConsentRow, countConsentsInAudit, listConsentsAfter } from '../../storage/hosted/consents.ts';
import { type ConsentRecord, openConsent } from '../../storage/hosted/session-rows.ts';
import { SealBroken, type TenantVault, type Vault } from '../../storage/keys/vault.ts';
import { hashConsentRecord } from './consent-record.ts';

const ROWS_PER_PAGE = 1_000;

export type VerifyConsents = (tenantId: string) => Promise<{ entries: number; problems: string[] }>;

export function createVerifyConsents(needs: { database: Database; vault: Vault }): VerifyConsents {
  return async (tenantId) => {
    const vault = await needs.vault.forTenant(tenantId);
    return needs.database.snapshot(async (db) => {
      const problems: string[] = [];
      let [entries, said] = [0, 0];
      for (let afterId: string | null = null, isMore = true; isMore; ) {
        const page = await listConsentsAfter(db, tenantId, afterId, ROWS_PER_PAGE);
        for (const row of page) {
          problems.push(...problemsOf(row, vault).map((problem) => `session ${row.id} ${problem}`));
          said += row.said.length;
        }
        entries += page.length;
        afterId = page.at(-1)?.id ?? afterId;
        isMore = page.length === ROWS_PER_PAGE;
      }
      const given = await countConsentsInAudit(db, tenantId);
      if (given !== said) problems.push(`${given - said} consents in the audit log are of no session`);
      return { entries, problems };
    });
  };
}

function problemsOf(row: ConsentRow, vault: TenantVault): string[] {
  const problems: string[] = [];
  const { id, textId, version, sha256, shownAt, agreedAt, recordSha256 } = row;
  if (row.textSha256 !== sha256) problems.push('names another text than the one that is stored');
  if (agreedAt === null) {
    if (row.record !== null || recordSha256 !== null || row.said.length > 0)
      problems.push('has a consent that nobody gave');
    return problems;
  }
  const agreed = {
    textId,
    version,
    sha256,
    shownAt: shownAt?.toISOString(),
    agreedAt: agreedAt.toISOString(),
  };
  if (row.said.length !== 1) problems.push(`has ${row.said.length} entries in the audit log for its consent`);
  for (const entry of row.said)
    if (!says(JSON.parse(entry ?? '{}'), { ...agreed, recordSha256 }))
      problems.push('has another consent in the audit log');
  if (row.record === null) {
    if (!row.isPurged) problems.push('has lost the record of its consent');
    return problems;
  }
  const record = opened(vault, id, row.record);
  if (record === null) problems.push('has a record that does not open');
  else if (!says(record, { sessionId: id, ...agreed })) problems.push('has the record of another consent');
  else if (hashConsentRecord(record).toString('hex') !== recordSha256)
    problems.push('has another record than the one that was agreed to');
  return problems;
}

function opened(vault: TenantVault, id: string, sealed: Buffer): ConsentRecord | null {
  try {
    return openConsent(vault, id, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

const says = (found: Record<string, unknown>, wanted: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([name, value]) => found[name] === value);
