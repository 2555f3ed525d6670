// How the hosted pages of a tenant look: name, contact, colour, logo.
import { useState } from 'react';
import { isColour, readableColours } from '../../../src/domain/hosted/branding.ts';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX } from '../../../src/domain/hosted/logo-limits.ts';
import { useGet, usePathOf } from '../../api/queries.ts';
import type { Branding } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';

const ABOUT = 'What consumers see on the pages that your links lead to.';
const LOGO_ABOUT = `A PNG picture, at most ${LOGO_PIXELS_MAX} pixels wide and high and ${LOGO_BYTES_MAX / 1024} KB. Only its pixels are kept.`;

export function BrandingRows() {
  const branding = useGet('readBranding');
  const mayChange = useMay()('tenant:manage');
  return (
    <Shown query={branding} data={branding.data}>
      {(data) =>
        mayChange ? (
          <>
            <SettingsRow title="Branding" about={ABOUT}>
              <BrandingForm branding={data} />
            </SettingsRow>
            <SettingsRow title="Logo" about={LOGO_ABOUT}>
              <LogoForm sha256={data.logoSha256} />
            </SettingsRow>
          </>
        ) : (
          <SettingsRow title="Branding" about={ABOUT}>
            {data.name === '' ? 'The name of the tenant' : data.name}
          </SettingsRow>
        )
      }
    </Shown>
  );
}

function BrandingForm({ branding }: { branding: Branding }) {
  const act = useAct();
  const form = useForm({
    id: 'branding',
    initial: { name: branding.name, contact: branding.contact, colour: branding.colour ?? '' },
    check: ({ colour }): Record<string, string> =>
      colour.trim() === '' || isColour(toColour(colour))
        ? {}
        : { colour: 'Enter a colour as # and six digits, such as #0b6e4f, or nothing' },
    send: ({ name, contact, colour }) =>
      act('changeBranding', {
        body: {
          name: name.trim(),
          contact: contact.trim(),
          colour: colour.trim() === '' ? null : toColour(colour),
        },
        changes: ['readBranding'],
        says: 'The branding is saved.',
      }),
  });
  const chosen = toColour(form.values.colour);
  return (
    <Form form={form} label="Branding">
      <Field form={form} name="name" label="Name" hint="The name of the tenant, if it is left empty" />
      <Field
        form={form}
        name="contact"
        label="How to reach you"
        hint="A telephone number or an e-mail address, shown when something goes wrong"
      />
      <Field form={form} name="colour" label="Colour" hint="Such as #0b6e4f" isShort />
      {isColour(chosen) && <Swatches colour={chosen} />}
      <SubmitButton isBusy={form.isBusy} isSecond>
        Save branding
      </SubmitButton>
    </Form>
  );
}

const toColour = (text: string): string => text.trim().toLowerCase();

function Swatches({ colour }: { colour: string }) {
  const { light, dark, wasChanged } = readableColours(colour);
  return (
    <p className="hint">
      <Swatch colour={light} /> {light} on light pages, <Swatch colour={dark} /> {dark} on dark ones.
      {wasChanged && ' It was too light to read, so it is darkened.'}
    </p>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <rect width="12" height="12" fill={colour} />
    </svg>
  );
}

function LogoForm({ sha256 }: { sha256: string | null }) {
  const act = useAct();
  const pathOf = usePathOf();
  const [problem, setProblem] = useState('');
  const send = (logo: string | null, says: string): Promise<unknown> =>
    act('changeBranding', {
      body: { logo },
      changes: ['readBranding'],
      next: () => setProblem(''),
      says,
    }).catch((error: Error) => setProblem(error.message));
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.type !== 'image/png' || file.size > LOGO_BYTES_MAX) {
      setProblem(`Choose a PNG picture of at most ${LOGO_BYTES_MAX / 1024} KB.`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await send(toBase64(bytes), 'The logo is saved.');
  };
  return (
    <>
      {sha256 === null ? (
        <p>No logo: the name is shown.</p>
      ) : (
        <p>
          <img src={`${pathOf('readLogo')}?${sha256.slice(0, 12)}`} alt="Your logo" height="48" />
        </p>
      )}
      {problem !== '' && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="field">
        <label htmlFor="logo-file">Picture</label>
        <input
          id="logo-file"
          type="file"
          accept="image/png"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </div>
      {sha256 !== null && (
        <ActButton kind="second" act={() => send(null, 'The logo is removed.')}>
          Remove the logo
        </ActButton>
      )}
    </>
  );
}

/** In pieces: a call cannot have so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return btoa(text);
}
