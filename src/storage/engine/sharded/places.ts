// Where a statement runs on a sharded database, read from its text: rule 2 of the README (the tenant is in every statement on a tenant's
// table) makes that possible. What the text does not say, the statement says itself (`Placed`).
import type { Statement } from '../connection/database.ts';
import { AT_HOME, SHARDED, TABLES_OF_FUNCTIONS } from './layout.ts';

type ShardPlace =
  /** On the coordinator. */
  | { at: 'home' }
  /** On the shard of one tenant, or of several that share one. */
  | { at: 'tenant'; tenantsOf: (values: unknown[]) => readonly string[] }
  /** On every shard, one after another. */
  | { at: 'all'; over: 'each' | 'all' | 'first' }
  /** It joins tables that are not on the same server. */
  | { at: 'nowhere'; tables: string[] };

const sharded: readonly string[] = SHARDED;
const atHome: readonly string[] = AT_HOME;

const places = new WeakMap<Statement, ShardPlace>();

export function placeOf(statement: Statement): ShardPlace {
  const known = places.get(statement);
  if (known !== undefined) return known;
  const place = findPlace(statement);
  places.set(statement, place);
  return place;
}

function findPlace({ text, placed = {} }: Statement): ShardPlace {
  const { tenantsOf } = placed;
  if (tenantsOf !== undefined) return { at: 'tenant', tenantsOf };
  const tables = tablesOf(text.replaceAll(/--.*$/gm, ''));
  if (placed.isAtHome || !tables.some((table) => sharded.includes(table))) return { at: 'home' };
  if (tables.some((table) => atHome.includes(table))) return { at: 'nowhere', tables };
  const parameter = tenantParameter(text);
  if (parameter === null) return { at: 'all', over: placed.over ?? 'each' };
  return { at: 'tenant', tenantsOf: (values) => listTenants(values[parameter - 1]) };
}

function tablesOf(text: string): string[] {
  const named = [
    ...text.matchAll(/\b(?:from|join|into|update|using)\s+([a-z_]+)\b|,\s*([a-z_]+)\s+[a-z]\b/g),
  ];
  const called = Object.keys(TABLES_OF_FUNCTIONS).filter((name) => text.includes(`${name}(`));
  const tables = new Set([
    ...named.map(([, first, second]) => first ?? second ?? ''),
    ...called.flatMap((name) => TABLES_OF_FUNCTIONS[name] ?? []),
  ]);
  return [...tables].filter((table) => sharded.includes(table) || atHome.includes(table));
}

/** The number of the parameter that names the tenant, or the tenants. */
function tenantParameter(text: string): number | null {
  const compared =
    /\btenant_id\s*=\s*\$(\d+)/.exec(text) ??
    /\btenants (?:\w+ )?(?:left join \w+ \w+ on [^$]*|join \w+ \w+ on [^$]*)?where (?:t\.)?id = \$(\d+)/.exec(
      text,
    ) ??
    /\binsert into \w+(?: as \w+)? \(\s*tenant_id\b[^)]*\)\s*(?:values \(|select )\$(\d+)/.exec(text) ??
    /\bwallet_thresholds\(\$(\d+)/.exec(text);
  if (compared !== null) return Number(compared[1]);
  const lists = /\bunnest\(((?:[^()]|\([^()]*\))*)\)\s+as \w+ \(([^)]*)\)/g;
  for (const [, given = '', columns = ''] of text.matchAll(lists)) {
    const at = columns.split(',').findIndex((column) => column.trim() === 'tenant_id');
    const parameters = [...given.matchAll(/\$(\d+)/g)];
    if (at !== -1 && parameters[at] !== undefined) return Number(parameters[at][1]);
  }
  return null;
}

function listTenants(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value;
  throw new Error('a statement of a tenant needs its tenant');
}
