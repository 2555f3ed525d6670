// One check of a bureau: its look-up or token and one search by the real adapter, and what that shows of the shape of its replies. It
// prints nothing and stores nothing. No value of a person is in a report: printable.ts says what may be.
import { randomUUID } from 'node:crypto';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { BUREAU_NAMES, type BureauId } from '../../domain/reports/credit-report.ts';
import type { BureauAnswer } from '../bureau.ts';
import { EQUIFAX_SHAPE } from '../equifax/shape.ts';
import { EXPERIAN_SHAPE } from '../experian/shape.ts';
import { type BureausNeeds, openBureaus } from '../open.ts';
import { connectionOf } from '../settings.ts';
import { TRANSUNION_SHAPE } from '../transunion/shape.ts';
import { type Caught, catchReplies } from './catch-replies.ts';
import type { WireShape } from './declared.ts';
import type { Finding, PathSeen } from './findings.ts';
import { judgeAnswer } from './judge-answer.ts';
import { judgeReplies } from './judge-replies.ts';

export const SHAPES: Record<BureauId, WireShape> = {
  equifax: EQUIFAX_SHAPE,
  experian: EXPERIAN_SHAPE,
  transunion: TRANSUNION_SHAPE,
};

export type CheckReport = {
  bureau: BureauId;
  isSimulated: boolean;
  replies: { kind: Caught['kind']; httpStatus: number; kilobytes: number }[];
  answer: {
    outcome: BureauAnswer['status'];
    accounts: number;
    searches: number;
    addresses: number;
    leftOut: { reason: string; accounts: number; searches: number }[];
    notes: string[];
    /** Fields of the request that were sent otherwise than given, by their names. */
    altered: { field: string; change: string }[];
  };
  findings: Finding[];
  paths: PathSeen[];
  /** `read`: the reply was read whole. `look`: something must be looked at. `refused`: the bureau could not be asked, or refused. */
  verdict: 'read' | 'look' | 'refused';
};

export type CheckNeeds = Pick<BureausNeeds, 'settings' | 'population' | 'between' | 'entries'> & {
  bureau: BureauId;
  consumer: Consumer;
  /** Our reference of the search; a new one unless given. */
  reportId?: string;
};

export async function checkBureau(needs: CheckNeeds): Promise<CheckReport> {
  const { bureau, consumer } = needs;
  const caught = catchReplies();
  const notices: string[] = [];
  const faults: string[] = [];
  const opened = await openBureaus({
    ...needs,
    settings: { ...needs.settings, BUREAUS: [bureau] },
    between: (call) => caught.between(needs.between?.(call) ?? call),
    onOutcome: () => {},
    onBreaker: () => {},
    onFault: (_bureau, fault) => faults.push(fault),
    onNotice: (_bureau, notice) => notices.push(notice),
  });
  try {
    const asked = opened.bureaus.get(bureau);
    if (asked === undefined) throw new Error(`${BUREAU_NAMES[bureau]} was not opened.`);
    const answer = await asked.search({ reportId: needs.reportId ?? randomUUID(), consumer });
    const replies = await caught.replies();
    const judged = await judgeReplies(replies, { bureau, consumer, shape: SHAPES[bureau], answer });
    const told = judgeAnswer(answer, { bureau, isReadable: judged.isReadable, notices, faults });
    const findings = [...told, ...judged.findings].sort(bySeverity);
    return {
      bureau,
      isSimulated: connectionOf(needs.settings, bureau).url === null,
      replies: replies.map(({ kind, status, text }) => ({
        kind,
        httpStatus: status,
        kilobytes: Math.ceil(text.length / 1024),
      })),
      answer: figuresOf(answer),
      findings,
      paths: judged.paths,
      verdict: verdictOf(answer, findings, judged.isReadable),
    };
  } finally {
    await opened.close();
  }
}

const RANK = { fails: 0, look: 1, note: 2 } as const;
const bySeverity = (one: Finding, other: Finding): number => RANK[one.severity] - RANK[other.severity];

function verdictOf(answer: BureauAnswer, findings: Finding[], isReadable: boolean): CheckReport['verdict'] {
  const isAnswered = ['ok', 'no-trace', 'ambiguous-address'].includes(answer.status);
  // A reply that came as agreed and that the adapter cannot read is a matter of its shape.
  const isOurs = answer.status === 'unavailable' && isReadable;
  if (!isAnswered && !isOurs) return 'refused';
  return findings.some(({ severity }) => severity !== 'note') ? 'look' : 'read';
}

function figuresOf(answer: BureauAnswer): CheckReport['answer'] {
  const file = answer.status === 'ok' ? answer.file : undefined;
  const leftOut = answer.status === 'ok' ? answer.file.leftOut : answer.leftOut;
  return {
    outcome: answer.status,
    accounts: file?.accounts.length ?? 0,
    searches: file?.searches.length ?? 0,
    addresses: file?.residencies.length ?? 0,
    leftOut: (leftOut ?? []).map(({ reason, accounts, searches }) => ({ reason, accounts, searches })),
    notes: file?.notes ?? [],
    altered: (answer.altered ?? []).map(({ field, change }) => ({ field, change })),
  };
}
