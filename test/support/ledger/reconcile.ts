// Reconciles the ledger with three records that no kill can lose: the answers to callers, the provider's requests, the gateway's receipts.
// Every contradiction is named; none means that no credit was lost, doubled or made up.
import { findWallet } from '../../../src/storage/wallet/ledger.ts';
import type { Story } from '../consumers/consumer-stories.ts';
import { type House, sql } from '../house.ts';
import { problemsOf } from '../money.ts';
import type { Provider } from '../worlds/provider.ts';

const BUREAU_PRICE = 100;
const SMS_PRICE = 40;

type BookedReport = {
  id: string;
  status: string;
  attempts: number | null;
  sends: number | null;
  state: string;
  posted: number;
  posts: number;
};
type BookedMessage = { id: string; state: string; posted: number };

export async function contradictions(given: {
  house: House;
  provider: Provider;
  tenantId: string;
  fundedCredits: number;
  stories: Story[];
  /** Messages that the gateway reported as delivered. */
  delivered: ReadonlySet<string>;
}): Promise<string[]> {
  const { house, provider, tenantId, fundedCredits, delivered } = given;
  const stories = given.stories.filter((story) => story.tenantId === tenantId);
  const booked = await listBooked(house, tenantId);
  const messages = await sql<BookedMessage>(
    house,
    // A message delivered after its hold was released is paid by a second hold, whose id has an 8 where the first has a 7.
    `select overlay(id::text placing '7' from 15 for 1) as id, sum(posted)::bigint as posted,
       max(case when state = 'open' then 'open' else 'ended' end) as state
     from holds where tenant_id = $1 and purpose = 'sms' group by 1`,
    [tenantId],
  );
  const wallet = await findWallet(house.service.database, tenantId);
  const spent = booked.reduce((sum, { posted }) => sum + posted, 0) + delivered.size * SMS_PRICE;
  const expected = { available: fundedCredits - spent, held: 0, spent };
  const found = { available: wallet?.available, held: wallet?.held, spent: wallet?.spent };

  return [
    ...(await problemsOf(house, tenantId)),
    ...(await untoldEnds(house, tenantId)),
    ...reportProblems(stories, booked, provider),
    ...messageProblems(tenantId, messages, provider, delivered),
    ...(JSON.stringify(expected) === JSON.stringify(found)
      ? []
      : [`the wallet should be ${JSON.stringify(expected)} and is ${JSON.stringify(found)}`]),
  ];
}

/** Reports whose end has no event, or several, or another one; and ends that no report has. */
async function untoldEnds(house: House, tenantId: string): Promise<string[]> {
  const rows = await sql<{ id: string; status: string | null; types: string[] | null }>(
    house,
    `select coalesce(r.id, e.subject_id) as id, r.status, e.types
     from (select * from reports where tenant_id = $1) r
     full join (select subject_id, array_agg(type) as types from events
                where tenant_id = $1 and type in ('report.completed', 'report.failed', 'report.blocked') group by 1) e
       on e.subject_id = r.id`,
    [tenantId],
  );
  return rows
    .filter(({ status, types }) => {
      const told = status === 'complete' ? 'report.completed' : `report.${status}`;
      return status === 'pending' ? types !== null : types?.join() !== told;
    })
    .map(
      ({ id, status, types }) =>
        `report ${id} is ${status}, and its events say ${types?.join() ?? 'nothing'}`,
    );
}

function listBooked(house: House, tenantId: string): Promise<BookedReport[]> {
  return sql<BookedReport>(
    house,
    `select r.id, r.status, r.attempts, r.sends + r.refused_sends as sends, h.state, h.posted, coalesce(p.posts, 0) as posts
     from reports r left join holds h on h.tenant_id = r.tenant_id and h.id = r.id
     left join (select e.hold_id, count(*) as posts from ledger_entries e where e.tenant_id = $1 and e.kind = 'post'
                group by e.hold_id) p on p.hold_id = r.id
     where r.tenant_id = $1`,
    [tenantId],
  );
}

function reportProblems(stories: Story[], booked: BookedReport[], provider: Provider): string[] {
  const problems: string[] = [];
  const asks = Map.groupBy(provider.asks, ({ email }) => email);
  const assessed = Map.groupBy(provider.assessed, (email) => email);
  const unexplained = new Map(booked.map((report) => [report.id, report]));
  for (const story of stories) {
    const report = unexplained.get(story.reportId);
    const note = (problem: string): void => void problems.push(`report ${story.reportId} ${problem}`);
    unexplained.delete(story.reportId);
    if (report === undefined) {
      note('was acknowledged and is not there, or was acknowledged twice');
      continue;
    }
    const asked = asks.get(story.email)?.length ?? 0;
    const isComplete = story.status === 'complete';
    const price = isComplete ? story.bureaus.length * BUREAU_PRICE : 0;
    if (report.status !== story.status) note(`was answered ${story.status} and is ${report.status}`);
    if (report.posted !== price) note(`should have cost ${price} and cost ${report.posted}`);
    if (report.posts !== (isComplete ? 1 : 0)) note(`was posted ${report.posts} times`);
    if (report.state === 'open') note('is over and still held');
    if (asked > story.bureaus.length) note(`asked bureaus ${asked} times for ${story.bureaus.length}`);
    if (isComplete && asked !== story.bureaus.length) note('is complete and not all bureaus were asked');
    if ((assessed.get(story.email)?.length ?? 0) > 1) note('was assessed twice');
    if ((report.attempts ?? 0) !== story.guesses)
      note(`was guessed at ${story.guesses} times and counts ${report.attempts}`);
    if (report.sends !== null && report.sends !== 1 + story.resends)
      note(`was sent ${1 + story.resends} codes and counts ${report.sends}`);
  }
  for (const { id, status } of unexplained.values())
    problems.push(`report ${id} (${status}) was never answered to a caller`);
  return problems;
}

function messageProblems(
  tenantId: string,
  messages: BookedMessage[],
  provider: Provider,
  delivered: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  const held = new Set(messages.map(({ id }) => id));
  const sent = provider.sends.filter((send) => send.tenantId === tenantId).map(({ smsId }) => smsId);
  if (new Set(sent).size !== sent.length) problems.push('a message was handed to the gateway twice');
  for (const id of sent) if (!held.has(id)) problems.push(`message ${id} was sent and never held`);
  for (const { id, state, posted } of messages) {
    const price = delivered.has(id) ? SMS_PRICE : 0;
    if (posted !== price) problems.push(`message ${id} should have cost ${price} and cost ${posted}`);
    if (state === 'open') problems.push(`message ${id} is still held`);
  }
  return problems;
}
