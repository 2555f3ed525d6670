// The hash of a consent record, which the audit trail has: the record itself is sealed.
import { createHash } from 'node:crypto';
import type { ConsentRecord } from '../../storage/hosted/session-rows.ts';

/** Over the record as JSON with its keys in this order; whoever has the record can recompute what the audit trail has. */
export function hashConsentRecord(record: ConsentRecord): Buffer {
  const { sessionId, textId, version, sha256, shownAt, agreedAt, address, userAgent, deviceSessionId, salt } =
    record;
  const ordered = { sessionId, textId, version, sha256, shownAt, agreedAt };
  return createHash('sha256')
    .update(JSON.stringify({ ...ordered, address, userAgent, deviceSessionId, salt }))
    .digest();
}
