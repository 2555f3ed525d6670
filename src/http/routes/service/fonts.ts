// The typeface of the console and of the sign-in, which browsers keep for ever; and the icon that they ask for unasked.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { documentOf, FOR_A_DAY, FOR_GOOD, sendDocument } from '../../../html/document.ts';
import { FONT_FILES } from '../../../html/font.ts';
import { ICON_SVG } from '../../../html/icon.ts';
import { PAGE } from '../../page-answers.ts';

export function fontRoutes(app: FastifyInstance): void {
  const files = new Map(FONT_FILES.map(({ path, bytes }) => [path, documentOf('font/woff2', bytes)]));
  const icon = documentOf('image/svg+xml', ICON_SVG);
  app.get('/favicon.ico', PAGE, async (request, reply) => sendDocument(request, reply, icon, FOR_A_DAY));
  app.get<{ Params: { name: string } }>('/fonts/:name', PAGE, async (request, reply) => {
    const file = files.get(`/fonts/${request.params.name}`);
    if (file === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return sendDocument(request, reply, file, FOR_GOOD);
  });
}
