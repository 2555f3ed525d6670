// What production mode refuses to start with, a sentence each that says how to mend it. docs/going-live.md has the same list.
import { isOnThisMachine } from '../outbound/loopback.ts';
import {
  hasGuessablePassword,
  isDatabaseInTheClear,
  isMailInTheClear,
  isWeakKey,
  reachesOurselves,
  trustsEverybody,
} from './weak-settings.ts';

/** For a developer's machine. It is public: refused in production. */
export const DEVELOPMENT_ENCRYPTION_KEY = 'ZGV2ZWxvcG1lbnQta2V5LW5vdC1mb3ItcHJvZHVjdGk=';

/** Of the settings, those that are judged here. */
type Judged = {
  ENCRYPTION_KEY: Buffer;
  PUBLIC_URL: string | null;
  DATABASE_URL: string | null;
  EMBEDDED_DATABASE_IN_PRODUCTION: boolean;
  PLAINTEXT_IN_PRODUCTION: readonly ('database' | 'mail' | 'traces')[];
  TRUST_PROXY: readonly string[];
  WEBHOOK_ALLOWED_NETWORKS: readonly string[];
  WEBHOOK_SOURCE_ADDRESSES: readonly string[];
  IDENTITY_ISSUER: string | null;
  SMTP_URL: string | null;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  METRICS_TOKEN: string | null;
};

/** The key that everybody can read in this repository. */
export function hasKnownKey(config: Pick<Judged, 'ENCRYPTION_KEY'>): boolean {
  return config.ENCRYPTION_KEY.equals(Buffer.from(DEVELOPMENT_ENCRYPTION_KEY, 'base64'));
}

export function unsafeForProduction(config: Judged): string[] {
  const problems: string[] = [];
  const isPlaintextFine = (what: 'mail' | 'traces') => config.PLAINTEXT_IN_PRODUCTION.includes(what);
  if (hasKnownKey(config)) {
    problems.push(
      'ENCRYPTION_KEY is the development key, which everybody knows. Make one: openssl rand -base64 32',
    );
  } else if (isWeakKey(config.ENCRYPTION_KEY)) {
    problems.push('ENCRYPTION_KEY can be guessed: it is not random. Make one: openssl rand -base64 32');
  }
  if (!config.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be an https:// address in production.');
  }
  problems.push(...unsafeDatabase(config));
  if (trustsEverybody(config.TRUST_PROXY)) {
    problems.push(
      'TRUST_PROXY believes every address: callers would choose their own. Name the proxies alone.',
    );
  }
  problems.push(...unsafeWebhooks(config));
  if (trustsEverybody(config.WEBHOOK_SOURCE_ADDRESSES)) {
    problems.push(
      'WEBHOOK_SOURCE_ADDRESSES holds every address: receivers would let everybody in. Name your own alone.',
    );
  }
  if (config.IDENTITY_ISSUER?.startsWith('http:')) {
    problems.push('IDENTITY_ISSUER must be an https:// address in production.');
  }
  if (config.SMTP_URL !== null && isMailInTheClear(config.SMTP_URL) && !isPlaintextFine('mail')) {
    problems.push(
      'SMTP_URL must begin with smtps:// in production, or end in ?requireTLS=true, and check the certificate: ' +
        'its mails hold links that admit people (PLAINTEXT_IN_PRODUCTION=mail allows it).',
    );
  }
  const collector = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (collector?.startsWith('http:') && !isOnThisMachine(collector) && !isPlaintextFine('traces')) {
    problems.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// address in production, or one of this machine ' +
        '(PLAINTEXT_IN_PRODUCTION=traces allows it).',
    );
  }
  if (config.METRICS_TOKEN === null) {
    problems.push('METRICS_TOKEN must be set in production: /metrics is not for strangers.');
  }
  return problems;
}

/** A tenant chooses the address of its endpoint. */
function unsafeWebhooks(config: Judged): string[] {
  const { WEBHOOK_ALLOWED_NETWORKS: networks } = config;
  if (trustsEverybody(networks)) {
    return [
      'WEBHOOK_ALLOWED_NETWORKS holds every address, your own network included. Name the networks of the receivers alone.',
    ];
  }
  const own = [config.DATABASE_URL, config.SMTP_URL, config.OTEL_EXPORTER_OTLP_ENDPOINT];
  if (!reachesOurselves(networks, own)) return [];
  return [
    'WEBHOOK_ALLOWED_NETWORKS holds this machine, its cloud, or the database, mail server or collector of this service: ' +
      'tenants could send requests to them. Name the networks of the receivers alone.',
  ];
}

function unsafeDatabase(config: Judged): string[] {
  const { DATABASE_URL: url } = config;
  if (url === null && config.EMBEDDED_DATABASE_IN_PRODUCTION) return [];
  if (url === null) {
    return [
      'DATABASE_URL must be set in production: the embedded database has no password, no standby and old libraries ' +
        '(EMBEDDED_DATABASE_IN_PRODUCTION allows it).',
    ];
  }
  const problems: string[] = [];
  if (hasGuessablePassword(url)) {
    problems.push(
      'DATABASE_URL has no password, or one that anybody would try first. Set another: openssl rand -hex 24',
    );
  }
  if (isDatabaseInTheClear(url) && !config.PLAINTEXT_IN_PRODUCTION.includes('database')) {
    problems.push(
      'DATABASE_URL names a database on another machine without TLS. Add sslmode=verify-full, and sslrootcert=<file> ' +
        'for an authority of your own (PLAINTEXT_IN_PRODUCTION=database allows it).',
    );
  }
  return problems;
}
