// A caller that retries until it has a definite answer: each request has an Idempotency-Key and is sent again, to any living process. It
// knows only what it was answered; the tests reconcile the ledger with that.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import type { AnswerOf } from '../answers.ts';
import { type Answer, type House, sql } from '../house.ts';
import { call, jsonPost, type ServiceProcess, wordsOf } from '../processes.ts';

const RETRY_MS = 50;

export type StubbornClient = {
  /** How many retries it took. */
  retries: number;
  /** Answers that no caller should ever see. */
  faults: string[];
  post<Path extends string>(path: Path, body: unknown, key?: string): Promise<AnswerOf<'POST', Path>>;
};

export function createStubbornClient(needs: {
  token: string;
  pick: () => ServiceProcess | undefined;
  /** Called when no process that may be working on the request is alive; absent for a caller that waits for the lease to expire. */
  hasten?: (path: string, key: string) => Promise<void>;
  patienceMs: number;
}): StubbornClient {
  const client: StubbornClient = {
    retries: 0,
    faults: [],
    post: async (path, body, key = randomUUID()) => {
      const silent: ServiceProcess[] = [];
      let last = 'nothing';
      for (const begunMs = performance.now(); performance.now() - begunMs < needs.patienceMs; ) {
        const process = needs.pick();
        const answer = process && (await send(process, needs.token, path, body, key));
        if (answer && isDefinite(answer)) return answer;
        if (answer) last = `${answer.status} ${answer.text}`;
        if (answer && answer.status >= 500 && !isToldToWait(answer)) {
          client.faults.push(`${answer.status} at ${path}: ${answer.text}`);
        }
        if (process && !answer) silent.push(process);
        if (silent.every((one) => one.hasEnded())) await needs.hasten?.(path, key);
        client.retries += 1;
        await sleep(RETRY_MS);
      }
      const dead = silent.filter((one) => one.hasEnded());
      const words = dead.map(wordsOf).at(-1) ?? '';
      throw new Error(
        `no definite answer in ${needs.patienceMs} ms: POST ${path} with the key ${key}; the last answer was ${last}; ${dead.length} of ${silent.length} times the process had ended. ${words}`,
      );
    },
  };
  return client;
}

function send<Path extends string>(
  process: ServiceProcess,
  token: string,
  path: Path,
  body: unknown,
  key: string,
) {
  const request = jsonPost(path, token, body);
  const headers = { ...request.headers, 'idempotency-key': key };
  return call(process.origin, { ...request, headers }).catch(() => null);
}

/** The one fault that callers may see. */
function isToldToWait({ status, headers, body }: Answer): boolean {
  const isTold = /^[1-9]\d*$/.test(String(headers['retry-after']));
  return status === 503 && isTold && Object.keys(body).join() === 'code,message';
}

function isDefinite({ status, body }: Answer): boolean {
  return status < 500 && body?.code !== 'request-in-progress';
}

/**
 * Expires the leases of a request whose process is dead now instead of in a minute: the key's, and that of the report which it made or is
 * about.
 */
export function createHasten(house: House, tenantId: string) {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  return async (path: string, key: string): Promise<void> => {
    const keyHash = keyring.mac('hash-idempotency-keys', 'key', path.toLowerCase(), key);
    const [claimed] = await sql<{ resource_id: string }>(
      house,
      `update idempotency_keys set leased_until = clock_timestamp() - interval '1 second'
       where tenant_id = $1 and key_hash = $2 and answer is null returning resource_id`,
      [tenantId, keyHash],
    );
    const [, , , , reportId = claimed?.resource_id] = path.split('/');
    await sql(
      house,
      `update reports set leased_until = clock_timestamp() - interval '1 second'
       where tenant_id = $1 and id = $2 and leased_until > clock_timestamp()`,
      [tenantId, reportId ?? null],
    );
  };
}
