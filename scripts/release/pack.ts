// npm pack, which gives every file the same time and sorts them: the same files make the same bytes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** The tarball's path. */
export async function pack(stage: string, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', stage, '--json', '--pack-destination', folder], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename.replace('@', '').replace('/', '-'));
}
