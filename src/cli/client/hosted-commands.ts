// What the hosted page shows of a tenant, from the command line: so a pipeline sets a tenant up without a person.
import { readFileSync } from 'node:fs';
import { CommandRefused, optional, required } from '../command.ts';
import { type ClientCommand, calling, openClient } from './tools.ts';

const NEEDS = 'Needs a credential with the scope hosted:write.';

export const HOSTED_COMMANDS: ClientCommand[] = [
  calling({
    name: 'consent publish',
    operands: [],
    options: [
      required('name', 'the name of the consent text; one with this name is changed'),
      required('file', 'the path of the text: plain, an empty line begins a paragraph'),
      optional('locale', 'en-GB or cy; en-GB by default'),
    ],
    help: `Publish a consent text. The same words again make no new version. ${NEEDS}`,
    run: async (tools, { options }) => {
      const { name = '' } = options;
      const locale = localeOf(options.locale);
      const body = fileIn('file', options.file ?? '').toString('utf8');
      const { trefoil } = await openClient(tools, options);
      const { hosted } = trefoil;
      const known = (await trefoil.consumerSessions.consentTexts()).find((text) => text.name === name);
      const { id } =
        known === undefined
          ? await hosted.createConsentText({ name, locale, body })
          : await hosted.changeConsentText(known.id, { locale, body });
      const published = await hosted.publishConsentText(id);
      const { version, sha256 } = published;
      return { say: `${id}  version ${version}`, data: { consentTextId: id, version, sha256 } };
    },
  }),
  calling({
    name: 'branding set',
    operands: [],
    options: [
      optional('name', 'what consumers know you as'),
      optional('contact', 'how they reach you'),
      optional('colour', 'such as #0b6e4f'),
      optional('logo', 'the path of a PNG or JPEG file'),
    ],
    help: `Change how the hosted pages look; what is left out stays. ${NEEDS}`,
    run: async (tools, { options }) => {
      const { name, contact, colour, logo } = options;
      const to = {
        ...(name !== undefined && { name }),
        ...(contact !== undefined && { contact }),
        ...(colour !== undefined && { colour }),
        ...(logo !== undefined && { logo: fileIn('logo', logo).toString('base64') }),
      };
      if (Object.keys(to).length === 0)
        throw new CommandRefused('Say what to change: --name, --contact, --colour or --logo.');
      const { trefoil } = await openClient(tools, options);
      const branding = await trefoil.hosted.changeBranding(to);
      return { say: `Changed. ${JSON.stringify(branding)}`, data: branding };
    },
  }),
];

function localeOf(text = 'en-GB'): 'en-GB' | 'cy' {
  if (text === 'en-GB' || text === 'cy') return text;
  throw new CommandRefused('--locale must be en-GB or cy.');
}

function fileIn(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandRefused(`--${option}: the file ${path} cannot be read.`);
  }
}
