// Counts requests against a limit that all processes share. Each process takes a few permissions at a time from the
// shared window and spends them by itself; near the limit it takes them one by one, and what it does not use it gives
// back within two seconds. So the limit is never passed, and a request costs a statement only now and then.
import type { Grant } from '../../storage/rate-windows.ts';

// A process takes this part of what is left.
const SHARE = 16;
const IDLE_MS = 1_000;
const ASK_AGAIN_MS = 1_000;

export type Verdict = { isAllowed: boolean; remaining: number; resetSeconds: number };

export type RateLimiter = {
  /** At once when a permission is at hand, which is nearly always; a promise when the shared window must be asked. */
  spend(key: string, limit: number): Verdict | Promise<Verdict>;
  /** Gives back what is unused and stops the timer. */
  stop(): Promise<void>;
};

type Slot = {
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
  /** A clock that never jumps. */
  nowMs: () => number;
}): RateLimiter {
  const slots = new Map<string, Slot>();

  const refill = async (key: string, slot: Slot): Promise<void> => {
    // Whoever waited for the last refill comes back in this same turn: ask once for all of them.
    await Promise.resolve();
    const wanted = Math.max(1, slot.waiting, Math.floor(slot.remaining / SHARE));
    const grant = await needs.take(key, wanted, slot.limit);
    const nowMs = needs.nowMs();
    slot.allowance = grant.granted;
    slot.remaining = grant.remaining;
    slot.windowStart = grant.windowStart;
    slot.windowEndsAtMs = nowMs + grant.windowEndsInMs;
    // Others may give back what they did not use, so a refusal is not for the whole window.
    if (grant.granted < wanted) slot.refusedUntilMs = nowMs + ASK_AGAIN_MS;
  };

  const verdict = (slot: Slot, isAllowed: boolean): Verdict => ({
    isAllowed,
    remaining: slot.remaining + slot.allowance,
    resetSeconds: Math.max(1, Math.ceil((slot.windowEndsAtMs - needs.nowMs()) / 1000)),
  });

  const giveBackUnused = async (key: string, slot: Slot): Promise<void> => {
    const unused = slot.allowance;
    if (unused === 0 || slot.windowStart === null || slot.windowEndsAtMs <= needs.nowMs()) return;
    slot.allowance = 0;
    slot.remaining += unused;
    // Lost with the database: then the window only looks a little fuller than it is.
    await needs.giveBack(key, slot.windowStart, unused, slot.limit).catch(() => {});
  };

  const tidy = setInterval(() => {
    const nowMs = needs.nowMs();
    for (const [key, slot] of slots) {
      if (nowMs - slot.lastUsedMs < IDLE_MS || slot.refill !== null) continue;
      if (slot.windowEndsAtMs <= nowMs) slots.delete(key);
      else void giveBackUnused(key, slot);
    }
  }, IDLE_MS);
  tidy.unref();

  /** A verdict, or null when the shared window must be asked first. */
  const spendAtOnce = (slot: Slot, limit: number): Verdict | null => {
    const nowMs = needs.nowMs();
    slot.lastUsedMs = nowMs;
    const isOver = slot.windowEndsAtMs <= nowMs && slot.refill === null;
    if (isOver) Object.assign(slot, newSlot(limit), { lastUsedMs: nowMs });
    if (slot.allowance > 0) {
      slot.allowance -= 1;
      return verdict(slot, true);
    }
    return slot.refusedUntilMs > nowMs ? verdict(slot, false) : null;
  };

  const askAndSpend = async (key: string, slot: Slot, limit: number): Promise<Verdict> => {
    for (;;) {
      slot.waiting += 1;
      slot.refill ??= refill(key, slot).finally(() => {
        slot.refill = null;
        slot.waiting = 0;
      });
      await slot.refill;
      const spent = spendAtOnce(slot, limit);
      if (spent !== null) return spent;
    }
  };

  return {
    spend(key, limit) {
      let slot = slots.get(key);
      if (slot === undefined) {
        slot = newSlot(limit);
        slots.set(key, slot);
      }
      return spendAtOnce(slot, limit) ?? askAndSpend(key, slot, limit);
    },
    async stop() {
      clearInterval(tidy);
      await Promise.all([...slots].map(([key, slot]) => giveBackUnused(key, slot)));
    },
  };
}

function newSlot(limit: number): Slot {
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
