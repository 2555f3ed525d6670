// What would break a client that was written against an older OpenAPI document: a sentence for each change. More operations, more answers'
// fields, more optional fields of requests and more values in answers are not among them (docs/versioning.md).

// biome-ignore lint/suspicious/noExplicitAny: documents are plain JSON of every shape
type Json = any;
/** Where a schema is used: what clients send, or what they get. */
type Way = 'request' | 'answer';

export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = [];
  const compare = new Comparison(before, after, found);
  for (const [path, item] of Object.entries<Json>(before.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const now = after.paths[path]?.[method];
      const name = operation.operationId;
      if (now === undefined) found.push(`${name}: ${method.toUpperCase()} ${path} is gone`);
      else compare.operations(name, operation, now);
    }
  }
  for (const [type, item] of Object.entries<Json>(before.webhooks ?? {})) {
    const now = after.webhooks?.[type];
    if (now === undefined) found.push(`event ${type} is gone`);
    else compare.contents(`event ${type}`, item.post.requestBody, now.post.requestBody, 'answer');
  }
  return [...new Set(found)];
}

class Comparison {
  readonly #before: Json;
  readonly #after: Json;
  readonly #found: string[];
  /** Pairs of references that were compared; schemas may contain themselves. */
  readonly #seen = new Set<string>();

  constructor(before: Json, after: Json, found: string[]) {
    this.#before = before;
    this.#after = after;
    this.#found = found;
  }

  operations(name: string, before: Json, after: Json): void {
    if (before.operationId !== after.operationId) this.#say(name, `is called ${after.operationId}`);
    this.#security(name, before.security, after.security);
    this.#parameters(name, before.parameters ?? [], after.parameters ?? []);
    if (after.requestBody?.required && before.requestBody === undefined) this.#say(name, 'needs a body');
    else this.contents(`${name} body`, before.requestBody, after.requestBody, 'request');
    for (const [status, response] of Object.entries<Json>(before.responses)) {
      if (!/^[23]/.test(status)) continue;
      const now = after.responses[status];
      if (now === undefined) this.#say(name, `no longer answers ${status}`);
      else this.contents(`${name} ${status}`, this.#old(response), this.#new(now), 'answer');
    }
  }

  contents(at: string, before: Json, after: Json, way: Way): void {
    for (const [type, { schema }] of Object.entries<Json>(before?.content ?? {})) {
      const now = after?.content?.[type];
      if (now === undefined) this.#say(at, `is no longer ${type}`);
      else this.#schemas(at, schema, now.schema, way);
    }
  }

  #security(name: string, before: Json[], after: Json[]): void {
    for (const way of before) {
      const kept = after.some((one) =>
        Object.entries<string[]>(one).every(
          ([scheme, scopes]) => scopes.every((scope) => way[scheme]?.includes(scope)) && scheme in way,
        ),
      );
      if (!kept) this.#say(name, `is no longer open to ${JSON.stringify(way)}`);
    }
    if (before.length === 0 && after.length > 0) this.#say(name, 'needs a token');
  }

