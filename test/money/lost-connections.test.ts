// The database connection breaks on either side of every statement that money depends on: before it, and after its commit but before the
// acknowledgement. The process lives, answers 503, and the caller retries with the same key.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import type { ReportAnswer } from '../support/answers.ts';
import { openHouse } from '../support/house.ts';
import { assertTrueBooks } from '../support/ledger/true-books.ts';
import { after, before, test } from '../support/long.ts';
import {
  actIn,
  REFUSED_BY_GATEWAY,
  SCENES,
  type Scene,
  type SceneName,
  type Stage,
  untilDefinite,
} from '../support/services/crash-scenes.ts';
import { startProvider } from '../support/worlds/provider.ts';
import { createProviderWorld } from '../support/worlds/provider-world.ts';

let stage: Stage;
/** Of each scene, recorded before anything is broken: a failed write-behind is retried later, during another scene. */
const failpointsOf = new Map<SceneName, string[]>();
before(async () => {
  const provider = await startProvider();
  provider.gateway = ({ email }) => (email.startsWith(REFUSED_BY_GATEWAY) ? 'refused' : 'accepted');
  const house = await openHouse({}, undefined, createProviderWorld(provider.url));
  stage = { house, provider, act: actIn(house) };
  for (const name of Object.keys(SCENES) as SceneName[])
    failpointsOf.set(name, await statementsOf(await SCENES[name](stage)));
});
after(async () => {
  armFailpoints(() => {});
  await stage?.house.close();
  await stage?.provider.close();
});

describe('a request whose connection breaks in a statement is completed by a retry', () => {
  for (const name of Object.keys(SCENES) as SceneName[]) {
    test(`${name}: one effect, one answer and true books, whichever connection breaks`, async () => {
      const failpoints = failpointsOf.get(name) ?? [];
      assert.ok(failpoints.length >= 4, failpoints.join());
      for (const failpoint of failpoints) {
        const scene = await SCENES[name](stage);
        const first = await breakOnce(failpoint, () => stage.act(scene));
        assert.ok([200, 402, 409, 503].includes(first.status), `${failpoint}: ${first.text}`);
        const answer = await untilDefinite(stage.house, stage.act, scene, first);
        assert.ok([200, 402].includes(answer.status), `${failpoint}: ${answer.text}`);
        await assertTrueBooks(stage, scene, answer);
      }
    });
  }
});

/** Both sides of each statement of a request. */
async function statementsOf(scene: Scene): Promise<string[]> {
  const met = new Set<string>();
  armFailpoints((failpoint) => void met.add(failpoint));
  await stage.act(scene).finally(() => armFailpoints(() => {}));
  // Statements of timers and of write-behind queues may run at any time or not at all.
  const background =
    /world\.|rate-window|signing-keys|read-clock|record-hand-overs|insert-requests|note-credential-use|take-deliveries|notices|failing-endpoints|sweep-/;
  return [...met].filter((failpoint) => !background.test(failpoint));
}

async function breakOnce(failpoint: string, work: () => Promise<ReportAnswer>): Promise<ReportAnswer> {
  let isBroken = false;
  armFailpoints((name) => {
    if (name !== failpoint || isBroken) return;
    isBroken = true;
    throw Object.assign(new Error('the connection broke'), { code: '08006' });
  });
  const answer = await work().finally(() => armFailpoints(() => {}));
  assert.ok(isBroken, `it never came to ${failpoint}`);
  return answer;
}
