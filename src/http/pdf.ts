// A PDF as an answer, where the caller asks for one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asWritten, type Written } from './sent.ts';

export function wantsPdf(request: FastifyRequest): boolean {
  return /\bapplication\/pdf\b/i.test(request.headers.accept ?? '');
}

/** An attachment: a report is kept, not looked at in passing. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Uint8Array): Written {
  return asWritten(
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}.pdf"`)
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)),
  );
}
