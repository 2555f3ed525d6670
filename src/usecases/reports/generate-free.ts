// Generate where nothing is paid for and nothing outside is called: the report is inserted once, in its final state, or with its
// challenge. Bad days are the world's: this file only follows its answers.
import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { answerOf, type ReportAnswer } from '../../domain/reports/report.ts';
import type { ChallengeStore } from '../../storage/reports/challenges.ts';
import type { Finders } from '../../storage/reports/finders.ts';
import type { PathOfReference } from '../../storage/reports/reference-paths.ts';
import type { NewReport } from '../../storage/reports/report-parts.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import type { TestClockStore } from '../../storage/reports/test-clocks.ts';
import type { TestReceiptStore } from '../../storage/reports/test-receipts.ts';
import type { Assessment, World } from '../../world/world.ts';
import type { PricesOf } from '../wallet/prices.ts';
import { fetchFree } from './buy.ts';
import { stillRunning, unreachable } from './challenge-refusals.ts';
import { type Charged, type GenerateInput, withFreshCode } from './charged.ts';
import { freshChallenge } from './fresh-challenge.ts';
import { openTestWallet, type TestWallet } from './test-wallet.ts';

type Needs = {
  reports: ReportStore;
  challenges: Pick<ChallengeStore, 'takeBackSend'>;
  clocks: Pick<TestClockStore, 'findClock'>;
  receipts: Pick<TestReceiptStore, 'planReceipt'>;
  pricesOf: PricesOf;
  hashCode: (challengeId: string, code: string) => Buffer;
  hashReference: (tenantId: string, reference: string) => Buffer;
  pathOfReference: PathOfReference;
  finders: Pick<Finders, 'of'>;
};

type GenerateFree = (input: GenerateInput, world: World) => Promise<Charged<ReportAnswer>>;

export function createGenerateFree(needs: Needs): GenerateFree {
  return async (input, world) => {
    const aheadMs = await aheadOf(needs, input);
    const subject = { ...input, aheadMs };
    const purse = await openTestWallet(needs, input);
    const assessment = withFreshCode(await world.assess(subject), input);
    if (assessment.verdict === 'challenge') return challenge(needs, input, world, assessment, purse);

    const ending =
      assessment.verdict === 'block'
        ? { status: 'blocked' as const, failureReason: null, body: null }
        : await fetchFree(world, subject);
    const wallet = purse?.afterEnding(ending);
    const report = { ...newReport(needs, input, wallet?.balance), ...ending, challenge: null };
    const stored = await needs.reports.insertReport(report);
    // A process that took this request before inserted the report and died before it answered: that report counts.
    if (stored === null) return readBack(needs, input);
    if (assessment.isInProgress) throw stillRunning();
    const course = { id: input.reportId, ...ending, challengeId: null, challenge: null };
    const answer = answerOf({ ...course, maskedNumber: null, spentCredits: 0 }, ending.body, stored.atMs);
    return { answer, wallet: wallet ?? { balance: stored.balanceCredits, cost: 0 } };
  };
}

async function challenge(
  needs: Needs,
  input: GenerateInput,
  world: World,
  { device, isExpired, isInProgress }: Assessment,
  purse: TestWallet | null,
): Promise<Charged<ReportAnswer>> {
  const { tenantId, reportId, consumer, testOptions } = input;
  const isDoomed = device === 'unverified' && { isDoomed: true as const };
  const phone = world.readPhone(consumer);
  if (!isDoomed && phone.kind === 'unusable') {
    const failed = { status: 'failed' as const, failureReason: 'unreachable' as const };
    await needs.reports.insertReport({ ...newReport(needs, input), ...failed, body: null, challenge: null });
    throw unreachable(phone.why);
  }
  const [challengeId, code] = [randomUUIDv7(), world.newCode()];
  const codeHash = needs.hashCode(challengeId, code);
  const message = { tenantId, smsId: randomUUIDv7(), consumer, code, ...(testOptions && { testOptions }) };
  const sms = isDoomed ? ('none' as const) : await world.sendCode(message);
  const wallet = isDoomed ? purse?.afterEnding({ body: null }) : purse?.afterChallenge(sms !== 'refused');
  const stored = await needs.reports.insertReport({
    ...newReport(needs, input, wallet?.balance),
    status: 'pending',
    body: null,
    challenge: {
      id: challengeId,
      smsId: message.smsId,
      sms,
      codeHash,
      ...isDoomed,
      ...(isExpired && { isSpent: true }),
    },
  });
  if (stored === null) return readBack(needs, input);
  const sends = sms === 'refused' ? await takeBack(needs, input, message.smsId, codeHash) : 1;
  const receipt = sms === 'accepted' && world.receiptOf?.(message);
  if (receipt) await needs.receipts.planReceipt({ tenantId, reportId, smsId: message.smsId, ...receipt });
  if (isInProgress) throw stillRunning();
  const sentAtMs = stored.sentAtMs ?? stored.atMs;
  const answer = freshChallenge(input, { challengeId, sends, sms, sentAtMs, ...isDoomed });
  return { answer, wallet: wallet ?? { balance: stored.balanceCredits, cost: 0 } };
}

async function takeBack(
  { challenges }: Needs,
  { tenantId, reportId }: GenerateInput,
  smsId: string,
  codeHash: Buffer,
): Promise<number> {
  const send = { tenantId, reportId, smsId, priceCredits: 0, codeHash, earlier: null };
  return (await challenges.takeBackSend(send)).sends;
}

function newReport(
  { hashReference, pathOfReference, finders }: Needs,
  { tenantId, reportId, test, bureaus, consumer, externalReference, testOptions }: GenerateInput,
  testBalance?: number,
): Omit<NewReport, 'status' | 'body' | 'challenge'> {
  const reference = externalReference ?? null;
  return {
    tenantId,
    id: reportId,
    isTest: test,
    bureaus,
    details: {
      consumer,
      ...(externalReference !== undefined && { externalReference }),
      ...(testOptions !== undefined && { testOptions }),
      ...(testBalance !== undefined && { testBalance }),
    },
    externalReferenceHash: reference === null ? null : hashReference(tenantId, reference),
    referencePath: reference === null ? null : pathOfReference(tenantId, reference),
    finders: finders.of(tenantId, consumer),
    clockId: testOptions?.clock ?? null,
  };
}

async function aheadOf({ clocks }: Needs, { tenantId, testOptions }: GenerateInput): Promise<number> {
  if (testOptions?.clock === undefined) return 0;
  const clock = isUuid(testOptions.clock) ? await clocks.findClock(tenantId, testOptions.clock) : null;
  if (clock !== null) return clock.aheadMs;
  const message = 'is not a test clock of this tenant, or it has ended: make one with POST …/test-clocks';
  throw new Refusal('validation-error', 'The request body is not acceptable: 1 problem. See details.', {
    details: [{ path: '/testOptions/clock', message }],
  });
}

async function readBack(needs: Needs, { tenantId, reportId }: GenerateInput): Promise<Charged<ReportAnswer>> {
  const report = await needs.reports.findReport(tenantId, reportId);
  if (report === null) throw new Error('a report that could not be inserted must be there');
  return {
    answer: answerOf(report, report.body, report.atMs),
    wallet: { balance: report.balanceCredits, cost: 0 },
  };
}
