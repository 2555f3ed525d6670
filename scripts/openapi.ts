// Writes docs/openapi.json from the routes: npm run openapi. It reads only their schemas, so it opens neither a database nor a port. A
// test fails when the file is stale.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { type AppNeeds, createApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';

export const DOCUMENT_FILE = join(import.meta.dirname, '../docs/openapi.json');
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

if (import.meta.main) await writeFile(DOCUMENT_FILE, await openApiText());
