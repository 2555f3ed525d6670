// The tenant's own references of reports and of sessions of the hosted page, for the bodies of their events. They are sealed with the
// consumer's details, and gone with them.
import { type EventType, isAboutReport, isAboutSession } from '../../domain/webhooks/events.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { detailsOfSession } from '../hosted/session-rows.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { detailsPlace, type ReportDetails } from '../reports/report-parts.ts';

const LIST_OF_REPORTS = statement(
  'list-details-for-events',
  `select id, details from reports where tenant_id = $1 and id = any($2::uuid[]) and external_reference_hash is not null
     and details is not null`,
);
const LIST_OF_SESSIONS = statement(
  'list-session-details-for-events',
  `select id, details from consumer_sessions where tenant_id = $1 and id = any($2::uuid[]) and reference_hash is not null
     and details is not null`,
);

type About = { type: EventType; subjectId: string | null };
type Open = (vault: TenantVault, id: string, details: Buffer) => { externalReference?: string };
const openOfReport: Open = (vault, id, details) =>
  JSON.parse(vault.open(detailsPlace(id), details)) as ReportDetails;

/** By the report or session that an event is about; those without a reference are not in it. */
export async function findReferences(
  db: Queryable,
  vault: Vault,
  tenantId: string,
  events: readonly About[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const find = async (isAbout: (type: EventType) => boolean, list: typeof LIST_OF_REPORTS, open: Open) => {
    const ids = events.flatMap(({ type, subjectId }) =>
      subjectId !== null && isAbout(type) ? [subjectId] : [],
    );
    if (ids.length === 0) return;
    const rows = await db.query<{ id: string; details: Buffer }>(list, [tenantId, [...new Set(ids)]]);
    const tenantVault = await vault.forTenant(tenantId);
    for (const { id, details } of rows) {
      const { externalReference } = open(tenantVault, id, details);
      if (externalReference !== undefined) found.set(id, externalReference);
    }
  };
  await find(isAboutReport, LIST_OF_REPORTS, openOfReport);
  await find(isAboutSession, LIST_OF_SESSIONS, detailsOfSession);
  return found;
}
