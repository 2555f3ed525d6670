// The CPU time of every GET that anybody can send, in all threads of the service: none may cost more than 3 ms, or a flood from a few addresses
// keeps everybody waiting. The list is the table of routes (test/security/route-rows.ts, which a test keeps complete), so a new route is in
// it; ids are made up, as a stranger would, and names of files are those that the pages name.
import { PAGES } from '../src/http/manual/contents.ts';
import { TABLE } from '../test/security/route-rows.ts';
import { percentileOf } from './arrivals.ts';
import type { Bench } from './bench.ts';
import type { Spent } from './server.ts';

const CPU_MS_MAX = 3;
const BLOCKS = 3;
const REQUESTS = 20;
/** Before they are counted: what is made once is made, and the code is compiled, as it is in a flood. */
const WARM_REQUESTS = 60;
const PATH_SHOWN_MAX = 80;
const NOBODY_IS = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99';

/** Of a pattern with a name in it, and of one with a query: what a stranger would ask for. */
const EXAMPLES: Record<string, (named: Named) => string[]> = {
  '/docs/:page': () => [
    ...PAGES.flatMap(({ slug }) => [`/docs/${slug}`, `/docs/${slug}.md`]),
    ...['/docs/trefoil.postman_collection.json', '/docs/none'],
  ],
  '/docs/search': () => ['/docs/search', '/docs/search?q=e', '/docs/search?q=a+e+i+o+u+s+t+r'],
  '/docs/assets/:name': (named) => named('/docs/start', '/docs/assets/'),
  '/fonts/:name': (named) => named('/app', '/fonts/'),
  '/app/assets/:name': (named) => named('/app', '/app/assets/'),
  '/c/assets/:name': (named) => named('/c/none', '/c/assets/'),
  '/v1/oauth/authorize': (named) => named('/v1/auth/login', '/v1/oauth/'),
  '/openapi.json': () => ['/openapi.json', `/openapi.json?tenantId=${NOBODY_IS}`],
  '/.well-known/webhook-keys.json': () => [`/.well-known/webhook-keys.json?tenantId=${NOBODY_IS}`],
};
/** The addresses below `folder` that a page names. */
type Named = (page: string, folder: string) => string[];

export async function publicTable(bench: Bench): Promise<string> {
  const order = bench.serviceOrder('service', '', {
    RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000',
    METRICS_TOKEN: 'not-for-strangers',
  });
  const { answer, ask } = await bench.startProcess<{ port: number }>('server.ts', order);
  const get = async (path: string): Promise<Response> => {
    const url = `http://127.0.0.1:${answer.port}${path}`;
    const got = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html,*/*' } });
    if (got.status >= 500 || got.status === 429) throw new Error(`${path} answered ${got.status}`);
    return got;
  };
  const pages = new Map<string, string>();
  pages.set('/v1/auth/login', (await get('/v1/auth/login')).headers.get('location') ?? '');
  const named =
    (text: Map<string, string>): Named =>
    (page, folder) => [
      ...new Set((text.get(page) ?? '').match(new RegExp(`${folder}[\\w.?&=%-]+`, 'g')) ?? []),
    ];
  for (const page of ['/docs/start', '/app', '/c/none']) pages.set(page, await (await get(page)).text());

  const rows: { path: string; status: number; cpuMs: number; kb: number }[] = [];
  for (const pattern of publicPatterns()) {
    for (const path of EXAMPLES[pattern]?.(named(pages)) ?? [pattern.replaceAll(/:\w+/g, NOBODY_IS)]) {
      const { status } = await get(path);
      const kb = (await (await get(path)).arrayBuffer()).byteLength / 1024;
      const blocksMs: number[] = [];
      for (let count = 0; count < WARM_REQUESTS; count += 1) await (await get(path)).arrayBuffer();
      for (let block = 0; block < BLOCKS; block += 1) {
        const before = await ask<Spent>({});
        for (let count = 0; count < REQUESTS; count += 1) await (await get(path)).arrayBuffer();
        const after = await ask<Spent>({});
        blocksMs.push((after.cpuMs - before.cpuMs) / REQUESTS);
      }
      rows.push({
        path: path.slice(0, PATH_SHOWN_MAX),
        status,
        kb,
        cpuMs: percentileOf(blocksMs, 0.5),
      });
    }
  }
  rows.sort((a, b) => b.cpuMs - a.cpuMs);
  const slow = rows.filter(({ cpuMs }) => cpuMs > CPU_MS_MAX);
  if (slow.length > 0) process.exitCode = 1;
  const shown = rows.slice(0, Math.max(slow.length, 12));
  return [
    `${rows.length} addresses that anybody can read, the median of ${BLOCKS} blocks of ${REQUESTS} requests; ${slow.length} of them cost more than they may. The dearest:`,
    '',
    '| GET | answer | size | CPU, all threads | limit |',
    '|---|---:|---:|---:|---:|',
    ...shown.map(
      ({ path, status, kb, cpuMs }) =>
        `| \`${path}\` | ${status} | ${kb.toFixed(0)} KB | ${cpuMs.toFixed(2)} ms | ≤ ${CPU_MS_MAX} ms |`,
    ),
  ].join('\n');
}

/** Those that nobody needs a token for. */
function publicPatterns(): string[] {
  return Object.entries(TABLE)
    .filter(([row, { nobody }]) => row.startsWith('GET ') && nobody !== 401)
    .map(([row]) => row.slice('GET '.length));
}
