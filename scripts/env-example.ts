// Writes .env.example from the list of settings: npm run env-example
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../src/config/config.ts';
import type { Setting } from '../src/settings/setting.ts';

const HEAD = `# Every setting of the service, with its default. The service reads a file named .env in the folder that it is started
# in; what the environment already says wins. A setting that is empty counts as not set.
`;

const blocks = (Object.entries(SETTINGS) as [string, Setting<unknown>][]).map(([name, one]) =>
  [
    `# ${one.help}`,
    ...(one.isSecret ? [`# A secret: ${name}_FILE may name a file that holds it instead.`] : []),
    `# ${name}=${one.fallback ?? ''}`,
  ].join('\n'),
);
writeFileSync(join(import.meta.dirname, '../.env.example'), `${[HEAD.trimEnd(), ...blocks].join('\n\n')}\n`);
