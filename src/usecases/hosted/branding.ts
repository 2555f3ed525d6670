// How a tenant's hosted pages look, as its people set it: a name, a way to reach it, one colour, a logo.
import { COLOUR_DEFAULT, type Colours, readableColours } from '../../domain/hosted/branding.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import {
  type BrandWords,
  lockBrand,
  readBrand,
  readLogo,
  type StoredBrand,
  setBrand,
  setLogo,
} from '../../storage/hosted/brands.ts';
import { changedFields, makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { toLogo } from './logo.ts';
import type { Brand } from './visit.ts';

type BrandingShown = BrandWords & { colours: Colours; logoSha256: string | null };
/** What is not named stays. `logo` is a file in base64; null takes it away. */
type BrandingChange = Partial<BrandWords> & { logo?: string | null };

export type Branding = ReturnType<typeof createBranding>;

export function createBranding({ database }: { database: Database }) {
  return {
    read: async (tenantId: string) => shown(await readBrand(database, tenantId)),

    async readLogo(tenantId: string): Promise<Buffer> {
      const logo = await readLogo(database, tenantId);
      if (logo === null) throw new Refusal('not-found', 'This tenant has no logo.');
      return logo;
    },

    /** As it would be with these words: nothing is kept. */
    preview: async (tenantId: string, to: Partial<BrandWords>) =>
      toBrand({ ...(await readBrand(database, tenantId)), ...trimmed(to) }),

    change(caller: Caller, { logo: file, ...rest }: BrandingChange, from: From): Promise<BrandingShown> {
      const logo = file == null ? file : mustBePicture(Buffer.from(file, 'base64'));
      const { tenantId } = caller;
      const object = { kind: 'tenant', id: tenantId };
      return makeAudited(database, { caller, from, action: 'branding-changed', object }, async (tx) => {
        const before = await lockBrand(tx, tenantId);
        await setBrand(tx, tenantId, { ...before, ...trimmed(rest) });
        if (logo !== undefined) await setLogo(tx, tenantId, logo);
        const after = await readBrand(tx, tenantId);
        return { result: shown(after), ...changedFields(before, after, [...WORDS, 'logoSha256']) };
      });
    },
  };
}

const WORDS = ['name', 'contact', 'regulatedAs', 'fcaNumber', 'privacyUrl', 'colour'] as const;

export function toBrand({ name, tenantName, colour, ...rest }: StoredBrand): Brand {
  return {
    name: name === '' ? tenantName : name,
    contact: saidOrNull(rest.contact),
    regulatedAs: saidOrNull(rest.regulatedAs),
    fcaNumber: saidOrNull(rest.fcaNumber),
    privacyUrl: saidOrNull(rest.privacyUrl),
    colours: readableColours(colour ?? COLOUR_DEFAULT),
    logoSha256: rest.logoSha256,
  };
}

const saidOrNull = (text: string): string | null => (text === '' ? null : text);

function shown({ tenantName: _other, ...brand }: StoredBrand): BrandingShown {
  return { ...brand, colours: readableColours(brand.colour ?? COLOUR_DEFAULT) };
}

/** These alone: a body may have fields that nobody knows. */
function trimmed(words: Partial<BrandWords>): Partial<BrandWords> {
  const named = WORDS.filter((name) => words[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, words[name]?.trim() ?? null]));
}

function mustBePicture(file: Buffer): Buffer {
  const logo = toLogo(file);
  if (logo.kind === 'ok') return logo.png;
  throw new Refusal('validation-error', 'The logo is not acceptable. See details.', {
    details: [{ path: '/logo', message: logo.why }],
  });
}
