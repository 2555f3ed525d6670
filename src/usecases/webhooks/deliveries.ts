// The log of what an endpoint was sent, and sending again: one event, a test event, or all that it missed in a period.
import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type EventBody, type EventType, toEventBody } from '../../domain/webhooks/events.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import {
  type Attempt,
  countByHour,
  type DeliveryFilters,
  type DeliveryRow,
  findDelivery,
  findEventsOfReference,
  type HourOfDeliveries,
  listAttempts,
  listDeliveries,
} from '../../storage/webhooks/delivery-log.ts';
import { findReferences } from '../../storage/webhooks/event-references.ts';
import {
  cancelRecovery,
  countMissed,
  findRecovery,
  pingEndpoint,
  type Recovery,
  recoverEvents,
  replayEvent,
} from '../../storage/webhooks/recoveries.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged } from '../page.ts';
import type { Endpoints } from './endpoints.ts';

/** Of one recovery: a longer period is recovered in parts. */
const RECOVERED_MAX = 100_000;

/** With the tenant's own reference of what it is about. */
export type ListedDelivery = DeliveryRow & { externalReference: string | null };
export type DeliveryDetail = ListedDelivery & { body: EventBody | null; tries: Attempt[] };
export type RecoveryAnswer = { count: number; recovery: Recovery | null };

export type Deliveries = ReturnType<typeof createDeliveries>;

export function createDeliveries(needs: {
  database: Database;
  vault: Vault;
  endpoints: Pick<Endpoints, 'find'>;
  hashReference: (tenantId: string, reference: string) => Buffer;
}) {
  const { database, vault, endpoints, hashReference } = needs;
  const mustBeActive = async (caller: Caller, endpointId: string): Promise<void> => {
    const { state } = await endpoints.find(caller, endpointId);
    if (state !== 'active')
      throw new Refusal('conflict', 'This endpoint is disabled: nothing is sent to it. Enable it first.');
  };

  return {
    async list(
      caller: Caller,
      endpointId: string,
      {
        eventId,
        externalReference,
        ...wanted
      }: Omit<DeliveryFilters, 'eventIds'> & { eventId: string | null; externalReference: string | null },
      { size, token }: Page,
    ): Promise<Paged<ListedDelivery>> {
      const { tenantId } = caller;
      const { id } = await endpoints.find(caller, endpointId);
      const page = { beforeId: idIn(token), size: size + 1 };
      const named = eventId === null ? null : isUuid(eventId) ? [eventId] : [];
      const about =
        externalReference === null
          ? null
          : await findEventsOfReference(database, tenantId, hashReference(tenantId, externalReference));
      const eventIds =
        named === null ? about : about === null ? named : named.filter((one) => about.includes(one));
      const rows = await listDeliveries(database, tenantId, id, { ...wanted, eventIds }, page);
      const cut = cutPage(rows, size, (row) => row.id);
      const events = cut.items.flatMap(({ type, subjectId }) =>
        type === null ? [] : [{ type: type as EventType, subjectId }],
      );
      const references = await findReferences(database, vault, tenantId, events);
      const items = cut.items.map((row) => ({
        ...row,
        externalReference: references.get(row.subjectId ?? '') ?? null,
      }));
      return { items, token: cut.token };
    },

    async find(caller: Caller, endpointId: string, id: string): Promise<DeliveryDetail> {
      const { tenantId } = caller;
      const endpoint = await endpoints.find(caller, endpointId);
      const found = isUuid(id) ? await findDelivery(database, tenantId, endpoint.id, id) : null;
      if (found === null) throw new Refusal('not-found', 'There is no delivery with this id here.');
      const { event, ...delivery } = found;
      const references = await findReferences(database, vault, tenantId, event === null ? [] : [event]);
      const externalReference = references.get(event?.subjectId ?? '') ?? null;
      const body = event === null ? null : toEventBody(event, externalReference);
      const tries = await listAttempts(database, vault, tenantId, endpoint.id, found.id);
      return { ...delivery, externalReference, body, tries };
    },

    async hours(caller: Caller, endpointId: string, hours: number): Promise<HourOfDeliveries[]> {
      const { id } = await endpoints.find(caller, endpointId);
      return countByHour(database, caller.tenantId, id, hours);
    },

    /** Answers the id of the delivery. */
    async replay(caller: Caller, endpointId: string, eventId: string, from: From): Promise<string> {
      const { tenantId } = caller;
      await mustBeActive(caller, endpointId);
      const id = randomUUIDv7();
      const by = { caller, from, action: 'webhook-event-replayed', object: ofEndpoint(endpointId) } as const;
      return makeAudited(database, by, async (tx) => {
        const isQueued = isUuid(eventId) && (await replayEvent(tx, { tenantId, endpointId, eventId, id }));
        if (!isQueued)
          throw new Refusal(
            'not-found',
            'There is no event with this id in the mode of this endpoint. Events are kept for 30 days.',
          );
        return { result: id, after: { eventId } };
      });
    },

    async ping(caller: Caller, endpointId: string, requestId: string): Promise<string> {
      await mustBeActive(caller, endpointId);
      await pingEndpoint(database, { tenantId: caller.tenantId, endpointId, id: requestId });
      return requestId;
    },

    async recover(
      caller: Caller,
      endpointId: string,
      wanted: { since: Date; until: Date | null; failedOnly: boolean; isPreview: boolean },
      from: From,
      requestId: string,
    ): Promise<RecoveryAnswer> {
      const { tenantId } = caller;
      const { isPreview, ...period } = wanted;
      if (isPreview) await endpoints.find(caller, endpointId);
      else await mustBeActive(caller, endpointId);
      const recovery = { ...period, endpointId, id: requestId };
      const count = await countMissed(database, tenantId, recovery);
      if (isPreview) return { count, recovery: null };
      if (count > RECOVERED_MAX)
        throw new Refusal(
          'conflict',
          `These are ${count} events, and at most ${RECOVERED_MAX} are sent again at once. Choose a shorter period.`,
        );
      const by = {
        caller,
        from,
        action: 'webhook-events-recovered',
        object: ofEndpoint(endpointId),
      } as const;
      await makeAudited(database, by, async (tx) => {
        const sent = await recoverEvents(tx, tenantId, recovery);
        const { since, until, failedOnly } = period;
        const after = { since: since.toISOString(), until: until?.toISOString() ?? null, failedOnly, sent };
        return { result: undefined, after };
      });
      return { count, recovery: await findRecovery(database, tenantId, endpointId, requestId) };
    },

    async findRecovery(caller: Caller, endpointId: string, id: string): Promise<Recovery> {
      const endpoint = await endpoints.find(caller, endpointId);
      const found = isUuid(id) ? await findRecovery(database, caller.tenantId, endpoint.id, id) : null;
      if (found === null) throw new Refusal('not-found', 'There is no recovery with this id here.');
      return found;
    },

    async cancel(caller: Caller, endpointId: string, id: string, from: From): Promise<Recovery> {
      const { tenantId } = caller;
      const before = await this.findRecovery(caller, endpointId, id);
      if (before.cancelledAt !== null || before.waiting === 0) return before;
      const by = {
        caller,
        from,
        action: 'webhook-recovery-cancelled',
        object: ofEndpoint(endpointId),
      } as const;
      await makeAudited(database, by, async (tx) => {
        await cancelRecovery(tx, tenantId, endpointId, id);
        return { result: undefined, after: { recoveryId: id, dropped: before.waiting } };
      });
      return this.findRecovery(caller, endpointId, id);
    },
  };
}

function ofEndpoint(id: string) {
  return { kind: 'webhook-endpoint', id };
}
