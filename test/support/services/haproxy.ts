// A real proxy before the service: haproxy, which streams bodies and gives a connection to the service to one client after another.
// HAPROXY_PATH, the machine's own, else Debian's package unpacked into .cache/haproxy. Where there is none, the caller gets the reason in
// words, and the test must print it.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { signal, spawnGuarded } from '../../../src/storage/engine/embedded/processes.ts';
import { dial } from '../http/dial.ts';
import { freePort } from '../http/ports.ts';
import { until } from '../processes.ts';
import { libraryFolders, runToEnd, unpackPackages } from '../runs/debian-packages.ts';

const CACHE = join(import.meta.dirname, '../../../.cache/haproxy');
const UNPACKED = join(CACHE, 'root/usr/sbin/haproxy');

export type Program = { file: string; env: Record<string, string> };
export type Running = { port: number; stop(): Promise<void> };

/** The program, fetched once; or the reason why there is none. */
export async function findHaproxy(): Promise<Program | { missing: string }> {
  try {
    const own = process.env.HAPROXY_PATH || ['/usr/sbin/haproxy'].find((file) => existsSync(file));
    if (own === undefined && !existsSync(UNPACKED)) await fetchPackage();
    const libraries = own === undefined ? await libraryFolders(join(CACHE, 'root')) : [];
    const program = { file: own ?? UNPACKED, env: { LD_LIBRARY_PATH: libraries.join(delimiter) } };
    await runToEnd(program.file, ['-v'], undefined, program.env);
    return program;
  } catch (error) {
    return { missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

async function fetchPackage(): Promise<void> {
  const folder = `${CACHE}.partial-${process.pid}`;
  await mkdir(folder, { recursive: true });
  try {
    const packages = { program: 'haproxy', size: 'about 2 MB' };
    await unpackPackages(packages, folder, (line) => void process.stderr.write(`${line}\n`));
    await mkdir(CACHE, { recursive: true });
    await rename(join(folder, 'root'), join(CACHE, 'root'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** On loopback; it calls the service from `from`, and names its client in X-Forwarded-For. */
export async function startHaproxy(program: Program, servicePort: number, from: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'tf-haproxy-'));
  const port = await freePort();
  const lines = [
    'global\n maxconn 8000',
    'defaults\n mode http\n timeout connect 5s\n timeout client 60s\n timeout server 60s',
    `frontend clients\n bind 127.0.0.1:${port}\n option forwardfor\n default_backend service`,
    // No second try: it would hide an answer that was lost.
    `backend service\n http-reuse always\n retries 0\n server one 127.0.0.1:${servicePort} source ${from}`,
  ];
  const settings = join(folder, 'haproxy.cfg');
  await writeFile(settings, `${lines.join('\n')}\n`);
  const env = { ...process.env, ...program.env };
  const child = spawnGuarded(program.file, ['-db', '-q', '-f', settings], {
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  child.unref();
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  const listens = (): Promise<boolean> => {
    if (hasEnded) throw new Error('haproxy did not start');
    return dial(port).then(
      (one) => {
        one.hangUp();
        return true;
      },
      () => false,
    );
  };
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) signal(child.pid, 'SIGKILL');
    await until('haproxy is gone', () => hasEnded);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('haproxy listens', listens, 15_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
