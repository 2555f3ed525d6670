// Compresses every text answer of a kilobyte and more, last of all that is done to it: what is kept of an answer is plain.
//
// BREACH: whoever can make a browser ask us with its cookies, can put text of their own beside a secret, and sees the length of the
// answer, guesses the secret letter by letter. Other sites cannot send our tokens, only cookies; so an answer to a cookie is compressed
// only where the browser says that our own page asked for it, or its user.
import { gzip } from 'node:zlib';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { COMPRESSED_FROM_BYTES, takesGzip } from '../../html/document.ts';

const TEXT = /^(text\/(?!event-stream)|application\/(json|problem\+json|javascript|xml)|image\/svg\+xml)/;
/** A third of the time of the best level, and a few percent longer. */
const LEVEL = 4;

export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || payload.length < COMPRESSED_FROM_BYTES || reply.hasHeader('content-encoding'))
    return done(null, payload);
  if (!TEXT.test(String(reply.getHeader('content-type') ?? ''))) return done(null, payload);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  if (!takesGzip(request.headers['accept-encoding']) || !isOwn(request)) return done(null, payload);
  gzip(payload, { level: LEVEL }, (error, bytes) => {
    if (error !== null) return done(null, payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    done(null, bytes);
  });
};

function isOwn({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  return headers.cookie === undefined || from === 'same-origin' || from === 'none';
}
