// The OpenAPI document for programs: without the operations that only a person who signed in may call, and without what they alone
// refer to. An integrator's generator then makes half as much.
type Json = { [name: string]: unknown };
type Operation = Json & { security?: Record<string, unknown>[]; tags?: string[] };

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);
const SESSION = 'session';

export function forPrograms(document: Json): Json {
  const paths = Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) => {
    const kept = Object.entries(item).flatMap(([name, value]) => {
      if (!METHODS.has(name)) return [[name, value] as const];
      const operation = withoutSession(value as Operation);
      return operation === null ? [] : [[name, operation] as const];
    });
    return kept.some(([name]) => METHODS.has(name)) ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  const rest = { ...document, paths: Object.fromEntries(paths) };
  const tags = new Set(
    paths.flatMap(([, item]) => Object.values(item)).flatMap((one) => (one as Operation).tags ?? []),
  );
  return {
    ...rest,
    tags: (document.tags as { name: string }[]).filter(({ name }) => tags.has(name)),
    components: usedOf(rest, document.components as Record<string, Json>),
  };
}

/** Null where a session is the only way in. */
function withoutSession(operation: Operation): Operation | null {
  const { security } = operation;
  if (security === undefined || security.length === 0) return operation;
  const ways = security.filter((way) => !Object.hasOwn(way, SESSION));
  return ways.length === 0 ? null : { ...operation, security: ways };
}

/** The components that are referred to, from the paths or from one another. */
function usedOf(document: Json, components: Record<string, Json>): Json {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(components[kind]?.[name] ?? null);
    }
  };
  follow({ paths: document.paths, webhooks: document.webhooks });
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(
        Object.entries(named).filter(([name]) =>
          kind === 'securitySchemes' ? name !== SESSION : used.has(`${kind}/${name}`),
        ),
      ),
    ]),
  );
}
