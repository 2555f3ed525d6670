// What the hosted page shows of a tenant: consent texts and branding. Needs the scope `hosted:write`, which an owner gives.
import type { Operations } from './generated.ts';
import type { CallOptions, KeyedOptions } from './options.ts';
import type { Transport } from './transport.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Body<Id extends keyof Operations> = Operations[Id] extends { body: infer Given } ? Given : never;

export type Hosted = {
  /** Begins a draft. */
  createConsentText(
    body: Body<'createConsentText'>,
    options?: KeyedOptions,
  ): Promise<Answer<'createConsentText'>>;
  changeConsentText(
    consentTextId: string,
    body: Body<'changeConsentText'>,
    options?: CallOptions,
  ): Promise<Answer<'changeConsentText'>>;
  /** The draft becomes the version that new links show. */
  publishConsentText(consentTextId: string, options?: CallOptions): Promise<Answer<'publishConsentText'>>;
  branding(options?: CallOptions): Promise<Answer<'readBranding'>>;
  changeBranding(body: Body<'changeBranding'>, options?: CallOptions): Promise<Answer<'changeBranding'>>;
};

export function createHosted({ call }: Transport): Hosted {
  return {
    createConsentText: async (body, options) => (await call('createConsentText', { body }, options)).body,
    changeConsentText: async (consentTextId, body, options) =>
      (await call('changeConsentText', { path: { consentTextId }, body }, options)).body,
    publishConsentText: async (consentTextId, options) =>
      (await call('publishConsentText', { path: { consentTextId } }, options)).body,
    branding: async (options) => (await call('readBranding', {}, options)).body,
    changeBranding: async (body, options) => (await call('changeBranding', { body }, options)).body,
  };
}
