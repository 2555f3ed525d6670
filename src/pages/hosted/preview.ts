// The real pages for the eye of the tenant's people, before anybody has a link: drawn from words that nobody has saved. Nothing is stored,
// asked or charged; whoever shows one runs no script in it and sends no form.
import type { PreviewPage } from '../../domain/hosted/branding.ts';
import type { Brand } from '../../usecases/hosted/visit.ts';
import { colourPath, consumerAssets } from './assets.ts';
import { createFrame, type Scene } from './frame.ts';
import { consentPage, startPage, stoppedPage } from './pages.ts';

export function drawPreview(given: {
  page: PreviewPage;
  brand: Brand;
  /** Where the console has the logo. */
  logoUrl: string | null;
  /** Of a consent text, as it would be published. */
  body: string;
}): string {
  const { page, brand, logoUrl, body } = given;
  const { colours, logoSha256: _same, ...words } = brand;
  const scene: Scene = {
    base: '',
    brand: { ...words, logoUrl, colourUrl: colourPath(colours) },
    notice: null,
    outbox: null,
    state: 'created',
    isOver: false,
  };
  const draw = { show: createFrame({ ...consumerAssets().addresses, consumerJs: null }), scene };
  switch (page) {
    case 'start':
      return startPage(draw, { isOpen: false, isPreview: true }).text;
    case 'consent':
      return consentPage(draw, { version: 1, body, locale: 'en-GB', sha256: '' }).text;
    case 'problem':
      return stoppedPage(draw, 'service-problem', null).text;
  }
}