  #parameters(name: string, before: Json[], after: Json[]): void {
    const find = (list: Json[], one: Json): Json =>
      list.find((other) => other.name === one.name && other.in === one.in);
    for (const one of before) {
      const now = find(after, one);
      if (now === undefined) this.#say(name, `no longer takes ${one.in} ${one.name}`);
      else this.#schemas(`${name} ${one.name}`, one.schema, now.schema, 'request');
      if (now?.required && !one.required) this.#say(name, `needs ${one.in} ${one.name}`);
    }
    for (const one of after)
      if (one.required && find(before, one) === undefined) this.#say(name, `needs ${one.in} ${one.name}`);
  }

  #schemas(at: string, before: Json, after: Json, way: Way): void {
    const pair = `${way} ${before?.$ref} ${after?.$ref}`;
    if (before?.$ref !== undefined && after?.$ref !== undefined) {
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    const [old, now] = [this.#old(before), this.#new(after)];
    const name = old.title ?? at;
    this.#types(name, old, now, way);
    this.#values(name, old, now, way);
    if (way === 'request') this.#bounds(name, old, now);
    this.#choices(name, old, now, way);
    if (old.items !== undefined && now.items !== undefined)
      this.#schemas(`${name}[]`, old.items, now.items, way);
    this.#fields(name, old, now, way);
  }

  #types(name: string, old: Json, now: Json, way: Way): void {
    const [before, after] = [typesOf(old), typesOf(now)];
    if (before === null || after === null) return;
    const [some, all] = way === 'request' ? [before, after] : [after, before];
    const fits = (type: string): boolean =>
      all.includes(type) || (type === 'integer' && all.includes('number'));
    if (!some.every(fits)) this.#say(name, `is ${after.join(' or ')} instead of ${before.join(' or ')}`);
  }

  #values(name: string, { enum: before }: Json, { enum: after }: Json, way: Way): void {
    // Answers may get new values; a value that clients send must stay good.
    if (way === 'answer' || after === undefined) return;
    if (before === undefined) this.#say(name, 'is now one of a list');
    for (const value of before ?? []) if (!after.includes(value)) this.#say(name, `no longer takes ${value}`);
  }

  #bounds(name: string, old: Json, now: Json): void {
    for (const key of ['maxLength', 'maxItems', 'maximum'])
      if (now[key] < (old[key] ?? Number.POSITIVE_INFINITY)) this.#say(name, `has ${key} ${now[key]}`);
    for (const key of ['minLength', 'minItems', 'minimum', 'minProperties'])
      if (now[key] > (old[key] ?? Number.NEGATIVE_INFINITY) && now[key] > 0)
        this.#say(name, `has ${key} ${now[key]}`);
    for (const key of ['pattern', 'format', 'uniqueItems'])
      if (now[key] !== undefined && now[key] !== old[key]) this.#say(name, `has another ${key}`);
  }

  /** A new outcome is something that no client expects: its `switch` would fall through. */
  #choices(name: string, old: Json, now: Json, way: Way): void {
    const [before, after] = [old, now].map((one) => one.discriminator?.mapping ?? {});
    for (const status of Object.keys(before)) {
      if (after[status] === undefined) this.#say(name, `no longer has status ${status}`);
      else this.#schemas(`${name} ${status}`, { $ref: before[status] }, { $ref: after[status] }, way);
    }
    const isUnion = Object.keys(before).length > 0;
    for (const status of Object.keys(after))
      if (isUnion && before[status] === undefined) this.#say(name, `has a new status ${status}`);
  }

  #fields(name: string, old: Json, now: Json, way: Way): void {
    const needed = (one: Json): string[] => one.required ?? [];
    for (const [field, schema] of Object.entries<Json>(old.properties ?? {})) {
      const after = now.properties?.[field];
      if (after === undefined) this.#say(name, `has no ${field}`);
      else this.#schemas(`${name}.${field}`, schema, after, way);
      if (
        way === 'answer' &&
        after !== undefined &&
        needed(old).includes(field) &&
        !needed(now).includes(field)
      )
        this.#say(name, `may lack ${field}`);
    }
    if (way === 'request')
      for (const field of needed(now)) if (!needed(old).includes(field)) this.#say(name, `needs ${field}`);
  }

  #say(at: string, what: string): void {
    this.#found.push(`${at}: ${what}`);
  }

  #old = (one: Json): Json => resolve(this.#before, one);
  #new = (one: Json): Json => resolve(this.#after, one);
}

function resolve(document: Json, one: Json): Json {
  if (one?.$ref === undefined) return one ?? {};
  return resolve(
    document,
    one.$ref
      .split('/')
      .slice(1)
      .reduce((at: Json, step: string) => at?.[step], document),
  );
}

function typesOf({ type }: Json): string[] | null {
  return type === undefined ? null : [type].flat();
}
