// The clients, to be installed from the service that they call: each in its own file, and those that are packed (npm run sdk:pack, or a
// release) as packages. Public; read once, on the first request, and kept.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { type Document, documentOf, FOR_A_MINUTE, sendDocument } from '../../../html/document.ts';
import { VERSION } from '../../../settings/version.ts';
import { PAGE } from '../../page-answers.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** By name: where it is, and what it is. */
const FILES = new Map([
  ['browser.js', ['packages/sdk/src/browser.js', 'text/javascript; charset=utf-8']],
  ['Trefoil.php', ['packages/php/Trefoil.php', 'text/plain; charset=utf-8']],
  ['trefoil.py', ['packages/python/trefoil.py', 'text/plain; charset=utf-8']],
  ['trefoil-sdk.tgz', [`dist/sdk/trefoil-sdk-${VERSION}.tgz`, 'application/gzip']],
  [
    `trefoil-${VERSION}-py3-none-any.whl`,
    [`dist/sdk/trefoil-${VERSION}-py3-none-any.whl`, 'application/zip'],
  ],
]);

export function sdkRoutes(app: FastifyInstance, root: string = ROOT): void {
  const read = new Map<string, Document>();
  app.get<{ Params: { file: string } }>('/sdk/:file', PAGE, async (request, reply) => {
    const { file: name } = request.params;
    const [path, type] = FILES.get(name) ?? [];
    if (path === undefined || type === undefined)
      throw new Refusal('not-found', `Here are ${[...FILES.keys()].join(', ')}.`);
    const found = read.get(name) ?? documentIn(join(root, path), type);
    if (found === null)
      throw new Refusal(
        'not-found',
        'This service runs from the project, where the packages of the clients are made by: npm run sdk:pack',
      );
    read.set(name, found);
    // A page of another origin imports the device check.
    reply.header('access-control-allow-origin', '*');
    return sendDocument(request, reply, found, FOR_A_MINUTE);
  });
}

function documentIn(path: string, type: string): Document | null {
  return existsSync(path) ? documentOf(type, readFileSync(path)) : null;
}
