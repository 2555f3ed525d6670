// Writes docs/openapi.json from the routes: npm run openapi. It reads only their schemas, so it opens neither a database nor a port. A
// test fails when the file is stale. With --release, at a release, it also writes the copy that later documents are compared with.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { type AppNeeds, createApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';

export const DOCUMENT_FILE = join(import.meta.dirname, '../docs/openapi.json');
/** The document of the last release, without words and examples: what later ones must not break. */
export const RELEASED_FILE = join(import.meta.dirname, '../docs/openapi.released.json');
// The default address of the service: the same on every machine.
const SERVER = 'http://127.0.0.1:8080';

export async function openApiText(): Promise<string> {
  const app = await createApp(needsOfDocument());
  try {
    return `${JSON.stringify(app.swagger(), null, 2)}\n`;
  } finally {
    await app.close();
  }
}

/** What an app needs to register its routes. What it needs to answer is absent: no route is called. */
function needsOfDocument(): AppNeeds {
  const present: { [Name in keyof AppNeeds]?: AppNeeds[Name] | undefined } = {
    logger: pino({ enabled: false }),
    metrics: createMetrics(),
    publicUrl: SERVER,
    trustProxy: [],
    isDraining: () => false,
    // The development pages are not part of the interface.
    addRoutes: undefined,
  };
  const absent = (): never => {
    throw new Error('an app that is only there to be described was called');
  };
  return new Proxy(present as AppNeeds, {
    get: (needs, name) => (name in needs ? Reflect.get(needs, name) : absent),
  });
}

const WORDS = ['description', 'summary', 'example', 'examples', 'headers', 'tags', 'info'];

/** Without what no client depends on. Fields of a schema may have such names, and are kept. */
function bare(value: unknown, areFields = false): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => areFields || !WORDS.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, bare(inner, key === 'properties')]));
}

if (import.meta.main) {
  const text = await openApiText();
  await writeFile(DOCUMENT_FILE, text);
  if (process.argv.includes('--release'))
    await writeFile(RELEASED_FILE, `${JSON.stringify(bare(JSON.parse(text)))}\n`);
}
