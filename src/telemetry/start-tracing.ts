// Starts tracing when a collector is configured. The exporter is loaded only then.
import type { Values } from '../settings/setting.ts';
import type { TRACING_SETTINGS } from './settings.ts';
import { setSink } from './trace.ts';

export type Tracing = { dropped(): number; stop(): Promise<void> };

/** Null when no collector is configured. */
export async function startTracing(
  config: Values<typeof TRACING_SETTINGS>,
  version: string,
): Promise<Tracing | null> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === null) return null;
  const { createExporter } = await import('./otlp.ts');
  const exporter = createExporter({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: { 'service.name': config.OTEL_SERVICE_NAME, 'service.version': version },
  });
  setSink({ emit: exporter.emit, shareTraced: config.OTEL_TRACES_SAMPLER_ARG });
  return {
    dropped: exporter.dropped,
    stop: async () => {
      setSink(null);
      await exporter.stop();
    },
  };
}
