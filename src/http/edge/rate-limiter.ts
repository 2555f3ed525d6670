// Rate limits that all processes share. Each process takes permits in batches from the shared window and spends them locally; near the
// limit it takes them one by one, and unused permits go back within two seconds. So the limit is never exceeded, and few requests cost
// a statement.
import type { Grant } from '../../storage/activity/rate-windows.ts';

// A batch is this fraction of the permits that are left.
const SHARE = 16;
const IDLE_MS = 1_000;
const ASK_AGAIN_MS = 1_000;
/** Strangers name keys too, such as clients that do not exist. Beyond this the oldest is forgotten here; the shared window knows it. */
const BUCKETS_MAX = 50_000;

export type Verdict = { isAllowed: boolean; remaining: number; resetSeconds: number };

export type RateLimiter = {
  spend(key: string, limit: number): Promise<Verdict>;
  /** Gives unused permits back and stops the timer. */
  stop(): Promise<void>;
};

type Bucket = {
  limit: number;
  allowance: number;
  remaining: number;
  windowEndsAtMs: number;
  windowStart: Date | null;
  refusedUntilMs: number;
  lastUsedMs: number;
  waiting: number;
  refill: Promise<void> | null;
};

export function createRateLimiter(needs: {
  take: (key: string, wanted: number, limit: number) => Promise<Grant>;
  giveBack: (key: string, windowStart: Date, unused: number, limit: number) => Promise<void>;
  /** A monotonic clock. */
  nowMs: () => number;
  bucketsMax?: number;
}): RateLimiter {
  const { bucketsMax = BUCKETS_MAX } = needs;
  const buckets = new Map<string, Bucket>();

  const refill = async (key: string, bucket: Bucket): Promise<void> => {
    // Requests that waited for the last refill resume in this same turn: ask once for all of them.
    await Promise.resolve();
    const wanted = Math.max(1, bucket.waiting, Math.floor(bucket.remaining / SHARE));
    const grant = await needs.take(key, wanted, bucket.limit);
    const nowMs = needs.nowMs();
    bucket.allowance = grant.granted;
    bucket.remaining = grant.remaining;
    bucket.windowStart = grant.windowStart;
    bucket.windowEndsAtMs = nowMs + grant.windowEndsInMs;
    // Other processes may give permits back, so a refusal does not hold for the whole window.
    if (grant.granted < wanted) bucket.refusedUntilMs = nowMs + ASK_AGAIN_MS;
  };

  const verdict = (bucket: Bucket, isAllowed: boolean): Verdict => ({
    isAllowed,
    remaining: bucket.remaining + bucket.allowance,
    resetSeconds: Math.max(1, Math.ceil((bucket.windowEndsAtMs - needs.nowMs()) / 1000)),
  });

  const giveBackUnused = async (key: string, bucket: Bucket): Promise<void> => {
    const unused = bucket.allowance;
    if (unused === 0 || bucket.windowStart === null || bucket.windowEndsAtMs <= needs.nowMs()) return;
    bucket.allowance = 0;
    bucket.remaining += unused;
    // A lost write only makes the window look fuller than it is.
    await needs.giveBack(key, bucket.windowStart, unused, bucket.limit).catch(() => {});
  };

  const tidy = setInterval(() => {
    const nowMs = needs.nowMs();
    for (const [key, bucket] of buckets) {
      if (nowMs - bucket.lastUsedMs < IDLE_MS || bucket.refill !== null) continue;
      if (bucket.windowEndsAtMs <= nowMs) buckets.delete(key);
      else void giveBackUnused(key, bucket);
    }
  }, IDLE_MS);
  tidy.unref();

  const forgetOldest = (): void => {
    const [[key, bucket] = []] = buckets;
    if (key === undefined || bucket === undefined) return;
    buckets.delete(key);
    void giveBackUnused(key, bucket);
  };

  /** A verdict, or null when the shared window must be asked first. */
  const spendLocally = (bucket: Bucket, limit: number): Verdict | null => {
    const nowMs = needs.nowMs();
    bucket.lastUsedMs = nowMs;
    const isOver = bucket.windowEndsAtMs <= nowMs && bucket.refill === null;
    if (isOver) Object.assign(bucket, newBucket(limit), { lastUsedMs: nowMs });
    if (bucket.allowance > 0) {
      bucket.allowance -= 1;
      return verdict(bucket, true);
    }
    return bucket.refusedUntilMs > nowMs ? verdict(bucket, false) : null;
  };

  const askAndSpend = async (key: string, bucket: Bucket, limit: number): Promise<Verdict> => {
    for (;;) {
      bucket.waiting += 1;
      bucket.refill ??= refill(key, bucket).finally(() => {
        bucket.refill = null;
        bucket.waiting = 0;
      });
      await bucket.refill;
      const spent = spendLocally(bucket, limit);
      if (spent !== null) return spent;
    }
  };

  return {
    async spend(key, limit) {
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        if (buckets.size >= bucketsMax) forgetOldest();
        bucket = newBucket(limit);
        buckets.set(key, bucket);
      }
      return spendLocally(bucket, limit) ?? askAndSpend(key, bucket, limit);
    },
    async stop() {
      clearInterval(tidy);
      await Promise.all([...buckets].map(([key, bucket]) => giveBackUnused(key, bucket)));
    },
  };
}

function newBucket(limit: number): Bucket {
  return {
    limit,
    allowance: 0,
    remaining: limit,
    windowEndsAtMs: 0,
    windowStart: null,
    refusedUntilMs: 0,
    lastUsedMs: 0,
    waiting: 0,
    refill: null,
  };
}
