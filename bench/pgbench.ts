// pgbench as the upper bound: the same rows and statements, sent by PostgreSQL's own load generator. Debian's client package has it; where it
// is missing its lines are left out, with a warning.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export function findPgbench(): string | null {
  const places = ['pgbench', ...[18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin/pgbench`)];
  for (const place of places) {
    try {
      execFileSync(place, ['--version'], { stdio: 'ignore' });
      return place;
    } catch {} // Not here: try the next path.
  }
  return null;
}

export async function runPgbench(options: {
  program: string;
  databaseUrl: string;
  script: string;
  clients: number;
  seconds: number;
}): Promise<number> {
  const file = join(mkdtempSync(join(tmpdir(), 'tf-bench-')), 'script.sql');
  writeFileSync(file, options.script);
  const { host, user, database } = fromUrl(options.databaseUrl);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${options.clients}`,
    '-j',
    '2',
    '-T',
    `${options.seconds}`,
    '-f',
    file,
  ];
  const { stdout } = await promisify(execFile)(options.program, [...args, '-h', host, '-U', user, database]);
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed: ${stdout}`);
  return Number(tps);
}

function fromUrl(databaseUrl: string): { host: string; user: string; database: string } {
  const url = new URL(databaseUrl);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    user: decodeURIComponent(url.username),
    database: url.pathname.slice(1),
  };
}
