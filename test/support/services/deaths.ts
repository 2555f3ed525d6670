// A service that dies at a failpoint, in the middle of a request: a process that is killed, or a composed service of which no statement, no
// commit and no outbound call reaches anything from there on. Both leave the same behind; a process takes longer to start.
import assert from 'node:assert/strict';
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';
import { type House, openHouse } from '../house.ts';
import { endingOf } from '../processes.ts';
import { createProviderWorld } from '../worlds/provider-world.ts';
import { actIn, actOn, type Scene, type Stage } from './crash-scenes.ts';
import type { Fleet } from './fleet.ts';
import { type LiveFleet, startLive } from './live-fleet.ts';

export async function killAt(failpoint: string, scene: Scene, fleet: Fleet): Promise<void> {
  const victim = await fleet.start({ TEST_FAILPOINT: failpoint, DATABASE_POOL_SIZE: '2' });
  const first = await actOn(victim)(scene).catch(() => null);
  assert.equal(first, null, `it never came to ${failpoint}`);
  assert.equal((await victim.ended).code, null);
}

/** By its own timer, which may fire before anybody sees it ready. */
export async function killInClearUp(failpoint: string, fleet: LiveFleet): Promise<void> {
  const settings = { ...fleet.settings, TEST_FAILPOINT: failpoint, DATABASE_POOL_SIZE: '2' };
  assert.equal((await endingOf(await startLive(fleet.provider, settings))).code, null);
}

let deaths = 0;

/** Nobody hears its answer. */
export async function dieAt(failpoint: string, scene: Scene, stage: Stage): Promise<void> {
  // From an address of its own: what a dead service took of an address's requests is never given back.
  deaths += 1;
  const address = `198.51.100.${deaths}`;
  await dieDuring(failpoint, async (victim) => (await actIn(victim, address)(scene)).text, stage);
}

/** Failpoints are of the whole test process: nothing else may work in it meanwhile. */
export async function dieDuring(
  failpoint: string,
  work: (victim: House) => Promise<unknown>,
  { house, provider }: Stage,
): Promise<void> {
  const victim = await openHouse({}, house.database, createProviderWorld(provider.url));
  let isDead = false;
  armFailpoints((name) => {
    isDead ||= name === failpoint;
    if (isDead) throw new Error(`died ${failpoint}`);
  });
  try {
    const said = await work(victim).catch((error: unknown) => error);
    assert.ok(isDead, `it never came to ${failpoint}: ${said}`);
  } finally {
    // Closed while it is dead: what it kept to write later is lost.
    await victim.close().finally(() => armFailpoints(() => {}));
  }
}
