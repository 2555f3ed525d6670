// Writes .env.example and docs/settings.md from the list of settings: npm run settings
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample, settingsPage } from './settings-texts.ts';

const ROOT = join(import.meta.dirname, '..');
writeFileSync(join(ROOT, '.env.example'), envExample());
writeFileSync(join(ROOT, 'docs/settings.md'), settingsPage());
