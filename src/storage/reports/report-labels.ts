// What people know a report by: the tenant's own reference, and the end of the phone number. Sealed with the consumer's details, and gone with
// them.
import { type Queryable, statement } from '../engine/connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { detailsPlace, type ReportDetails } from './report-parts.ts';

const LIST_DETAILS = statement(
  'list-details-for-labels',
  'select id, details from reports where tenant_id = $1 and id = any($2::uuid[]) and details is not null',
);

export type ReportLabel = { externalReference: string | null; mobileEnding: string | null };

/** The last four digits; null without a number. */
export const endingOf = (mobileNumber: string | undefined): string | null =>
  mobileNumber?.replace(/\D/g, '').slice(-4) ?? null;

/** By the id of the report; those that are purged are not in it. */
export async function findLabels(
  db: Queryable,
  vault: Vault,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, ReportLabel>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; details: Buffer }>(LIST_DETAILS, [tenantId, [...new Set(ids)]]);
  const tenantVault = await vault.forTenant(tenantId);
  return new Map(
    rows.map(({ id, details }) => {
      const { externalReference = null, consumer } = JSON.parse(
        tenantVault.open(detailsPlace(id), details),
      ) as ReportDetails;
      return [id, { externalReference, mobileEnding: endingOf(consumer.mobileNumber) }];
    }),
  );
}
