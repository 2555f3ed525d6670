// Sends sign-in forms again and again, each from an address of its own: the attacker of sign-in-flood, in a thread of its own. In that of the
// test it would delay the clock of those whose time is measured.
import { readlinkSync } from 'node:fs';
import http from 'node:http';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { call } from '../processes.ts';

export type Form = { path: string; cookie: string; localAddress: string };
/** `siteOrigin`: the page that a browser says the form is from. */
type Given = { origin: string; siteOrigin: string; everyMs: number; forms: Form[] };
/** How many forms heard which status. */
type Heard = [status: number, count: number][];

export type FormFlood = { end(): Promise<Heard> };

/** Resolves when the thread runs. */
export async function startFormFlood(given: Given): Promise<FormFlood> {
  const worker = new Worker(new URL(import.meta.url), { workerData: given });
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await next();
  return {
    async end() {
      const heard = next<Heard>();
      worker.postMessage('end');
      return heard.finally(() => worker.terminate());
    },
  };
}

async function flood({ origin, siteOrigin, everyMs, forms }: Given): Promise<void> {
  let isOn = true;
  const heard = new Map<number, number>();
  const sending = forms.map(async (form, n) => {
    const agent = new http.Agent({ keepAlive: true, localAddress: form.localAddress } as http.AgentOptions);
    while (isOn) {
      const { status } = await submit(origin, siteOrigin, form, n, agent).catch(() => ({ status: 0 }));
      heard.set(status, (heard.get(status) ?? 0) + 1);
      if (isOn) await sleep(everyMs);
    }
    agent.destroy();
  });
  parentPort?.once('message', async () => {
    isOn = false;
    await Promise.all(sending);
    parentPort?.postMessage([...heard]);
  });
  parentPort?.postMessage('sending');
}

function submit(origin: string, siteOrigin: string, { path, cookie }: Form, n: number, agent: http.Agent) {
  return call(origin, {
    method: 'POST',
    path,
    agent,
    timeoutMs: 60_000,
    headers: {
      cookie,
      origin: siteOrigin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      email: `nobody-${n}@isp.example`,
      password: 'not a password of theirs',
    }).toString(),
  });
}

if (!isMainThread) {
  yieldTheCores();
  await flood(workerData as Given);
}

/** An attacker has a machine of their own: here its thread lets the service and the clock of the others go first. */
function yieldTheCores(): void {
  if (process.platform === 'linux') setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
}
