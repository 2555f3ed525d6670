// The clients, to be installed from the service that they call: each in its own file, and those that are packed as packages. A release has
// them; a checkout packs them when one is first asked for, in a process of its own. Public; read once, on the first request, and kept.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { type Document, documentOf, FOR_A_MINUTE, once, sendDocument } from '../../../html/document.ts';
import { VERSION } from '../../../settings/version.ts';
import { PAGE } from '../../page-answers.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PACKED = 'dist/sdk';
const PACKING_MS_MAX = 60_000;
const run = promisify(execFile);

/** By name: where it is, and what it is. */
export const CLIENTS = new Map([
  ['trefoil-sdk.tgz', { path: `${PACKED}/trefoil-sdk-${VERSION}.tgz`, type: 'application/gzip' }],
  wheelNamed(`trefoil-${VERSION}-py3-none-any.whl`),
  ['trefoil.py', { path: 'packages/python/trefoil.py', type: 'text/plain; charset=utf-8' }],
  ['Trefoil.php', { path: 'packages/php/Trefoil.php', type: 'text/plain; charset=utf-8' }],
  ['browser.js', { path: 'packages/sdk/src/browser.js', type: 'text/javascript; charset=utf-8' }],
]);

export function sdkRoutes(app: FastifyInstance, root: string = ROOT): void {
  const read = new Map<string, Document>();
  const packed = once(() => packIn(root));
  app.get<{ Params: { file: string } }>('/sdk/:file', PAGE, async (request, reply) => {
    const { file: name } = request.params;
    const client = CLIENTS.get(name);
    if (client === undefined) throw new Refusal('not-found', `Here are ${[...CLIENTS.keys()].join(', ')}.`);
    const { path, type } = client;
    if (path.startsWith(PACKED)) await packed();
    const found = read.get(name) ?? documentIn(join(root, path), type);
    if (found === null)
      throw new Refusal(
        'not-found',
        'This service has not been given the packages of the clients. A release has them, and npm run sdk:pack makes them.',
      );
    read.set(name, found);
    // A page of another origin imports the device check.
    reply.header('access-control-allow-origin', '*');
    return sendDocument(request, reply, found, FOR_A_MINUTE);
  });
}

function wheelNamed(name: string): [string, { path: string; type: string }] {
  return [name, { path: `${PACKED}/${name}`, type: 'application/zip' }];
}

/** Once a process, where there are sources that are newer. Where it fails (no compiler, no npm, nothing may be written) what is there stays. */
async function packIn(root: string): Promise<void> {
  const script = join(root, 'scripts/pack-sdk.ts');
  const newest = (pattern: string): number =>
    Math.max(0, ...globSync(pattern, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs));
  if (!existsSync(script) || newest(`${PACKED}/*.tgz`) > newest('packages/*/{*.*,src/*}')) return;
  const options = { cwd: root, timeout: PACKING_MS_MAX };
  await run(process.execPath, [script, join(root, PACKED)], options).catch(() => undefined);
}

function documentIn(path: string, type: string): Document | null {
  return existsSync(path) ? documentOf(type, readFileSync(path)) : null;
}
