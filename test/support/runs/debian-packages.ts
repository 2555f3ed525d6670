// Debian packages for tests, unpacked into a folder: nothing is installed on the system. They come from the sources that this
// machine has, with what it lacks of their dependencies.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Say = (line: string) => void;

const FETCH_MS_MAX = 600_000;

/** Into `folder/root`. Answers the folders of its libraries, for LD_LIBRARY_PATH; throws when they cannot be had. */
export async function unpackPackages(
  { program, more = [], size }: { program: string; more?: string[]; size: string },
  folder: string,
  say: Say,
): Promise<string[]> {
  if (!existsSync('/usr/bin/apt-get')) throw new Error('there is no apt-get here.');
  say(`Fetching Debian's ${program} into the cache, ${size}, once.`);
  const debs = join(folder, 'debs');
  await mkdir(debs);
  const quiet = ['-qq', '-o', 'APT::Sandbox::User=root'];
  try {
    await download(program, more, debs, quiet);
  } catch {
    // The machine's package lists are missing or out of date: fresh ones in a folder of our own need no root. A source
    // that does not answer fails the update as a whole, so only the download shows whether it worked.
    say("This machine's package lists are missing or out of date: fetching fresh ones into the cache.");
    const lists = join(folder, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    const fresh = [...quiet, '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${lists}`];
    await runToEnd('apt-get', [...fresh, 'update']).catch(() => {});
    await download(program, more, debs, fresh);
    await rm(lists, { recursive: true });
  }
  const root = join(folder, 'root');
  for (const deb of await readdir(debs)) await runToEnd('dpkg-deb', ['-x', join(debs, deb), root]);
  await rm(debs, { recursive: true });
  return libraryFolders(root);
}

export async function libraryFolders(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const libraries = files.filter(({ name }) => /\.so(\.|$)/.test(name));
  return [...new Set(libraries.map(({ parentPath }) => parentPath))];
}

/** Bounded in time; answers what the command printed. */
export async function runToEnd(
  command: string,
  args: string[],
  cwd?: string,
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, LC_ALL: 'C', ...env },
    timeout: FETCH_MS_MAX,
    maxBuffer: 2 ** 26,
  };
  return (await promisify(execFile)(command, args, options)).stdout;
}

async function download(program: string, more: string[], debs: string, options: string[]): Promise<void> {
  const install = ['--simulate', '--no-install-recommends', 'install', program];
  const plan = await runToEnd('apt-get', [...options, ...install]);
  // The C library must be the one whose loader starts the program: a second one beside it crashes.
  const lacking = [...plan.matchAll(/^Inst (?!libc6\b)(\S+)/gm)].map((line) => line[1]!);
  await runToEnd('apt-get', [...options, 'download', ...new Set([...lacking, ...more])], debs);
}
