// What provokes a failure in either mode, for failures.test.ts: services that are short of something, and a live world that misbehaves.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Answer, type Client, type House, requestToken } from '../../support/house.ts';
import { after, before } from '../../support/long.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

/** An answer, or an event as its body; of a call that was given up also what its key gets while the work goes on, and when it is done. */
export type Seen = { status?: number; headers?: Answer['headers']; body?: unknown; sameKey?: Seen[] };
const FIVE_MINUTES_MS = 5 * 60_000;

export type Place = { house: House; world: StandIn; client: Client };
export type Mode = 'test' | 'live';
export type Row = [failure: string, rehearsal: string, seen: (mode: Mode) => Promise<Seen>];

export let usual: Place;
/** Its allowance of calls and of tokens is small. */
export let tight: Place;
/** A request is given up after three seconds. */
export let hasty: Place;
/** One request at a time. */
export let full: Place;
const open = async (settings: Record<string, string>): Promise<Place> => {
  const place = await openLiveHouse({ SMS_RESEND_PAUSE_SECONDS: '0', ...settings });
  return { ...place, client: await newClient(place.house, 1_000_000) };
};
before(async () => {
  usual = await open({});
  tight = await open({ RATE_LIMIT_PER_CALLER: '30', RATE_LIMIT_TOKENS_PER_CLIENT: '3' });
  hasty = await open({ REQUEST_DEADLINE_MS: '3000' });
  full = await open({ REQUESTS_IN_FLIGHT_MAX: '1', REQUEST_DEADLINE_MS: '55000' });
});
after(async () => {
  for (const place of [usual, tight, hasty, full]) await place?.house.close();
});

/** Generate, in the mode's own way of choosing a branch. */
export function generate(
  mode: Mode,
  place: Place,
  branch: 'allow' | 'challenge' | 'block',
  { testOptions, ...more }: Record<string, unknown> = {},
  key: string = randomUUID(),
) {
  const headers = { 'idempotency-key': key };
  if (mode === 'test') {
    const body = { challengeOptions: { status: branch }, mobileNumber: LIVE.mobileNumber, testOptions };
    return place.client.generate({ ...body, ...more }, headers);
  }
  place.world.verdict = branch;
  return place.client.generate({ ...LIVE, ...more }, headers);
}

export async function challenged(mode: Mode, place: Place, more: Record<string, unknown> = {}) {
  const { body } = await generate(mode, place, 'challenge', more);
  return { id: body.data.creditReportId, challengeId: body.data.challenge.challengeId, body };
}
export const codeOf = (mode: Mode, { world }: Place) =>
  mode === 'test' ? '123456' : (world.sent.at(-1)?.code ?? '');
export const number = (ending: string) => ({ mobileNumber: `+447700900${ending}` });
export const read = ({ client }: Place, id: string) =>
  client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

/** In live mode the world is changed for a call, and put back. */
export async function withWorld<T>(
  { world }: Place,
  change: Partial<StandIn>,
  call: () => Promise<T>,
): Promise<T> {
  const before = { ...world };
  Object.assign(world, change);
  try {
    return await call();
  } finally {
    Object.assign(world, before);
  }
}
export const fault = async () => {
  throw new Error('a bug');
};

/** Spends what is left of the allowance. */
export async function spent(place: Place) {
  for (let tries = 0; tries < 60; tries += 1)
    if ((await place.client.get('/v1/my/profile')).status === 429) return;
  assert.fail('the allowance does not end');
}

/** While one live request waits for its bureaus, every other is shed. */
export async function whileFull(call: () => Promise<Seen>): Promise<Seen> {
  const gate = Promise.withResolvers<void>();
  const asked = full.world.asked.length;
  return withWorld(full, { waitFor: gate.promise, verdict: 'allow' }, async () => {
    const first = full.client.generate(LIVE);
    await until('it waits', () => full.world.asked.length > asked);
    const answer = await call();
    gate.resolve();
    await first;
    return answer;
  });
}

/** The answer of the deadline; of the same key while the work goes on, and when it is done. */
export async function late(mode: Mode, path: string, body: object): Promise<Seen> {
  const gate = Promise.withResolvers<void>();
  const { client, house } = hasty;
  const url = `/${client.tenant.tenantId}/v1/credit-reports${path}` as const;
  const headers = { 'idempotency-key': randomUUID() };
  const call = (): Promise<Answer> => client.post(url, body, headers);
  const work = () => hasty.world.asked.length / 3 + hasty.world.sent.length;
  const before = work();
  house.pauseFor = gate.promise;
  return withWorld(hasty, { waitFor: mode === 'live' ? gate.promise : null }, async () => {
    const givenUp = await call();
    const during = await call();
    gate.resolve();
    house.pauseFor = null;
    let done = during;
    await until('the work is done', async () => {
      done = await call();
      return done.status !== 409;
    });
    assert.equal(
      work() - before,
      mode === 'live' ? 1 : 0,
      'three bureaus asked, or a text sent, once; in test mode none',
    );
    return { ...givenUp, sameKey: [during, done] };
  });
}

export async function eventOf(place: Place, id: string, type: string): Promise<Seen> {
  const { house, client } = place;
  await feedSettled(house, client.tenant.tenantId);
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/events?types=${type}&pageSize=100`);
  const event = body.items.find(({ data }) => data.creditReportId === id);
  return { body: event };
}

export const token = ({ house, client }: Place, answer: string) =>
  requestToken(house, client.tenant, `grant_type=client_credentials&scope=test-answer:${answer}`);

export async function expired(
  mode: Mode,
  call: (id: string, challengeId: string) => Promise<Seen>,
): Promise<Seen> {
  const { id, challengeId } = await challenged(mode, usual, mode === 'test' ? number('410') : {});
  if (mode === 'live') usual.house.travelTo(new Date(Date.now() + FIVE_MINUTES_MS + 1_000));
  const answer = await call(id, challengeId);
  usual.house.travelTo(null);
  return answer;
}
