// The settings of one bureau, for the command that checks it: nothing else of the service's configuration has to be at hand.
import { BUREAU_SETTINGS, type BureauSettings, bureauProblems } from '../bureaus/settings.ts';
import type { BureauId } from '../domain/reports/credit-report.ts';
import { BadConfig, readConfig } from './config.ts';

export function readBureauConfig(env: Record<string, string | undefined>, bureau: BureauId): BureauSettings {
  const names = Object.keys(BUREAU_SETTINGS).flatMap((name) => [name, `${name}_FILE`]);
  const own = Object.fromEntries(names.map((name) => [name, env[name]]));
  // Read as on a developer's machine; what production asks of a bureau's settings is asked below.
  const config = readConfig({ ...own, BUREAUS: bureau });
  const problems = bureauProblems(config, env.NODE_ENV?.trim() === 'production');
  if (problems.length > 0) throw new BadConfig(problems);
  return config;
}
