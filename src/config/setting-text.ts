// The text of a setting: from the environment, of a secret also from the file that its `…_FILE` names.
import { readFileSync } from 'node:fs';
import { BadSetting, type Setting } from '../settings/setting.ts';

export function readText(
  env: Record<string, string | undefined>,
  name: string,
  one: Setting<unknown>,
): string | null {
  const path = one.isSecret ? env[`${name}_FILE`] : undefined;
  if (path !== undefined && path !== '') {
    if (env[name]) throw new BadSetting(`and ${name}_FILE are both set. Keep one.`);
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      throw new BadSetting(
        `cannot be read from the file that ${name}_FILE names. Check the path and its permissions.`,
      );
    }
  }
  const given = env[name];
  return given === undefined || given.trim() === '' ? one.fallback : given.trim();
}
