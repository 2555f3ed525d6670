// Consent texts as a tenant's people write them: a draft, changed at will, and versions that are published from it and never change. Every
// change and its audit entry are one transaction.
import {
  blanksIn,
  CONSENT_SKELETON,
  CONSENT_TEXTS_MAX,
  toConsentBody,
} from '../../domain/hosted/consent-text.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import {
  type ConsentDraft,
  type ConsentVersion,
  type DraftContent,
  findDraft,
  findVersion,
  insertDraft,
  listDrafts,
  listVersions,
  lockDraft,
  publishDraft,
  updateDraft,
} from '../../storage/hosted/consent-texts.ts';
import { changeAudited, makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

/** With the blanks that keep it from being published. */
type ShownDraft = ConsentDraft & { blanks: string[] };

export type ConsentTexts = ReturnType<typeof createConsentTexts>;

export function createConsentTexts(needs: { database: Database }) {
  const { database } = needs;
  const lock = (caller: Caller, id: string) => async (tx: Queryable) =>
    mustBe(isUuid(id) ? await lockDraft(tx, caller.tenantId, id) : null);
  const again = async (tx: Queryable, tenantId: string, id: string) =>
    shown(mustBe(await findDraft(tx, tenantId, id)));

  return {
    list: async (tenantId: string) => (await listDrafts(database, tenantId)).map(shown),

    async find(tenantId: string, id: string): Promise<{ text: ShownDraft; versions: ConsentVersion[] }> {
      const text = shown(mustBe(isUuid(id) ? await findDraft(database, tenantId, id) : null));
      return { text, versions: await listVersions(database, tenantId, id) };
    },

    /** Without a body it begins as the skeleton. */
    create(
      caller: Caller,
      { name, locale, body: written = CONSENT_SKELETON }: Omit<DraftContent, 'body'> & { body?: string },
      from: From,
      requestId: string,
    ): Promise<ShownDraft> {
      const { tenantId } = caller;
      const object = { kind: 'consent-text', id: requestId };
      return makeAudited(database, { caller, from, action: 'consent-text-created', object }, async (tx) => {
        const draft = { tenantId, id: requestId, name, locale, body: toConsentBody(written) };
        const made = await insertDraft(tx, draft, CONSENT_TEXTS_MAX);
        if (made === 'too-many')
          throw new Refusal(
            'conflict',
            `A tenant has at most ${CONSENT_TEXTS_MAX} consent texts. Change one that is not used any more.`,
          );
        const result = await again(tx, tenantId, requestId);
        return { result, after: { name, locale }, isRepeated: made !== 'made' };
      });
    },

    change(caller: Caller, id: string, to: Partial<DraftContent>, from: From): Promise<ShownDraft> {
      const by = { caller, from, action: 'consent-text-changed', objectKind: 'consent-text' } as const;
      return changeAudited(database, by, lock(caller, id), async (tx, found) => {
        const body = to.body === undefined ? found.body : toConsentBody(to.body);
        const { name, locale } = { ...found, ...to };
        await updateDraft(tx, { tenantId: caller.tenantId, id: found.id, name, locale, body });
        // The words themselves are in the versions; the trail says that the draft changed.
        return {
          result: await again(tx, caller.tenantId, found.id),
          before: { name: found.name, locale: found.locale },
          after: { name, locale },
          isRepeated: name === found.name && locale === found.locale && body === found.body,
        };
      });
    },

    publish(caller: Caller, id: string, from: From): Promise<ShownDraft> {
      const by = { caller, from, action: 'consent-text-published', objectKind: 'consent-text' } as const;
      return changeAudited(database, by, lock(caller, id), async (tx, found) => {
        const blanks = blanksIn(found.body);
        if (blanks.length > 0) throw hasBlanks(blanks.length);
        // Published by an earlier request, whose answer may have got lost: no second version with the same words.
        if (!found.isPublished) await publishDraft(tx, caller.tenantId, found.id);
        const version = await findVersion(tx, caller.tenantId, found.id, null);
        return {
          result: await again(tx, caller.tenantId, found.id),
          after: {
            version: version?.version,
            sha256: version?.sha256,
            name: found.name,
            locale: found.locale,
          },
          isRepeated: found.isPublished,
        };
      });
    },
  };
}

function shown(draft: ConsentDraft): ShownDraft {
  return { ...draft, blanks: blanksIn(draft.body) };
}

function mustBe(draft: ConsentDraft | null): ConsentDraft {
  if (draft === null) throw new Refusal('not-found', 'There is no consent text with this id.');
  return draft;
}

function hasBlanks(count: number): Refusal {
  const blanks = count === 1 ? 'a blank' : `${count} blanks`;
  return new Refusal(
    'validation-error',
    `This consent text has ${blanks} left, in double square brackets. Fill in each of them, then publish it.`,
    { details: [{ path: '/body', message: 'must have no text in double square brackets' }] },
  );
}
