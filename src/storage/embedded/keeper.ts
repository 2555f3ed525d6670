// Keeps the server up while the service lives. The session that holds the service's lock is also the alarm: when it
// breaks, the server is looked for, started again if need be, and the lock taken again, until that works or stop().
//
//   up -> lost       the session broke, or the socket is gone from the temporary folder
//   lost -> up       server found or started, lock held
//   lost -> lost     did not work: again in a second
//   any -> stopped   stop()
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdLock } from './connection.ts';
import { inWords } from './fault.ts';
import { HEARTBEAT_MS, type Ownership } from './ownership.ts';
import { readPidFile } from './pid-file.ts';
import type { Place, Running } from './postmaster.ts';
import { stopPostmaster } from './processes.ts';
import { boundLog } from './server-log.ts';
import { removeSocketFolder, socketFile } from './socket-folder.ts';
import { endWatcher, ensureWatcher } from './watcher.ts';

const RETRY_MS = 1_000;

export type KeeperNeeds = {
  place: Place;
  ownership: Ownership;
  graceSeconds: number;
  /** Finds or starts the server, with its socket where the service's pools look for it. */
  bringUp(): Promise<Running & { adopted: boolean }>;
};

export class Keeper {
  readonly #needs: KeeperNeeds;
  readonly #ending = new AbortController();
  readonly #round: NodeJS.Timeout;
  #running: Running;
  #lock: { release(): void } | undefined;
  #lost = false;
  #restoring: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  static async start(needs: KeeperNeeds, running: Running): Promise<Keeper> {
    const keeper = new Keeper(needs, running);
    try {
      await keeper.#takeLock();
      return keeper;
    } catch (error) {
      clearInterval(keeper.#round);
      throw error;
    }
  }

  private constructor(needs: KeeperNeeds, running: Running) {
    this.#needs = needs;
    this.#running = running;
    this.#round = setInterval(() => this.#lookRound(), HEARTBEAT_MS);
    this.#round.unref();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #takeLock(): Promise<void> {
    const { socketDir } = this.#running;
    this.#lock = await holdLock(socketDir, this.#needs.place.dataDir, () => this.#alarm());
  }

  #alarm(): void {
    this.#lost = true;
    if (!this.#ending.signal.aborted) this.#restoring ??= this.#restore();
  }

  async #restore(): Promise<void> {
    const { place, bringUp } = this.#needs;
    let complained = false;
    while (this.#lost && !this.#ending.signal.aborted) {
      // Cleared first: an alarm that comes while the lock is being taken again must not be forgotten.
      this.#lost = false;
      try {
        this.#lock?.release();
        const found = await bringUp();
        this.#running = found;
        await this.#takeLock();
        place.say(
          `The database server had stopped answering; it ${found.adopted ? 'is back' : 'was started again'}.`,
        );
      } catch (error) {
        this.#lost = true;
        if (!complained && !this.#ending.signal.aborted) {
          const reason = inWords(error, place.dataDir).message;
          place.say(`The database server has stopped; trying to start it every second. ${reason}`);
        }
        complained = true;
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {});
      }
    }
    this.#restoring = undefined;
  }

  #lookRound(): void {
    const { place, ownership, graceSeconds } = this.#needs;
    try {
      ownership.heartbeat();
      ensureWatcher(place.dataDir, place.cluster, graceSeconds);
      boundLog(place.dataDir);
      if (!this.#restoring && !existsSync(socketFile(this.#running.socketDir))) this.#alarm();
    } catch {} // A full or vanished disk: the service's own statements will say so, and better.
  }

  async #stop(): Promise<void> {
    const { place, ownership } = this.#needs;
    this.#ending.abort();
    clearInterval(this.#round);
    this.#lock?.release();
    // A repair under way may be starting a server just now, and would wait for it to recover: until that has given up,
    // whatever it starts is stopped.
    for (; this.#restoring; await sleep(20)) await this.#stopServers();
    this.#lock?.release();
    await this.#stopServers();
    removeSocketFolder(this.#running.socketDir);
    endWatcher(place.dataDir);
    ownership.release();
  }

  async #stopServers(): Promise<void> {
    const { cluster } = this.#needs.place;
    const pids = new Set([this.#running.pid, readPidFile(cluster)?.pid ?? this.#running.pid]);
    for (const pid of pids) await stopPostmaster(pid, cluster);
  }
}
