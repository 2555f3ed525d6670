// How far a listener has read the feed, on disk: written after each event that was taken, so that a restart goes on with the next one. Each
// pair of tenant and address has a place of its own, and one listener at a time.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig, Context } from '../../config/client-config.ts';
import { SECRET_PREFIX } from '../../usecases/webhooks/signatures.ts';
import { CommandFailed } from '../command.ts';
import { readPrivate, writePrivate } from './private-files.ts';

/** In place of an event: behind everything that has happened when the service first answers. */
export const LATEST = 'latest';

/** Behind this event; null is before the oldest. */
export type Position = { after: string | null };

export type FeedPlace = {
  /** Null where nobody has listened before. */
  read(): Position | null;
  write(position: Position): void;
  /** Lets another listener have it. */
  free(): void;
};

export function openPlace(config: ClientConfig, { baseUrl, tenantId }: Context, target: string): FeedPlace {
  const name = createHash('sha256').update([baseUrl, tenantId, target].join('\n')).digest('hex').slice(0, 24);
  const file = join(config.folder, `listen-${name}.json`);
  const read = (): Position | null => readPrivate(file) as Position | null;
  // The folder may not be there yet.
  if (read() === null) secretOf(config, { baseUrl, tenantId });
  const lock = `${file}.lock`;
  takeLock(lock);
  return {
    read,
    write: (position) => writePrivate(file, position),
    free: () => rmSync(lock, { force: true }),
  };
}

/** The secret that this machine signs with for a tenant: made once, so that a handler keeps working over restarts. */
export function secretOf(
  config: ClientConfig,
  { baseUrl, tenantId }: Pick<Context, 'baseUrl' | 'tenantId'>,
): string {
  const file = join(config.folder, 'listen-secrets.json');
  const kept = (readPrivate(file) ?? {}) as Record<string, string>;
  const name = `${baseUrl} ${tenantId}`;
  const secret = kept[name] ?? `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
  if (kept[name] === undefined) writePrivate(file, { ...kept, [name]: secret });
  return secret;
}

function takeLock(lock: string): void {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch {
      const owner = ownerOf(lock);
      if (owner !== null)
        throw new CommandFailed(
          `Process ${owner} listens for this tenant and address already: two would deliver everything twice. End it first.`,
        );
      // Its process was killed.
      rmSync(lock, { force: true });
    }
  }
  throw new CommandFailed(`${lock} cannot be written. Make its folder yours, or set XDG_CONFIG_HOME.`);
}

/** The process that holds a lock; null when it is gone. */
function ownerOf(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM' ? 0 : null;
  }
}
