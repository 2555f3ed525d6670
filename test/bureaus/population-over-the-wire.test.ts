// The invented population over every bureau's wire: a file round-trips whole, whatever codes and spellings it travels in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, CallFailed } from '../../src/bureaus/bureau.ts';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import type { UkAddress } from '../../src/domain/reports/consumer.ts';
import { DEFAULT_BUREAU_SETTINGS } from '../support/bureaus/bureau-bench.ts';
import { assertIsBureauFile } from '../support/bureaus/bureau-file-check.ts';
import { consumerOf } from '../support/bureaus/invented-files.ts';
import { MADE_UP } from '../support/bureaus/made-up-bureau.ts';
import { historyOnWire } from '../support/bureaus/neutral-history.ts';
import { TRIED_BUREAUS } from '../support/bureaus/tried-bureaus.ts';

const SEED = 'over the wire';
const PEOPLE = 200;
const nowMs = (): number => Date.UTC(2026, 10, 15, 6);
const population = createPopulation({
  seed: SEED,
  today: '2026-11-15',
  bureaus: [...BUREAUS, MADE_UP],
  hasHabits: false,
});

for (const { name, entry } of [...TRIED_BUREAUS, { name: 'a made-up bureau', entry: MADE_UP }]) {
  test(`${name}: ${PEOPLE} people, every account, search and home of each (seed "${SEED}")`, async () => {
    const simulator = entry.createSimulator({ people: population.bureau(entry.id), nowMs });
    const call: Call = async ({ url, method, headers, body = '' }) => {
      const lowered = Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]),
      );
      const { pathname } = new URL(url);
      const reply = await simulator.handle({ method, path: pathname, headers: lowered, body });
      return { status: reply.status, headers: reply.headers, text: String(reply.body) };
    };
    const settings = { ...DEFAULT_BUREAU_SETTINGS, ...entry.simulatedSettings('http://127.0.0.1') };
    const adapter = entry.createAdapter({ settings, call, nowMs, onNotice: assert.fail });
    for (let index = 0; index < PEOPLE; index += 1) {
      const person = population.person(index);
      const held = population.file(entry.id, index);
      const answer = await adapter
        .search({
          reportId: `report-${index}`,
          consumer: consumerOf(person, index % person.addresses.length),
        })
        .catch((error: unknown) => assert.fail(error instanceof CallFailed ? error.message : String(error)));
      if (held === null || answer.status !== 'ok') {
        assert.deepEqual([held, answer.status], [null, 'no-trace'], `person ${index}`);
        continue;
      }
      const { file } = answer;
      assertIsBureauFile(file, entry.id);
      const about = `person ${index}`;
      assert.deepEqual(
        file.accounts.map(({ accountType }) => accountType).sort(),
        held.accounts.map(({ type }) => type).sort(),
        about,
      );
      assert.deepEqual(
        file.accounts.map(({ history }) => JSON.stringify(history)).sort(),
        held.accounts.map((account) => JSON.stringify(historyOnWire(entry.id, account))).sort(),
        about,
      );
      assert.deepEqual(
        file.searches.map(({ date }) => date.slice(0, 10)).sort(),
        held.searches.map(({ at }) => at.slice(0, 10)).sort(),
        about,
      );
      assert.deepEqual(
        file.residencies.map(({ address }) => doorOf(address)).sort(),
        held.person.addresses.map(({ address }) => doorOf(address)).sort(),
        about,
      );
      const current = file.residencies
        .filter(({ isCurrent }) => isCurrent)
        .map(({ address }) => doorOf(address));
      assert.deepEqual(
        current,
        held.person.addresses.slice(0, 1).map(({ address }) => doorOf(address)),
        about,
      );
    }
  });
}

function doorOf({ subBuildingName, buildingName, buildingNumber, postcode }: UkAddress): string {
  return [subBuildingName, buildingName, buildingNumber, postcode].join('|');
}
