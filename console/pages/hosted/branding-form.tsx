// How the hosted pages of a tenant look, as fields: name, contact, what the firm is regulated as, colour, logo.
import { useState } from 'react';
import { COLOUR_DEFAULT, isColour, readableColours } from '../../../src/domain/hosted/branding.ts';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX } from '../../../src/domain/hosted/logo-limits.ts';
import { usePathOf } from '../../api/queries.ts';
import type { Branding, BrandWords } from '../../api/shapes.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { Field } from '../../parts/field.tsx';
import { type FormState, useForm } from '../../parts/form.tsx';
import { useAct } from '../../parts/use-act.ts';

const LOGO_ABOUT = `A PNG picture, at most ${LOGO_PIXELS_MAX} pixels wide and high and ${LOGO_BYTES_MAX / 1024} KB. Only its pixels are kept.`;

type Typed = {
  name: string;
  contact: string;
  regulatedAs: string;
  fcaNumber: string;
  privacyUrl: string;
  colour: string;
};
export type BrandingForm = FormState<Typed>;

export function useBrandingForm(branding: Branding): BrandingForm {
  const act = useAct();
  const { name, contact, regulatedAs, fcaNumber, privacyUrl } = branding;
  return useForm({
    id: 'branding',
    initial: { name, contact, regulatedAs, fcaNumber, privacyUrl, colour: branding.colour ?? '' },
    check: (typed): Record<string, string> => ({
      ...(typed.colour.trim() !== '' &&
        !isColour(toColour(typed.colour)) && {
          colour: 'Enter a colour as # and six digits, such as #0b6e4f, or nothing',
        }),
      ...(!/^(\d{6,7})?$/.test(typed.fcaNumber.trim()) && {
        fcaNumber: 'Enter the 6 or 7 digits of your firm reference number, or nothing',
      }),
      ...(!/^(https:\/\/\S+)?$/.test(typed.privacyUrl.trim()) && {
        privacyUrl: 'Enter an address that begins with https://, or nothing',
      }),
    }),
    send: (typed) =>
      act('changeBranding', {
        body: wordsOf(typed),
        changes: ['readBranding'],
        says: 'Your page is saved.',
      }),
  });
}

/** As they are sent, to be saved or to be looked at. What cannot be saved yet is left out of a preview. */
function wordsOf({ colour, ...typed }: Typed): Required<BrandWords> {
  const trimmed = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
  const chosen = colour.trim() === '' ? null : toColour(colour);
  return { ...(trimmed as Omit<Typed, 'colour'>), colour: chosen };
}

export function previewOf({ values }: BrandingForm): BrandWords {
  const { colour, fcaNumber, privacyUrl, ...words } = wordsOf(values);
  return {
    ...words,
    ...((colour === null || isColour(colour)) && { colour }),
    ...(/^(\d{6,7})?$/.test(fcaNumber) && { fcaNumber }),
    ...(/^(https:\/\/[a-z0-9][a-z0-9.-]*[a-z0-9](\/[\w./~-]*)?)?$/.test(privacyUrl) && { privacyUrl }),
  };
}

export function BrandFields({ form }: { form: BrandingForm }) {
  return (
    <>
      <Field form={form} name="name" label="Name" hint="The name of the tenant, if it is left empty" />
      <Field
        form={form}
        name="contact"
        label="How to reach you"
        hint="A telephone number or an e-mail address, shown wherever somebody may need help"
      />
      <Field
        form={form}
        name="regulatedAs"
        label="Regulated as"
        hint="Such as: a claims management company"
      />
      <Field
        form={form}
        name="fcaNumber"
        label="FCA firm reference number"
        inputMode="numeric"
        isShort
        hint="People look it up before they trust a link"
      />
      <Field
        form={form}
        name="privacyUrl"
        label="Privacy notice"
        hint="Its address, such as https://northgate.example/privacy"
      />
    </>
  );
}

const toColour = (text: string): string => text.trim().toLowerCase();

/** By the picker of the browser, or as digits. */
export function ColourFields({ form }: { form: BrandingForm }) {
  const chosen = toColour(form.values.colour);
  return (
    <>
      <div className="field">
        <label htmlFor="branding-picked">Colour</label>
        <input
          id="branding-picked"
          type="color"
          value={isColour(chosen) ? chosen : COLOUR_DEFAULT}
          onChange={(event) => form.set('colour', event.target.value)}
        />
      </div>
      <Field form={form} name="colour" label="Colour code" hint="Such as #0b6e4f. Empty for ours" isShort />
      {isColour(chosen) && <Darkened colour={chosen} />}
    </>
  );
}

function Darkened({ colour }: { colour: string }) {
  const { light, wasChanged } = readableColours(colour);
  return wasChanged ? <p className="hint">It is too light to read, so pages show {light}.</p> : null;
}

export function LogoForm({ sha256 }: { sha256: string | null }) {
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
    <div className="field">
      <label htmlFor="logo-file">Logo</label>
      <p className="hint" id="logo-about">
        {LOGO_ABOUT}
      </p>
      {problem !== '' && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {sha256 !== null && (
        <p>
          <img src={`${pathOf('readLogo')}?${sha256.slice(0, 12)}`} alt="Your logo" height="48" />
        </p>
      )}
      <input
        id="logo-file"
        type="file"
        accept="image/png"
        aria-describedby="logo-about"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {sha256 !== null && (
        <p className="buttons">
          <ActButton kind="second small" act={() => send(null, 'The logo is removed.')}>
            Remove the logo
          </ActButton>
        </p>
      )}
    </div>
  );
}

/** In pieces: a call cannot have so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return btoa(text);
}
