// What the hosted page shows of a tenant: its consent texts, and how its pages look. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Branding } from '../../usecases/consumer-sessions/branding.ts';
import type { ConsentTexts, ShownDraft } from '../../usecases/consumer-sessions/consent-texts.ts';
import { callerOf, fromOf } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import {
  BrandingAnswer,
  BrandingRequest,
  NewTextRequest,
  TextAnswer,
  TextList,
  TextParams,
  TextRequest,
  TextWithVersions,
} from '../schemas/hosted.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';

/** Ten thousand letters of three bytes each; a logo in base64 beside its name. */
const TEXT_LIMIT_BYTES = 64 * 1024;
const LOGO_LIMIT_BYTES = 384 * 1024;

export type HostedNeeds = { consentTexts: ConsentTexts; branding: Branding };
type TextPath = { consentTextId: string };
type TextBody = { name?: string; locale?: string; body?: string };
type BrandingBody = { name?: string; contact?: string; colour?: string | null; logo?: string | null };

export function hostedRoutes(app: FastifyInstance, { consentTexts, branding }: HostedNeeds): void {
  const tags = ['Hosted page'];
  const reading = { config: { access: 'reports:read' } } as const;
  const changing = { config: { access: 'tenant:manage' }, bodyLimit: TEXT_LIMIT_BYTES } as const;
  const making = { ...changing, config: { access: 'tenant:manage', isIdempotent: true } } as const;

  app.get(
    '/:tenantId/v1/consent-texts',
    {
      ...reading,
      schema: {
        tags,
        operationId: 'listConsentTexts',
        summary: 'List consent texts',
        params: TenantParams,
        response: { 200: TextList, ...callerProblems() },
      },
    },
    async (request) => ({ items: (await consentTexts.list(callerOf(request).tenantId)).map(toText) }),
  );

  app.get<{ Params: TextPath }>(
    '/:tenantId/v1/consent-texts/:consentTextId',
    {
      ...reading,
      schema: {
        tags,
        operationId: 'readConsentText',
        summary: 'Read a consent text with its versions',
        params: TextParams,
        response: { 200: TextWithVersions, ...callerProblems('not-found') },
      },
    },
    async (request) => {
      const found = await consentTexts.find(callerOf(request).tenantId, request.params.consentTextId);
      return { ...toText(found.text), versions: found.versions.map(({ id: _same, ...version }) => version) };
    },
  );

  app.post<{ Body: TextBody & { name: string } }>(
    '/:tenantId/v1/consent-texts',
    {
      ...making,
      schema: {
        tags,
        operationId: 'createConsentText',
        summary: 'Begin a consent text',
        params: TenantParams,
        headers: KeyHeader,
        body: NewTextRequest,
        response: { 200: TextAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'conflict') },
      },
    },
    async (request) => {
      const { name, locale = 'en-GB', body } = request.body;
      const given = { name, locale, ...(body !== undefined && { body }) };
      return toText(await consentTexts.create(callerOf(request), given, fromOf(request), request.resourceId));
    },
  );

  app.patch<{ Params: TextPath; Body: TextBody }>(
    '/:tenantId/v1/consent-texts/:consentTextId',
    {
      ...changing,
      schema: {
        tags,
        operationId: 'changeConsentText',
        summary: 'Change the draft of a consent text',
        description: 'What is left out stays. Published versions do not change, and neither do sessions.',
        params: TextParams,
        body: TextRequest,
        response: { 200: TextAnswer, ...callerProblems(...WITH_BODY, 'not-found') },
      },
    },
    async (request) => {
      const { name, locale, body } = request.body;
      const to = {
        ...(name !== undefined && { name }),
        ...(locale !== undefined && { locale }),
        ...(body !== undefined && { body }),
      };
      return toText(
        await consentTexts.change(callerOf(request), request.params.consentTextId, to, fromOf(request)),
      );
    },
  );

  app.post<{ Params: TextPath }>(
    '/:tenantId/v1/consent-texts/:consentTextId/publish',
    {
      config: { access: 'tenant:manage' },
      schema: {
        tags,
        operationId: 'publishConsentText',
        summary: 'Publish the draft as the next version',
        description:
          'New sessions show it; sessions that exist keep the version that they were made with. Refused while a blank is left.',
        params: TextParams,
        response: { 200: TextAnswer, ...callerProblems('validation-error', 'not-found') },
      },
    },
    async (request) =>
      toText(await consentTexts.publish(callerOf(request), request.params.consentTextId, fromOf(request))),
  );

  app.get(
    '/:tenantId/v1/branding',
    {
      config: { access: 'members:manage' },
      schema: {
        tags,
        operationId: 'readBranding',
        summary: 'How the hosted pages look',
        params: TenantParams,
        response: { 200: BrandingAnswer, ...callerProblems() },
      },
    },
    async (request) => branding.read(callerOf(request).tenantId),
  );

  app.patch<{ Body: BrandingBody }>(
    '/:tenantId/v1/branding',
    {
      config: { access: 'tenant:manage' },
      bodyLimit: LOGO_LIMIT_BYTES,
      schema: {
        tags,
        operationId: 'changeBranding',
        summary: 'Change how the hosted pages look',
        description:
          'What is left out stays. Of a logo the pixels are kept and nothing else; a colour that cannot be read is darkened.',
        params: TenantParams,
        body: BrandingRequest,
        response: { 200: BrandingAnswer, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => {
      const { name, contact, colour, logo } = request.body;
      const to = {
        ...(name !== undefined && { name: name.trim() }),
        ...(contact !== undefined && { contact: contact.trim() }),
        ...(colour !== undefined && { colour }),
        ...(logo !== undefined && { logo: logo === null ? null : Buffer.from(logo, 'base64') }),
      };
      return branding.change(callerOf(request), to, fromOf(request));
    },
  );

  app.get(
    '/:tenantId/v1/branding/logo',
    {
      config: { access: 'members:manage' },
      schema: {
        tags,
        operationId: 'readLogo',
        summary: 'The logo of the hosted pages',
        params: TenantParams,
        produces: ['image/png'],
        response: {
          200: Type.String({ description: 'A PNG picture.', examples: ['…'] }),
          ...callerProblems('not-found'),
        },
      },
    },
    async (request, reply) => {
      const logo = await branding.readLogo(callerOf(request).tenantId);
      return reply.type('image/png').send(logo);
    },
  );
}

function toText(draft: ShownDraft) {
  const { id, name, locale, body, blanks, version, sha256, publishedAt, isPublished, updatedAt } = draft;
  return { id, name, locale, body, blanks, version, sha256, publishedAt, isPublished, updatedAt };
}
