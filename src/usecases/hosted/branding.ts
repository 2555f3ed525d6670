// How a tenant's hosted pages look, as its people set it: a name, a way to reach it, one colour, a logo.
import { COLOUR_DEFAULT, type Colours, readableColours } from '../../domain/hosted/branding.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import {
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

export type BrandingShown = {
  name: string;
  contact: string;
  colour: string | null;
  colours: Colours;
  logoSha256: string | null;
};
/** What is not named stays. `logo` is a file in base64; null takes it away. */
export type BrandingChange = {
  name?: string;
  contact?: string;
  colour?: string | null;
  logo?: string | null;
};

export type Branding = {
  read(tenantId: string): Promise<BrandingShown>;
  readLogo(tenantId: string): Promise<Buffer>;
  change(caller: Caller, to: BrandingChange, from: From): Promise<BrandingShown>;
};

export function createBranding({ database }: { database: Database }): Branding {
  return {
    read: async (tenantId) => shown(await readBrand(database, tenantId)),

    async readLogo(tenantId) {
      const logo = await readLogo(database, tenantId);
      if (logo === null) throw new Refusal('not-found', 'This tenant has no logo.');
      return logo;
    },

    change(caller, { logo: file, ...rest }, from) {
      const logo = file == null ? file : mustBePicture(Buffer.from(file, 'base64'));
      const { tenantId } = caller;
      const object = { kind: 'tenant', id: tenantId };
      return makeAudited(database, { caller, from, action: 'branding-changed', object }, async (tx) => {
        const before = await lockBrand(tx, tenantId);
        const { name, contact, colour } = { ...before, ...rest };
        await setBrand(tx, tenantId, { name: name.trim(), contact: contact.trim(), colour });
        if (logo !== undefined) await setLogo(tx, tenantId, logo);
        const after = await readBrand(tx, tenantId);
        const names = ['name', 'contact', 'colour', 'logoSha256'] as const;
        return { result: shown(after), ...changedFields(before, after, names) };
      });
    },
  };
}

export function toBrand({ name, tenantName, contact, colour, logoSha256 }: StoredBrand): Brand {
  return {
    name: name === '' ? tenantName : name,
    contact: contact === '' ? null : contact,
    colours: readableColours(colour ?? COLOUR_DEFAULT),
    logoSha256,
  };
}

function shown({ name, contact, colour, logoSha256 }: StoredBrand): BrandingShown {
  return { name, contact, colour, colours: readableColours(colour ?? COLOUR_DEFAULT), logoSha256 };
}

function mustBePicture(file: Buffer): Buffer {
  const logo = toLogo(file);
  if (logo.kind === 'ok') return logo.png;
  throw new Refusal('validation-error', 'The logo is not acceptable. See details.', {
    details: [{ path: '/logo', message: logo.why }],
  });
}
