// What a start prints: the URLs when it worked, one plain sentence when it did not.
import { toStdout } from '../cli/terminal.ts';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import { BadConfig } from '../config/config.ts';
import { hasKnownKey } from '../config/unsafe-settings.ts';
import { isLoopbackHost } from '../domain/known-host.ts';
import { VERSION } from '../settings/version.ts';
import type { Store } from '../storage/engine/open.ts';
import { StartRefused } from '../storage/engine/open.ts';
import { SealBroken } from '../storage/keys/vault.ts';
import { JournalRefused } from '../usecases/reports/erasure-journal.ts';
import { hasDevelopmentPages } from './development-pages.ts';

export function say(line: string): void {
  toStdout(`${line}\n`);
}

/** One sentence for each mistake that a person can mend; a bug keeps its stack. */
export function refusalInWords(error: unknown): string {
  if (error instanceof BadConfig) return error.problems.join('\n');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { port, address } = (error ?? {}) as { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST ${address} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`;
  if (error instanceof StartRefused || error instanceof JournalRefused) return error.message;
  if (error instanceof SealBroken) {
    return 'The database was sealed under another ENCRYPTION_KEY. Start with the key that it was made with.';
  }
  return `Trefoil could not start: ${error instanceof Error ? error.stack : String(error)}`;
}

export function describeStart(
  config: Config,
  store: Pick<Store, 'description'>,
  service: Service,
  { tookMs, workers = 1 }: { tookMs: number; workers?: number },
): string {
  const lines = [
    '',
    `  Trefoil ${VERSION} · ${config.publicUrl}  (ready in ${(tookMs / 1000).toFixed(1)} s)`,
    `  Database   ${store.description}`,
    ...(workers === 1
      ? []
      : [
          `  Workers    ${workers}, each with ${config.DATABASE_POOL_SIZE} of the connections to the database (DATABASE_POOL_SIZE)`,
        ]),
    `  Console    ${config.publicUrl}/app`,
    `  Docs       ${config.publicUrl}/docs`,
    `  Reference  ${config.publicUrl}/reference`,
    `  OpenAPI    ${config.publicUrl}/openapi.json`,
    `  Health     ${config.publicUrl}/health/ready`,
  ];
  if (hasDevelopmentPages(config) && service.sms.outbox !== null) {
    lines.push(
      workers === 1
        ? `  Demo page  ${config.publicUrl}/demo`
        : '  Demo page  closed: its visitors are in the memory of one process. WEB_CONCURRENCY=1 opens it.',
      `  Outbox     ${config.publicUrl}/dev/outbox`,
    );
  }
  const simulated = service.live?.simulatedBureaus ?? [];
  if (simulated.length > 0) {
    lines.push(`  Bureaus    SIMULATED: ${simulated.join(', ')}. Their people are invented.`);
  }
  if (service.sms.gateways.every(({ isSimulated }) => isSimulated)) {
    lines.push(`  SMS        SIMULATED: ${config.SMS_GATEWAYS.join(', ')}. No phone rings.`);
  }
  if (config.SANDBOX)
    lines.push('  Sandbox    Texts are under Messages in the console. Never enter a real person.');
  if (config.NODE_ENV === 'development') lines.push(`  Mode       ${modeOf(config)}`);
  const open = openToOthers(config);
  if (open.length > 0) {
    lines.push(
      `  Warning    HOST ${config.HOST} lets other machines open ${open.join(' and ')}. ` +
        'Set HOST to 127.0.0.1 unless nobody else is in this network.',
    );
  }
  return lines.join('\n');
}

export function modeOf(config: Config): string {
  const key = hasKnownKey(config) ? 'known encryption key' : 'your own encryption key';
  return `${config.NODE_ENV}: ${key}. Not for real people's data.`;
}

/** What other machines can read without a lock, where HOST lets them connect. */
export function openToOthers(config: Config): string[] {
  if (isLoopbackHost(config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST)) return [];
  return [
    ...(hasDevelopmentPages(config) ? ['the demo', 'the outbox with its codes'] : []),
    ...(config.METRICS_TOKEN === null ? ['/metrics (METRICS_TOKEN locks it)'] : []),
  ];
}
