// Sends spans to a collector as OTLP over HTTP, in JSON, in batches. A collector that is slow or down costs spans and never delays
// a request: spans over the queue's limit are dropped and counted. Why not the official SDK: README.md.
import type { Attributes, Span } from './trace.ts';

const QUEUED_SPANS_MAX = 4_096;
const BATCH_SPANS_MAX = 512;
const FLUSH_MS = 1_000;
const SEND_TIMEOUT_MS = 5_000;
// At shutdown: how long to wait for the collector.
const STOP_MS_MAX = 2_000;
const KINDS: Record<Span['kind'], number> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

export function createExporter(needs: {
  endpoint: string;
  headers: Record<string, string>;
  resource: Attributes;
}) {
  const queue: Span[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;

  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_SPANS_MAX);
      const isTaken = await post(needs, toOtlp(needs.resource, batch));
      if (!isTaken) dropped += batch.length;
    }
  };
  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  };
  const flushing = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    emit: (span: Span): void => {
      if (queue.length >= QUEUED_SPANS_MAX) dropped += 1;
      else queue.push(span);
    },
    /** Spans that could not be sent so far. */
    dropped: () => dropped,
    /** Sends what is left. */
    stop: async (): Promise<void> => {
      clearInterval(flushing);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS_MAX);
      });
      // Twice: spans that were queued while a batch was in flight are sent too.
      await Promise.race([flush().then(flush), timeout]).finally(() => clearTimeout(timer));
    },
  };
}

async function post(
  { endpoint, headers }: { endpoint: string; headers: Record<string, string> },
  body: unknown,
): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function toOtlp(resource: Attributes, spans: Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: 'trefoil' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== null && { parentSpanId: span.parentId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: toNanos(span.startMs),
    endTimeUnixNano: toNanos(span.endMs),
    attributes: toKeyValues(span.attributes),
    ...(span.isError && { status: { code: STATUS_ERROR } }),
  };
}

/** 64 bits do not fit into a JSON number, so OTLP takes them as text. */
function toNanos(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function toKeyValues(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
