// The typeface of the console, of the sign-in and of the consumers' pages; browsers keep it for ever.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { FONT_FILES } from '../../html/font.ts';
import { PAGE } from '../page-answers.ts';

export function fontRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/fonts/:name', PAGE, async (request, reply) => {
    const file = FONT_FILES.find(({ path }) => path === `/fonts/${request.params.name}`);
    if (file === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(file.bytes);
  });
}
