// The live world: it costs money and sends messages. It only combines the rooms below, each behind its own port: risk assesses, a
// gateway sends the message, the bureaus are searched in parallel and their answers merged into one report.
import { randomInt } from 'node:crypto';
import type { Bureau, BureauAnswer } from '../bureaus/bureau.ts';
import { searchRoomOf } from '../bureaus/index.ts';
import { given } from '../domain/given.ts';
import type { Lenders } from '../domain/lenders/registry.ts';
import { coverageOf, currentFirst } from '../domain/reports/coverage.ts';
import type { BureauId } from '../domain/reports/credit-report.ts';
import { FILE_PARTS, type FilePart } from '../domain/reports/file-parts.ts';
import { hasAnswered } from '../domain/reports/report.ts';
import type { Assessor } from '../risk/assessor.ts';
import type { Sms } from '../sms/index.ts';
import { traced } from '../telemetry/trace.ts';
import { toCreditReport, toText } from './merged-report.ts';
import type { RecordIds } from './record-ids.ts';
import { TEST_CODE } from './test-mode.ts';
import type { UnderWay } from './under-way.ts';
import type { Fetched, Searched, Subject, World } from './world.ts';

type LiveNeeds = {
  assessor: Assessor;
  sms: Pick<Sms, 'readPhone' | 'send'>;
  /** For whoever waits for the report. */
  underWay?: UnderWay;
  bureaus: ReadonlyMap<BureauId, Pick<Bureau, 'search' | 'isSimulated'> & Partial<Pick<Bureau, 'asks'>>>;
  recordIds: Pick<RecordIds, 'identify'>;
  /** The date of a report's coverage. */
  nowMs: () => number;
  /** The registry that a tenant's reports are merged and named by. */
  lendersOf: (tenantId: string) => Promise<Lenders>;
  /** A random whole number below its argument. */
  draw?: (below: number) => number;
};

export function createLiveWorld(needs: LiveNeeds): World {
  return {
    isFree: false,
    assess: ({ tenantId, reportId, sessionId, consumer, facts }) =>
      needs.assessor.assess({
        tenantId,
        reportId,
        sessionId,
        consumer,
        ...(facts !== undefined && { facts }),
      }),
    readPhone: ({ mobileNumber }) => needs.sms.readPhone(mobileNumber),
    newCode: () => newCode(needs.draw ?? randomInt),
    sendCode: ({ consumer: { mobileNumber }, ...message }) => needs.sms.send({ ...message, mobileNumber }),
    fetchCreditReport: (subject) => fetchCreditReport(needs, subject),
  };
}

/** Six random digits, but never the fixed code of test mode, which everyone knows. */
function newCode(draw: (below: number) => number): string {
  const code = String(draw(1_000_000)).padStart(6, '0');
  return code === TEST_CODE ? newCode(draw) : code;
}

async function fetchCreditReport(
  needs: LiveNeeds,
  { tenantId, reportId, consumer, bureaus: wanted, newest }: Subject,
): Promise<Fetched> {
  const searchedFor = currentFirst(consumer);
  // Before anything is bought: without it the answers could not be merged.
  const lenders = await needs.lendersOf(tenantId);
  const searches: Searched[] = [];
  needs.underWay?.begin(reportId, wanted);
  const answers = await Promise.all(
    wanted.map(async (id) => {
      const bureau = needs.bureaus.get(id);
      // The operator has no contract with it: for the caller it is unavailable.
      if (bureau === undefined) return { id, answer: { status: 'unavailable' } satisfies BureauAnswer };
      const begunMs = performance.now();
      const answer = await traced(
        `bureau ${id}`,
        { 'trefoil.bureau': id },
        () => bureau.search({ reportId, consumer: searchedFor }),
        ({ status }) => ({ 'trefoil.outcome': status }),
      );
      const simulated = bureau.isSimulated && { simulated: true as const };
      const answeredMs = performance.now();
      const tookMs = Math.round(answeredMs - begunMs);
      searches.push({ id, status: answer.status, tookMs, answeredMs, ...simulated });
      needs.underWay?.note(reportId, { id, status: answer.status });
      return { id, answer, ...simulated };
    }),
  ).finally(() => needs.underWay?.end(reportId));
  const bureaus = answers.map(({ answer, ...rest }) => ({ ...rest, status: answer.status }));
  if (!bureaus.some(hasAnswered)) return { creditReport: null, bureaus, searches };
  const files = answers.flatMap(({ answer }) => (answer.status === 'ok' ? [answer.file] : []));
  const heard = bureaus.filter(hasAnswered);
  const asked = FILE_PARTS.filter((part) => heard.some(({ id }) => asksOf(needs, id).includes(part)));
  const merged = await toCreditReport(consumer, files, lenders, asked);
  const whose = { tenantId, consumer };
  const { records, hash } = await needs.recordIds.identify(whose, merged.consumerData.records, newest);
  const report = { ...merged, consumerData: { records } };
  const today = new Date(needs.nowMs()).toISOString().slice(0, 10);
  const searched = answers.map(({ id, answer }) => ({
    id,
    ...saidBy(answer),
    ...notAskedOf(needs, id, asked),
  }));
  const coverage = coverageOf(report, { consumer, bureaus: searched, roomOf: searchRoomOf, today });
  return { creditReport: await toText({ ...report, coverage }), bureaus, searches, recordsHash: hash };
}

function asksOf({ bureaus }: LiveNeeds, id: BureauId): readonly FilePart[] {
  return bureaus.get(id)?.asks ?? [];
}

/** Of the parts that the report has. What nobody was asked for it does not have, and says so by that. */
function notAskedOf(needs: LiveNeeds, id: BureauId, asked: readonly FilePart[]) {
  const asks = asksOf(needs, id);
  const notAsked = asked.filter((part) => !asks.includes(part));
  return notAsked.length === 0 ? {} : { notAsked };
}

/** What an answer says of the search, for the coverage. */
function saidBy(answer: BureauAnswer) {
  const { status, altered } = answer;
  const { leftOut, notes } = answer.status === 'ok' ? answer.file : { leftOut: answer.leftOut };
  return { status, ...given({ altered, leftOut, notes }) };
}
