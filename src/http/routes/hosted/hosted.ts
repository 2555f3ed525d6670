// What the hosted page shows of a tenant: its consent texts, and how its pages look. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { PreviewPage } from '../../../domain/hosted/branding.ts';
import { toConsentBody } from '../../../domain/hosted/consent-text.ts';
import type { Branding } from '../../../usecases/hosted/branding.ts';
import type { ConsentTexts } from '../../../usecases/hosted/consent-texts.ts';
import type { Brand } from '../../../usecases/hosted/visit.ts';
import {
  BrandingAnswer,
  BrandingRequest,
  NewTextRequest,
  PreviewAnswer,
  PreviewRequest,
  TextAnswer,
  TextList,
  TextParams,
  TextRequest,
  TextWithVersions,
} from '../../schemas/hosted/hosted.ts';
import { asWritten } from '../../sent.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

/** Ten thousand letters of three bytes each; a logo in base64 beside its name. */
const TEXT_LIMIT_BYTES = 64 * 1024;
const LOGO_LIMIT_BYTES = 384 * 1024;

/** A page as its consumer sees it. `logoUrl`: where the reader of the preview finds the logo. */
type DrawPreview = (given: {
  page: PreviewPage;
  brand: Brand;
  logoUrl: string | null;
  body: string;
}) => string;

export type HostedNeeds = { consentTexts: ConsentTexts; branding: Branding; drawPreview: DrawPreview };

export function hostedRoutes(app: FastifyInstance, needs: HostedNeeds): void {
  const { consentTexts, branding, drawPreview } = needs;
  const route = tenantRoutes(app, 'Hosted page');
  const reading = { config: { access: 'reports:read' } } as const;
  // Links of live mode show them.
  const access = { access: 'hosted:write', personAccess: 'tenant:manage', isOfLive: true } as const;
  const changing = { config: access, bodyLimit: TEXT_LIMIT_BYTES } as const;
  const making = { ...changing, config: { ...access, isIdempotent: true } } as const;

  route.get(
    '/:tenantId/v1/consent-texts',
    {
      ...reading,
      operationId: 'listConsentTexts',
      summary: 'List consent texts',
      answer: TextList,
    },
    async ({ caller }) => ({ items: await consentTexts.list(caller.tenantId) }),
  );

  route.get(
    '/:tenantId/v1/consent-texts/:consentTextId',
    {
      ...reading,
      operationId: 'readConsentText',
      summary: 'Read a consent text with its versions',
      params: TextParams,
      answer: TextWithVersions,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => {
      const found = await consentTexts.find(caller.tenantId, params.consentTextId);
      return { ...found.text, versions: found.versions.map(({ id: _same, ...version }) => version) };
    },
  );

  route.post(
    '/:tenantId/v1/consent-texts',
    {
      ...making,
      operationId: 'createConsentText',
      summary: 'Begin a consent text',
      body: NewTextRequest,
      answer: TextAnswer,
      refuses: ['conflict'],
    },
    async ({ caller, body, from, resourceId }) =>
      consentTexts.create(caller, { locale: 'en-GB', ...body }, from, resourceId),
  );

  route.patch(
    '/:tenantId/v1/consent-texts/:consentTextId',
    {
      ...changing,
      operationId: 'changeConsentText',
      summary: 'Change the draft of a consent text',
      description: 'What is left out stays. Published versions do not change, and neither do sessions.',
      params: TextParams,
      body: TextRequest,
      answer: TextAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, body, from }) => consentTexts.change(caller, params.consentTextId, body, from),
  );

  route.post(
    '/:tenantId/v1/consent-texts/:consentTextId/publish',
    {
      config: access,
      operationId: 'publishConsentText',
      summary: 'Publish the draft as the next version',
      description:
        'New sessions show it; sessions that exist keep the version that they were made with. Refused while a blank is left.',
      params: TextParams,
      answer: TextAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => consentTexts.publish(caller, params.consentTextId, from),
  );

  route.get(
    '/:tenantId/v1/branding',
    {
      config: { access: 'hosted:write', personAccess: 'members:manage' },
      operationId: 'readBranding',
      summary: 'How the hosted pages look',
      answer: BrandingAnswer,
    },
    async ({ caller }) => branding.read(caller.tenantId),
  );

  route.patch(
    '/:tenantId/v1/branding',
    {
      config: access,
      bodyLimit: LOGO_LIMIT_BYTES,
      operationId: 'changeBranding',
      summary: 'Change how the hosted pages look',
      description:
        'What is left out stays. Of a logo the pixels are kept and nothing else; a colour that cannot be read is darkened.',
      body: BrandingRequest,
      answer: BrandingAnswer,
    },
    async ({ caller, body, from }) => branding.change(caller, body, from),
  );

  route.get(
    '/:tenantId/v1/branding/logo',
    {
      config: { access: 'members:manage' },
      operationId: 'readLogo',
      summary: 'The logo of the hosted pages',
      produces: ['image/png'],
      answer: Type.String({ description: 'A PNG picture.', examples: ['…'] }),
      refuses: ['not-found'],
    },
    async ({ caller, reply }) => {
      const logo = await branding.readLogo(caller.tenantId);
      return asWritten(reply.type('image/png').send(logo));
    },
  );

  route.post(
    '/:tenantId/v1/branding/preview',
    {
      config: { access: 'members:manage' },
      bodyLimit: TEXT_LIMIT_BYTES,
      operationId: 'previewHostedPage',
      summary: 'Look at a hosted page before it is saved',
      description: 'What is left out is as it is saved. Nothing is kept, asked or charged.',
      body: PreviewRequest,
      answer: PreviewAnswer,
    },
    async ({ caller, body: { page, body = '', ...words } }) => {
      const brand = await branding.preview(caller.tenantId, words);
      const { logoSha256: hash } = brand;
      const logoUrl = hash === null ? null : `/${caller.tenantId}/v1/branding/logo?${hash.slice(0, 12)}`;
      return { html: drawPreview({ page, brand, logoUrl, body: toConsentBody(body) }) };
    },
  );
}
