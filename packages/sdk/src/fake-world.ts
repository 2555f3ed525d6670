// What the fake has beside reports and links: test clocks, the feed of events, the tenant and its alerts, as test mode has them.
import type { FakeAnswer, FakeCall } from './fake-calls.ts';
import type { Alert, AlertsRequest, Event, TestClockAnswer } from './generated.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CLOCK_DAYS = 7;
const BALANCE = 100_000;
/** `PT5M1S`: days, hours, minutes, seconds. */
const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

export type FakeWorld = {
  /** Null for an operation that is about something else. */
  answerOf(call: FakeCall): FakeAnswer | null;
  /** By the clock, where it is one of these; null where there is none of this id. */
  nowMs(clock: string | undefined): number | null;
  tell(type: string, data: Record<string, unknown>, atMs?: number): void;
  /** Resolves with the next event. */
  told(): Promise<void>;
};

export function createFakeWorld(needs: {
  newId: () => string;
  tenantId: string;
  onAdvance: () => void;
}): FakeWorld {
  const { newId } = needs;
  const madeAt = new Date().toISOString();
  const clocks = new Map<string, { aheadMs: number; createdAt: string }>();
  const events: Event[] = [];
  let waiting: (() => void)[] = [];
  let alerts: Alert[] = [];

  const show = (id: string): TestClockAnswer | null => {
    const clock = clocks.get(id);
    if (clock === undefined) return null;
    const { aheadMs, createdAt } = clock;
    const endsAt = new Date(Date.parse(createdAt) + CLOCK_DAYS * DAY_MS).toISOString();
    return { id, at: new Date(Date.now() + aheadMs).toISOString(), createdAt, endsAt };
  };
  const answerOfClock = ({ operation, path, body }: FakeCall): FakeAnswer => {
    if (operation === 'listTestClocks') return { answer: { items: [...clocks.keys()].map(show) } };
    const id = operation === 'createTestClock' ? newId() : (/test-clocks\/([^/]+)/.exec(path)?.[1] ?? '');
    if (operation === 'createTestClock') {
      const aheadMs = body.at === undefined ? 0 : Date.parse(body.at) - Date.now();
      clocks.set(id, { aheadMs, createdAt: new Date().toISOString() });
    }
    const clock = clocks.get(id);
    if (clock === undefined) return { status: 404, code: 'not-found' };
    if (operation === 'deleteTestClock') clocks.delete(id);
    if (operation === 'advanceTestClock') {
      const [, days, hours, minutes, seconds] = (DURATION.exec(body.by) ?? []).map((part) =>
        Number(part ?? 0),
      );
      if (days === undefined) return invalid('/by', 'must be a duration such as PT5M1S');
      clock.aheadMs += days * DAY_MS + ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
      needs.onAdvance();
    }
    return { answer: show(id) };
  };

  const record = (type: string, data: Record<string, unknown>, atMs = Date.now()): Event => {
    const timestamp = new Date(atMs).toISOString();
    const event = { id: newId(), version: 'v1', type, timestamp, data } as unknown as Event;
    events.push(event);
    for (const resolve of waiting) resolve();
    waiting = [];
    return event;
  };
  const page = ({ after, types, test, pageSize }: Record<string, string>): FakeAnswer => {
    const from = after === 'latest' ? events.length : events.findIndex(({ id }) => id === after) + 1;
    const items = events
      .slice(from)
      .filter(({ type }) => types === undefined || types.split(',').includes(type))
      .filter(({ data }) => test === undefined || String(data.test) === test)
      .slice(0, Number(pageSize ?? 100));
    const last = after === 'latest' ? events.at(-1)?.id : after;
    return { answer: { items, next: items.at(-1)?.id ?? last ?? null } };
  };

  const setAlerts = ({ low, velocity, undelivered }: AlertsRequest): void => {
    const alert = (kind: Alert['kind'], threshold: number): Alert => ({
      kind,
      threshold,
      state: kind === 'low' && BALANCE < threshold ? 'fired' : 'ok',
      changedAt: new Date().toISOString(),
    });
    alerts = [
      ...low.map((threshold) => alert('low', threshold)),
      ...(velocity === undefined ? [] : [alert('velocity', velocity)]),
      ...(undelivered === undefined ? [] : [alert('undelivered', undelivered)]),
    ];
  };

  return {
    answerOf(call) {
      const { operation, query, body } = call;
      if (operation.includes('TestClock')) return answerOfClock(call);
      if (operation === 'listEvents') return page(query);
      if (operation === 'triggerEvent') return { answer: record(body.type, { test: true, ...body.data }) };
      if (operation === 'setAlerts') setAlerts(body);
      if (operation === 'setAlerts' || operation === 'listAlerts') return { answer: { items: alerts } };
      if (operation !== 'readTenant') return null;
      const wallet = { balance: BALANCE, held: 0, retentionDays: 30 };
      return {
        answer: { id: needs.tenantId, name: 'Fake', isEnabled: true, createdAt: madeAt, ...wallet },
      };
    },
    nowMs(clock) {
      if (clock === undefined) return Date.now();
      const found = clocks.get(clock);
      return found === undefined ? null : Date.now() + found.aheadMs;
    },
    tell: record,
    told: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

export function invalid(path: string, message: string): FakeAnswer {
  return { status: 400, code: 'validation-error', details: [{ path, message }] };
}
