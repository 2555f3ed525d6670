// What operators do to the service itself: who operates it, its signing keys, and the key from configuration. Each action is an entry
// of the service's own audit trail, written with it or right after it.
import {
  ACTIVATION_DELAY_SECONDS,
  makeSigningKey,
  RETIRED_KEY_SECONDS,
} from '../../identity/signing-keys.ts';
import { type Actor, appendAudit, SERVICE_TRAIL } from '../../storage/activity/audit.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import type { EvidenceKeyStore } from '../../storage/keys/evidence-keys.ts';
import type { Keyring } from '../../storage/keys/keyring.ts';
import { type Rewrapped, rewrapKeys } from '../../storage/keys/root-key.ts';
import type { SigningKeyStore } from '../../storage/keys/signing-keys.ts';
import { findPersonByEmail, setOperator } from '../../storage/people/people.ts';
import { unlinkIdentities } from '../../storage/people/sign-ins.ts';

export type OperateService = ReturnType<typeof createOperateService>;

export function createOperateService(needs: {
  database: Database;
  keyring: Keyring;
  signingKeys: SigningKeyStore;
  evidenceKeys: Pick<EvidenceKeyStore, 'rotate'>;
}) {
  const { database, keyring, signingKeys } = needs;
  return {
    /** False when no person has this address. */
    setOperator: (actor: Actor, email: string, isOperator: boolean) =>
      database.transaction(async (tx) => {
        const personId = await setOperator(tx, email, isOperator);
        if (personId === null) return false;
        const action = isOperator ? 'operator-made' : 'operator-unmade';
        const object = { kind: 'person', id: personId };
        await appendAudit(tx, { tenantId: SERVICE_TRAIL, actor, action, object });
        return true;
      }),

    /** The issuers that the person was linked to; their next sign-in there links them anew. Null when no person has this address. */
    unlinkIdentities: (actor: Actor, email: string) =>
      database.transaction(async (tx) => {
        const person = await findPersonByEmail(tx, email);
        if (person === null) return null;
        const issuers = await unlinkIdentities(tx, person.id);
        const object = { kind: 'person', id: person.id };
        const before = { issuers };
        const action = 'identities-unlinked';
        if (issuers.length > 0)
          await appendAudit(tx, { tenantId: SERVICE_TRAIL, actor, action, object, before });
        return issuers;
      }),

    /** A new key that signs once every process knows it; the old one stays known until its last token has expired. */
    async rotateSigningKey(actor: Actor): Promise<{ kid: string; activeInSeconds: number }> {
      const key = await makeSigningKey();
      await database.transaction(async (tx) => {
        await signingKeys.rotateSigningKey(tx, key, ACTIVATION_DELAY_SECONDS, RETIRED_KEY_SECONDS);
        const object = { kind: 'signing-key', id: key.kid };
        await appendAudit(tx, { tenantId: SERVICE_TRAIL, actor, action: 'signing-key-rotated', object });
      });
      return { kid: key.kid, activeInSeconds: ACTIVATION_DELAY_SECONDS };
    },

    /** A new key signs evidence packs from now on; the one before can sign nothing any more, and stays known for ever. */
    rotateEvidenceKey: (actor: Actor) => needs.evidenceKeys.rotate(actor),

    /** Wraps every key under the current key from configuration, while services run. */
    rewrapKeys: (actor: Actor): Promise<Rewrapped> =>
      rewrapKeys(database, keyring, (tx, rewrapped) =>
        appendAudit(tx, {
          tenantId: SERVICE_TRAIL,
          actor,
          action: 'keys-rewrapped',
          object: { kind: 'encryption-key', id: 'current' },
          after: { rewrapped },
        }),
      ),
  };
}
