// The tenant's own references of reports, for the bodies of their events. They are sealed with the consumer's details, and gone with them.
import { type Queryable, statement } from '../engine/connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { detailsPlace, type ReportDetails } from '../reports/reports.ts';

const LIST_DETAILS = statement(
  'list-details-for-events',
  `select id, details from reports where tenant_id = $1 and id = any($2::uuid[]) and external_reference_hash is not null
     and details is not null`,
);

/** By report; those without a reference are not in it. */
export async function findReferences(
  db: Queryable,
  vault: Vault,
  tenantId: string,
  reportIds: readonly string[],
): Promise<Map<string, string>> {
  if (reportIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; details: Buffer }>(LIST_DETAILS, [tenantId, reportIds]);
  const tenantVault = await vault.forTenant(tenantId);
  return new Map(
    rows.flatMap(({ id, details }) => {
      const { externalReference } = JSON.parse(tenantVault.open(detailsPlace(id), details)) as ReportDetails;
      return externalReference === undefined ? [] : [[id, externalReference]];
    }),
  );
}
