// One trace from a request through its SQL to the bureaus. It costs nothing until startTracing() is called: every function checks
// one variable first. A span has a name and attributes from fixed lists (route patterns, names of statements, bureaus); never
// a value, a path, an address or a person. Not here: where spans go (otlp.ts, loaded only when it is configured).
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type Attributes = Record<string, string | number>;

export type Span = {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: 'internal' | 'server' | 'client';
  startMs: number;
  endMs: number;
  attributes: Attributes;
  isError: boolean;
};

/** The current spans. A list, because one batched statement may serve many requests. */
type Context = readonly Span[];

type Sink = { emit: (span: Span) => void; shareTraced: number };

const contexts = new AsyncLocalStorage<Context>();
let sink: Sink | null = null;

/** From now on spans go to this sink; null stops tracing. */
export function setSink(next: Sink | null): void {
  sink = next;
}

export function isTracing(): boolean {
  return sink !== null;
}

/** Runs the work as a span of the current trace; outside of a trace it just runs the work. */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  describe?: (answer: T) => Attributes,
): Promise<T> {
  const parents = sink === null ? undefined : contexts.getStore();
  if (parents === undefined || parents.length === 0) return work();
  return tracedUnder(parents, name, attributes, work, describe);
}

async function tracedUnder<T>(
  parents: Context,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  describe: ((answer: T) => Attributes) | undefined,
): Promise<T> {
  const spans = parents.map((parent) => newSpan(name, 'client', parent, { ...attributes }));
  try {
    const answer = await contexts.run(spans, work);
    endAll(spans, describe?.(answer) ?? {}, false);
    return answer;
  } catch (error) {
    endAll(spans, { 'error.type': kindOf(error) }, true);
    throw error;
  }
}

/** The current spans, to be kept with work that is queued for a batch. */
export function currentContext(): Context {
  return (sink === null ? undefined : contexts.getStore()) ?? [];
}

/** Runs a batch in the context of every request in it. */
export function inContextOf<T>(contextsOfAll: Context[], work: () => T): T {
  return sink === null ? work() : contexts.run([...new Set(contextsOfAll.flat())], work);
}

/** The root span of a request; continues the caller's trace where a traceparent was sent. Null when it is not sampled. */
export function beginRequest(method: string, traceparent: string | undefined): Span | null {
  if (sink === null) return null;
  const sent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '');
  const [, traceId = '', parentId = '', flags = ''] = sent ?? [];
  const isUsable = sent !== null && !/^0+$/.test(traceId) && !/^0+$/.test(parentId);
  const isSampled = isUsable ? (Number.parseInt(flags, 16) & 1) === 1 : Math.random() < sink.shareTraced;
  if (!isSampled) return null;
  const span = newSpan(method, 'server', null, { 'http.request.method': method });
  return isUsable ? { ...span, traceId, parentId } : span;
}

export function inSpan<T>(span: Span, work: () => T): T {
  return contexts.run([span], work);
}

export function endRequest(span: Span, name: string, attributes: Attributes, isError: boolean): void {
  span.name = name;
  endAll([span], attributes, isError);
}

function newSpan(name: string, kind: Span['kind'], parent: Span | null, attributes: Attributes): Span {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentId: parent?.spanId ?? null,
    name,
    kind,
    startMs: performance.timeOrigin + performance.now(),
    endMs: 0,
    attributes,
    isError: false,
  };
}

function endAll(spans: readonly Span[], attributes: Attributes, isError: boolean): void {
  const endMs = performance.timeOrigin + performance.now();
  for (const span of spans) {
    Object.assign(span.attributes, attributes);
    span.endMs = endMs;
    span.isError = isError;
    sink?.emit(span);
  }
}

/** The kind of an error, never its message, which may quote what a caller sent. */
function kindOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z0-9_-]{1,40}$/i.test(code)) return code;
  return error instanceof Error ? error.name : 'unknown';
}
