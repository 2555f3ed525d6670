// Verifies an audit trail from its entries alone: each hash covers the one before and all fields of the entry. Pure; the hash function
// is a parameter. The SQL function audit_append, which writes the entries, computes the same hashes.

export type ProofAuditEntry = {
  seq: number;
  atMicros: string;
  actorKind: string;
  actorId: string | null;
  action: string;
  objectKind: string;
  objectId: string;
  address: string | null;
  before: string | null;
  after: string | null;
  hash: Uint8Array;
};

type Hash = (previous: Uint8Array, text: string) => Uint8Array;

/** Every hash covers the tenant's id, so that another tenant's trail, consistent in itself, fails here. */
export function createAuditProof(tenantId: string, hash: Hash) {
  const problems: string[] = [];
  let seq = 0;
  let link: Uint8Array = new Uint8Array(32);

  return {
    /** Entries in the order of their seq. */
    addEntry(entry: ProofAuditEntry): void {
      seq += 1;
      if (entry.seq !== seq) {
        problems.push(`entry ${seq} is missing`);
        seq = entry.seq;
      }
      const expected = hash(link, auditText(tenantId, entry));
      if (!isSame(expected, entry.hash)) problems.push(`entry ${entry.seq} is not as it was written`);
      link = entry.hash;
    },

    /** Every problem, a sentence each; empty when the trail is intact. */
    finish(head: { lastSeq: number; lastHash: Uint8Array } | null): string[] {
      const lastSeq = head?.lastSeq ?? 0;
      if (lastSeq !== seq) problems.push(`the trail should end with entry ${lastSeq}, and ends with ${seq}`);
      else if (head !== null && !isSame(head.lastHash, link))
        problems.push('the last entry is not the one that was written last');
      return problems;
    },
  };
}

/** The text that an entry's hash covers, after the hash before it; the SQL function audit_hash builds the same. */
export function auditText(tenantId: string, entry: Omit<ProofAuditEntry, 'hash'>): string {
  const parts = [
    tenantId,
    String(entry.seq),
    entry.atMicros,
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.objectKind,
    entry.objectId,
    entry.address,
    entry.before,
    entry.after,
  ];
  return parts.map((part) => sized(part ?? '')).join('');
}

/** Prefixed with its length, so that no text can move from one part into the next. */
function sized(part: string): string {
  return `${new TextEncoder().encode(part).length}:${part}`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
