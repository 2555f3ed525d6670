// Readings of figures of one tenant take turns: two at a time in a process, and few wait. What a tenant asks for beyond that is its own wait, or
// a refusal that says when to come back; the thread and the database are there for the others.

import { Refusal } from '../../domain/refusal.ts';
import { createSlots, type Slots } from '../../outbound/slots.ts';

const AT_ONCE = 2;
export const WAITING_MAX = 64;
const WAIT_MS = 5_000;

type FigureTurns = <T>(tenantId: string, read: () => Promise<T>) => Promise<T>;

export function createFigureTurns(): FigureTurns {
  const tenants = new Map<string, { slots: Slots; count: number }>();
  return async (tenantId, read) => {
    const slots = createSlots({ slotsMax: AT_ONCE, queuedMax: WAITING_MAX, waitMs: WAIT_MS });
    const tenant = tenants.get(tenantId) ?? { slots, count: 0 };
    tenants.set(tenantId, tenant);
    tenant.count += 1;
    try {
      const release = await tenant.slots.acquire();
      if (release === null) throw tooMany();
      try {
        return await read();
      } finally {
        release();
      }
    } finally {
      tenant.count -= 1;
      if (tenant.count === 0) tenants.delete(tenantId);
    }
  };
}

function tooMany(): Refusal {
  return new Refusal(
    'rate-limited',
    `Too many figures at once: a tenant may have ${AT_ONCE} readings under way and ${WAITING_MAX} that wait. Wait for answers before sending more.`,
    { retryAfterSeconds: 1 },
  );
}
