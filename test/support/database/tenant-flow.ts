// Whose rows a statement reaches, read from PostgreSQL's own plan of it: which tables it scans or writes, and what their tenant is compared
// with, on the way through joins, CTEs and lists. Nothing is taken from the text but the names of a list's columns, which no plan shows.

export type Plan = {
  'Node Type': string;
  Operation?: string;
  Alias?: string;
  'Relation Name'?: string;
  'Subplan Name'?: string;
  'CTE Name'?: string;
  'Function Call'?: string;
  Output?: string[];
  Plans?: Plan[];
};

export type Reached = {
  table: string;
  alias: string;
  /** Its tenant and all that must equal it: parameters ("$1") and columns ("r.tenant_id"), sorted. */
  same: string[];
};

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
];

export function readTenantFlow(
  plan: Plan,
  text: string,
  /** Where a new row has its tenant. */
  tenantColumnOf: (table: string) => number,
): { reached: Reached[]; told: string[][] } {
  const nodes = allNodes(plan);
  const named = new Map(
    nodes.flatMap((node) => (node['Subplan Name'] === undefined ? [] : [[node['Subplan Name'], node]])),
  );
  const classes = createClasses();
  // A hashed subplan's rows are only looked up: they are of whom they are looked up for, and not the other way round.
  const lookedUpFor = new Map<string, string>();
  for (const [, outer = '', subplan = '', column = ''] of withoutChildren(nodes).matchAll(
    /\(([\w.]+) = \(hashed (SubPlan \d+)\)\.col(\d+)\)/g,
  )) {
    const inner = named.get(subplan);
    lookedUpFor.set(plainOf(inner?.Output?.[Number(column) - 1] ?? '', inner?.Alias ?? ''), outer);
  }
  const sameAs = (one: string): string[] => {
    const same = classes.of(one);
    return [
      ...new Set([...same, ...same.flatMap((inner) => classes.of(lookedUpFor.get(inner) ?? inner))]),
    ].sort();
  };

  for (const node of nodes) {
    const { Alias: alias = '', 'CTE Name': cte, 'Function Call': call } = node;
    for (const key of CONDITIONS)
      for (const pair of equalitiesIn((node as Record<string, unknown>)[key])) classes.join(...pair);
    for (const [at, output] of (node.Output ?? []).entries())
      if (/^InitPlan /.test(node['Subplan Name'] ?? ''))
        classes.join(`(${node['Subplan Name']}).col${at + 1}`, plainOf(output, alias));
    if (call !== undefined) for (const pair of columnsOfList(alias, call, text)) classes.join(...pair);
    if (cte !== undefined || node['Node Type'] === 'Subquery Scan') {
      const inner = cte === undefined ? innerOf(node) : named.get(`CTE ${cte}`);
      for (const tenant of inner === undefined ? [] : tenantsOut(inner)) {
        classes.join(`${alias}.tenant_id`, tenant);
        if (tenant.startsWith('$')) classes.join(`${alias}.?column?`, tenant);
      }
    }
    if (node.Operation === 'Insert' && node['Relation Name'] !== undefined) {
      const rows = innerOf(node);
      for (const output of rows === undefined ? [] : rowsOut(rows)) {
        const given = output.list[tenantColumnOf(node['Relation Name'])] ?? '';
        classes.join(`${alias}.tenant_id`, plainOf(given, output.alias));
      }
    }
  }
  return {
    reached: nodes.flatMap(({ Alias: alias = '', 'Relation Name': table }) =>
      table === undefined
        ? []
        : [{ table, alias, same: sameAs(`${alias}.${table === 'tenants' ? 'id' : 'tenant_id'}`) }],
    ),
    // What is handed to functions as a tenant.
    told: [...withoutChildren(nodes).matchAll(/'tenantId'(?:::text)?, ([^,)]+)/g)].map(([, given = '']) =>
      classes.of(plainOf(given, '')),
    ),
  };
}

function allNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(allNodes)];
}

function withoutChildren(nodes: Plan[]): string {
  return JSON.stringify(nodes.map(({ Plans, ...node }) => node));
}

/** The child whose rows a node passes on. */
function innerOf(node: Plan): Plan | undefined {
  return node.Plans?.find((child) => !/^(?:InitPlan|SubPlan|CTE) /.test(child['Subplan Name'] ?? ''));
}

