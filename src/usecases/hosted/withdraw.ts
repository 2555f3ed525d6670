// A consumer takes back the agreement after the report was made: in the browser that has the session or, once that has ended, with the link.
import { isUuid } from '../../domain/ids.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findTenantOfSession } from '../../storage/hosted/sessions.ts';
import { withdrawConsent } from '../../storage/hosted/steps.ts';
import { auditConsumer } from '../audited-change.ts';
import type { LinkSecrets } from './link-secrets.ts';
import type { ConsumerVisits } from './visit.ts';

export function createWithdraw(needs: {
  database: Database;
  secrets: LinkSecrets;
}): ConsumerVisits['withdraw'] {
  const { database, secrets } = needs;
  return async ({ sessionId: id, ...by }) => {
    const whose = isUuid(id) ? await findTenantOfSession(database, id) : null;
    if (whose === null) return false;
    const { tenantId } = whose;
    const hashes = {
      secretHash: 'secret' in by ? secrets.hashSecret(id, by.secret) : null,
      tokenHash: 'token' in by ? secrets.hashToken(id, by.token) : null,
    };
    return database.transaction(async (tx) => {
      if (!(await withdrawConsent(tx, { tenantId, id, ...hashes }))) return false;
      await auditConsumer(tx, tenantId, {
        action: 'consent-withdrawn',
        object: { kind: 'consumer-session', id },
      });
      return true;
    });
  };
}
