// A sandbox says so: a bar on every page, whoever made the page, and a line in the health. One style sheet of its own, because each kind of
// page has another one.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const STYLE_PATH = '/sandbox.css';
const STYLE = `.sandbox-notice {
  position: fixed; inset: auto 0 0 0; z-index: 1000; margin: 0; padding: 0.35rem 1rem;
  background: #ffd23f; color: #1b1b1b; font: 600 0.875rem/1.4 system-ui, sans-serif; text-align: center; pointer-events: none;
}
body:has(.sandbox-notice) { padding-bottom: 2.5rem; }
`;
const NOTICE =
  '<p class="sandbox-notice" role="note">Sandbox: nothing here is real. No bureau is asked, no phone gets a text. Never enter a real person.</p>';

export function markSandbox(app: FastifyInstance): void {
  app.get(STYLE_PATH, { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE),
  );
  app.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!type.startsWith('text/html')) return payload;
    if (typeof payload === 'string') return marked(payload);
    return Buffer.isBuffer(payload) ? marked(await textOf(reply, payload)) : payload;
  });
}

/** Of a page that was made once and may be compressed: here it is sent plain. */
async function textOf(reply: FastifyReply, bytes: Buffer): Promise<string> {
  if (reply.getHeader('content-encoding') !== 'gzip') return bytes.toString();
  reply.removeHeader('content-encoding');
  return (await promisify(gunzip)(bytes)).toString();
}

function marked(page: string): string {
  return page
    .replace('</head>', `<link rel="stylesheet" href="${STYLE_PATH}"></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${NOTICE}`);
}
