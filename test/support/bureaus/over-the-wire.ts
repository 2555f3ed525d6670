// A bureau's adapter that speaks to its simulator in memory: what an invented person's file is after its journey over the wire.
import assert from 'node:assert/strict';
import type { Call } from '../../../src/bureaus/bureau.ts';
import type { RegisteredBureau } from '../../../src/bureaus/index.ts';
import type { Population } from '../../../src/bureaus/simulation/population/population.ts';
import type { BureauFile } from '../../../src/domain/reports/bureau-file.ts';
import { DEFAULT_BUREAU_SETTINGS } from './bureau-bench.ts';
import { consumerOf } from './invented-files.ts';

/** `find`: null where the bureau has no file on the person. */
export function readerOverTheWire(
  entry: RegisteredBureau,
  population: Population,
  nowMs: () => number,
  settings: object = {},
): (index: number) => Promise<BureauFile | null> {
  const simulator = entry.createSimulator({ people: population.bureau(entry.id), nowMs });
  const call: Call = async ({ url, method, headers, body = '' }) => {
    const lowered = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]),
    );
    const { pathname } = new URL(url);
    const reply = await simulator.handle({ method, path: pathname, headers: lowered, body });
    return { status: reply.status, headers: reply.headers, text: String(reply.body) };
  };
  const all = { ...DEFAULT_BUREAU_SETTINGS, ...entry.simulatedSettings('http://127.0.0.1'), ...settings };
  const adapter = entry.createAdapter({ settings: all, call, nowMs, onNotice: assert.fail });
  return async (index) => {
    const answer = await adapter.search({
      reportId: `report-${index}`,
      consumer: consumerOf(population.person(index), 0),
    });
    assert.ok(answer.status === 'ok' || answer.status === 'no-trace', answer.status);
    return answer.status === 'ok' ? answer.file : null;
  };
}
