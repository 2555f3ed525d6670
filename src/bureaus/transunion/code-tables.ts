// TransUnion's code tables, loaded by its look-up operation on the first search and refreshed once a day. A search never fails for
// lack of them: without tables its codes are read by the built-in lists.
import { apartFromSearch } from '../asking/call.ts';
import type { Call } from '../bureau.ts';
import { askSoap } from '../reading/soap.ts';
import { at, many, wireText } from '../reading/wire-values.ts';
import type { CodeTables } from './codes.ts';
import type { TransunionSettings } from './settings.ts';
import { LISTS, LOOKUP, NAMESPACE, toLookupRequest } from './wire.ts';

const CACHED_MS = 24 * 60 * 60 * 1000;
/** Backs off after a failure: retrying on every search would double the load on a bureau in trouble. */
const RETRY_MS = 60_000;
const ROWS_MAX = 20_000;

export function createCodeTables(needs: { call: Call; settings: TransunionSettings; nowMs: () => number }): {
  /** The cached tables at once, stale or not; otherwise those being loaded. Never rejects. */
  current(): Promise<CodeTables | null>;
} {
  let tables: CodeTables | null = null;
  let isDueAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<CodeTables | null> | null = null;

  async function load(): Promise<CodeTables | null> {
    isDueAtMs = needs.nowMs() + RETRY_MS;
    try {
      const loaded = await fetchTables(needs.call, needs.settings);
      isDueAtMs = needs.nowMs() + CACHED_MS;
      if (loaded.version !== tables?.version) tables = loaded;
    } catch {
      // Ignored: the search meets the same failure and reports it.
    } finally {
      loading = null;
    }
    return tables;
  }

  return {
    current() {
      // Shared by all waiting searches: it must not be aborted with the search that started it.
      if (loading === null && needs.nowMs() >= isDueAtMs) loading = apartFromSearch(load);
      return tables === null && loading !== null ? loading : Promise.resolve(tables);
    },
  };
}

async function fetchTables(call: Call, settings: TransunionSettings): Promise<CodeTables> {
  const tree = await askSoap({
    call,
    url: settings.TRANSUNION_URL ?? '',
    action: `${NAMESPACE}/${LOOKUP}`,
    envelope: toLookupRequest(settings),
    arrays: LISTS,
    outcomeOf: () => 'unavailable',
  });
  const result = at(tree, 'Envelope', 'Body', `${LOOKUP}Response`, 'LookupDataResult');
  const tables = new Map(
    many(result, 'table').map((table): [string, Map<string, string>] => [
      wireText(at(table, '@id'))?.toLowerCase() ?? '',
      new Map(many(table, 'row').slice(0, ROWS_MAX).flatMap(readRow)),
    ]),
  );
  if (tables.size === 0) throw new Error('no code tables in the reply');
  return { version: wireText(at(result, '@version')) ?? '', tables };
}

function readRow(row: unknown): [string, string][] {
  const code = wireText(at(row, '@value'));
  const description = wireText(at(row, '@desc'));
  return code === undefined || description === undefined ? [] : [[code, description]];
}
