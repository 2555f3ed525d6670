// The settings of the operators' commands: the database, the key where there is one, and how owners are mailed. A command must run where the rest of the
// service's configuration is not at hand.
import { type Config, readConfig } from './config.ts';
import { hasKnownKey } from './unsafe-settings.ts';

const NAMES = [
  'NODE_ENV',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_SHARDED',
  'DATABASE_REQUIRE_SYNC_STANDBY',
  'EMBEDDED_DATABASE_IN_PRODUCTION',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'ERASURE_JOURNAL',
  'SMTP_URL',
  'MAIL_FROM',
] as const;

export type CommandConfig = Omit<Pick<Config, (typeof NAMES)[number]>, 'ENCRYPTION_KEY'> & {
  /** Null in production without one: a command that needs it refuses. */
  ENCRYPTION_KEY: Buffer | null;
};

export function readCommandConfig(env: Record<string, string | undefined>): CommandConfig {
  const isProduction = env.NODE_ENV?.trim() === 'production';
  const own = Object.fromEntries(
    NAMES.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, env[name]]),
  );
  // Read as on a developer's machine: what production asks of the service, a command does not need.
  const config = readConfig({ ...own, ...(isProduction && { NODE_ENV: 'development' }) });
  if (!isProduction) return config;
  // Nothing may be sealed under the development key there, which everybody knows.
  const ENCRYPTION_KEY = hasKnownKey(config) ? null : config.ENCRYPTION_KEY;
  return { ...config, NODE_ENV: 'production', ENCRYPTION_KEY };
}
