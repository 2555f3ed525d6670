// What the demo tenant needs for the hosted page: its name there, a consent text, and that its own site may send consumers and have them
// back. Made once, at the first need; what its people change later stays.
import { randomUUIDv7 } from 'node:crypto';
import { CONSENT_TEXTS_MAX } from '../../domain/hosted/consent-text.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { lockBrand, setBrand } from '../../storage/hosted/brands.ts';
import { insertDraft, listDrafts, publishDraft } from '../../storage/hosted/consent-texts.ts';
import { lockSettings, setSettings } from '../../storage/people/tenants.ts';

/** `origin`: of the demo's own site; null when it can be none. */
type HostedDemo = { name: string; contact: string; consent: string; origin: string | null };

/** The consent text to ask with. */
export type HostDemo = (tenantId: string, demo: HostedDemo) => Promise<string>;

export function createHostDemo(needs: { database: Database }): HostDemo {
  return async (tenantId, { name, contact, consent, origin }) => {
    await needs.database.transaction(async (tx) => {
      const settings = await lockSettings(tx, tenantId);
      const { returnOrigins } = settings;
      if (origin !== null && !returnOrigins.includes(origin))
        await setSettings(tx, tenantId, { ...settings, returnOrigins: [...returnOrigins, origin] });
    });
    return needs.database.transaction(async (tx) => {
      const brand = await lockBrand(tx, tenantId);
      const published = (await listDrafts(tx, tenantId)).find(({ version }) => version !== null);
      if (published !== undefined) return published.id;
      if (brand.name === '') await setBrand(tx, tenantId, { ...brand, name, contact });
      const id = randomUUIDv7();
      const draft = { tenantId, id, name: 'Demonstration', locale: 'en-GB', body: consent };
      await insertDraft(tx, draft, CONSENT_TEXTS_MAX);
      await publishDraft(tx, tenantId, id);
      return id;
    });
  };
}
