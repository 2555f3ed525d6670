// The typeface of the console, of the sign-in and of the consumers' pages; browsers keep it for ever.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { documentOf, FOR_GOOD, sendDocument } from '../../../html/document.ts';
import { FONT_FILES } from '../../../html/font.ts';
import { PAGE } from '../../page-answers.ts';

export function fontRoutes(app: FastifyInstance): void {
  const files = new Map(FONT_FILES.map(({ path, bytes }) => [path, documentOf('font/woff2', bytes)]));
  app.get<{ Params: { name: string } }>('/fonts/:name', PAGE, async (request, reply) => {
    const file = files.get(`/fonts/${request.params.name}`);
    if (file === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return sendDocument(request, reply, file, FOR_GOOD);
  });
}
