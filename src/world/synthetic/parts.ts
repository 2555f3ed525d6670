// The rest of a synthetic file: nothing found, but of the test number that puts judgments, an insolvency, an associate, an alias and a notice on
// file. They become bureau files and are merged as in live mode. Scores are asked of nobody, and the electoral roll is not part of test mode.
import { mergeParts } from '../../domain/merging/parts/merge-parts.ts';
import type { BureauFile, FileJudgment } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { FilePart, FileParts } from '../../domain/reports/file-parts.ts';
import type { TestEffect } from '../test-numbers.ts';
import { dayBefore } from './calendar.ts';

const ASKED: readonly FilePart[] = [
  ...(['judgments', 'insolvencies', 'associations', 'aliases', 'notices', 'fraudMarkers'] as const),
];

/** `bureaus`: those that have a file, in their order. */
export function makeParts(
  effect: TestEffect | undefined,
  given: { consumer: Consumer; bureaus: readonly BureauId[]; today: string },
): FileParts {
  const files = effect === 'public-records' ? given.bureaus.map((id, at) => toFile(id, at, given)) : [];
  return mergeParts(files, ASKED);
}

function toFile(
  bureau: BureauId,
  at: number,
  { consumer, bureaus, today }: { consumer: Consumer; bureaus: readonly BureauId[]; today: string },
): BureauFile {
  const ago = (months: number) => dayBefore(today, months, 0);
  const paid: FileJudgment = {
    ref: `${bureau}-judgment-1`,
    kind: 'county-court-judgment',
    status: 'satisfied',
    court: 'Exampleton',
    caseNumber: 'K41Z5521',
    amount: { amount: 41_037, currency: 'GBP' },
    date: ago(33),
    satisfiedDate: ago(30),
    notices: [
      {
        type: 'correction',
        ref: 'NOC000000017',
        date: ago(29),
        text: 'I was in hospital when this came and paid as soon as I heard of it.',
      },
    ],
  };
  const isLast = at === bureaus.length - 1;
  const second: FileJudgment = {
    ref: `${bureau}-judgment-2`,
    kind: 'county-court-judgment',
    status: isLast ? 'satisfied' : 'open',
    court: 'Applewick',
    caseNumber: 'A27Z0083',
    amount: { amount: 184_000, currency: 'GBP' },
    date: ago(17),
    ...(isLast && { satisfiedDate: ago(2) }),
  };
  return {
    bureau,
    accounts: [],
    searches: [],
    residencies: [],
    judgments: [paid, second],
    insolvencies: [
      {
        ref: `${bureau}-insolvency`,
        kind: 'debt-relief-order',
        status: 'in-force',
        caseNumber: '3172',
        amount: { amount: 1_410_000, currency: 'GBP' },
        date: ago(7),
      },
    ],
    associations: [{ name: 'Olwen Sample', since: ago(80) }],
    aliases: [{ name: `${consumer.firstName} Hollowell`, since: ago(120) }],
  };
}
