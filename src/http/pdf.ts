// A PDF as an answer, where the caller asks for one.
import type { FastifyReply, FastifyRequest } from 'fastify';

export function wantsPdf(request: FastifyRequest): boolean {
  return /\bapplication\/pdf\b/i.test(request.headers.accept ?? '');
}

/** An attachment: a report is kept, not looked at in passing. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Uint8Array): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}