/** What the branches of a union, or a node without one, put out. */
function rowsOut(node: Plan): { list: string[]; alias: string }[] {
  if (/^(?:Append|Merge Append|Recursive Union|SetOp)$/.test(node['Node Type']))
    return (node.Plans ?? [])
      .filter((child) => !/^(?:InitPlan|SubPlan|CTE) /.test(child['Subplan Name'] ?? ''))
      .flatMap(rowsOut);
  const inner = innerOf(node);
  if (
    inner !== undefined &&
    /^(?:Limit|Sort|Unique|LockRows|Materialize|Incremental Sort)$/.test(node['Node Type'])
  )
    return rowsOut(inner);
  return node.Output === undefined ? [] : [{ list: node.Output, alias: node.Alias ?? '' }];
}

function tenantsOut(node: Plan): string[] {
  return rowsOut(node).flatMap(({ list, alias }) => {
    const plain = list.map((one) => plainOf(one, alias));
    const named = plain.filter((one) => one.endsWith('.tenant_id'));
    // A parameter has no name there; the tenant is the first column of all that is written so.
    return named.length > 0 ? named : plain.slice(0, 1).filter((one) => /^\$\d+$/.test(one));
  });
}

/** A column with its table, or a parameter; else the text as it is. */
function plainOf(expression: string, alias: string): string {
  let text = expression.trim().replaceAll('"', '');
  for (let shorter = text; ; text = shorter) {
    shorter = text.replace(/::uuid(?:\[\])?$/, '').replace(/^\(([^()]*|\(InitPlan \d+\)\.col\d+)\)$/, '$1');
    if (shorter === text) break;
  }
  return /^[a-z_]+$/.test(text) && alias !== '' ? `${alias}.${text}` : text;
}

/** Those that hold for every row: of conditions that are joined by "and". */
function equalitiesIn(condition: unknown): [string, string][] {
  if (typeof condition !== 'string') return [];
  return conjuncts(condition).flatMap((one): [string, string][] => {
    const [, left, right] =
      /^((?:"[^"]*"|[^\s"])+|\(InitPlan \d+\)\.col\d+) = (?:ANY \()?((?:"[^"]*"|[^\s"])+?|\(\$\d+\)\S*|\(InitPlan \d+\)\.col\d+)\)?$/.exec(
        one,
      ) ?? [];
    return left === undefined || right === undefined ? [] : [[plainOf(left, ''), plainOf(right, '')]];
  });
}

function conjuncts(condition: string): string[] {
  const text = unwrapped(condition);
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0 && text.startsWith(' AND ', at)) {
      parts.push(text.slice(start, at));
      start = at + 5;
    }
  }
  return parts.length === 0 ? [text] : [...parts, text.slice(start)].flatMap(conjuncts);
}

/** Without the brackets around all of it. */
function unwrapped(text: string): string {
  if (!text.startsWith('(')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1 ? unwrapped(text.slice(1, -1)) : text;
  }
  return text;
}

/** unnest($1, $2) as g (tenant_id, id): g.tenant_id is of $1. */
function columnsOfList(alias: string, call: string, text: string): [string, string][] {
  const [, json] = /^jsonb?_to_recordset\(\(?(\$\d+)/.exec(call) ?? [];
  if (json !== undefined) return [[`${alias}.tenantId`, json]];
  const given = [...call.matchAll(/unnest\(((?:\(InitPlan \d+\)\.col\d+|[^()])*)\)/g)].map(
    ([, one = '']) => one,
  );
  const lists = [...text.matchAll(/\)\s+as (\w+) \(([^)]*)\)/g)]
    .filter(([, name = '']) => alias === name || alias.startsWith(`${name}_`))
    .map(([, , columns = '']) => columns.split(',').map((column) => column.trim()))
    .filter((columns) => columns.length === given.length);
  return lists.flatMap((columns) =>
    columns.map((column, at): [string, string] => [`${alias}.${column}`, plainOf(given[at] ?? '', '')]),
  );
}

function createClasses() {
  const classOf = new Map<string, Set<string>>();
  const find = (one: string): Set<string> => classOf.get(one) ?? new Set([one]);
  return {
    join: (a: string, b: string): void => {
      const both = new Set([...find(a), ...find(b)]);
      for (const one of both) classOf.set(one, both);
    },
    of: (one: string): string[] => [...find(one)].sort(),
  };
}
