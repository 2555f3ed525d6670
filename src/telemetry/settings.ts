// The settings of tracing, by the names that OpenTelemetry gave them.
import { BadSetting, optional, setting, text, webAddress } from '../settings/setting.ts';

export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'An OpenTelemetry collector, such as http://127.0.0.1:4318. Unset: no traces.',
    webAddress,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    'Headers that the collector requires: name=value, separated by commas.',
    headers,
    true,
  ),
  OTEL_SERVICE_NAME: setting('The name of this service in traces.', 'trefoil', text),
  OTEL_TRACES_SAMPLER_ARG: setting('The share of requests that are traced, from 0 to 1.', '1', share),
} as const;

function headers(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)=([\x20-\x7e]+)$/.exec(pair));
  if (pairs.includes(null)) throw new BadSetting('must look like authorization=Basic abc,x-team=credit.');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]?.trim()]));
}

function share(value: string): number {
  const number = Number(value);
  if (!/^\d*\.?\d+$/.test(value) || number > 1) throw new BadSetting('must be a number from 0 to 1.');
  return number;
}
