// The typeface of the console, of the sign-in and of the consumers' pages; browsers keep it for ever.
import type { FastifyInstance } from 'fastify';
import { FONT_FILES } from '../../html/font.ts';
import { PAGE } from '../page-answers.ts';

export function fontRoutes(app: FastifyInstance): void {
  for (const { path, bytes } of FONT_FILES) {
    app.get(path, PAGE, async (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    );
  }
}
