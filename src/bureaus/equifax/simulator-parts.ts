// The rest of a simulated file in Equifax's format: court records and fraud markers at the newest address, associates and aliases apart.
// The names inside court and CIFAS records are second hand; no case number is among them.
import type { SimulatedFile, SimulatedName } from '../simulation/population/simulated-file.ts';
import type { DataSet } from './data-sets.ts';
import type { Hand } from './simulator-accounts.ts';
import { date, type Style, type Tree, word } from './wire.ts';

type Report = { file: SimulatedFile; hand: Hand; asked: (set: DataSet) => boolean };

const CAMEL: Record<string, string> = {
  'county-court-judgment': 'judgment',
  'high-court-judgment': 'highCourtJudgment',
  decree: 'decree',
  bankruptcy: 'bankruptcyOrder',
  'individual-voluntary-arrangement': 'voluntaryArrangement',
  'debt-relief-order': 'debtReliefOrder',
  'administration-order': 'administrationOrder',
  sequestration: 'sequestration',
  'trust-deed': 'trustDeed',
};

/** Absent where there is none, or where it was not asked for. */
export function toCourtRecords({ file, hand, asked }: Report): Tree[] {
  if (!asked('courtAndInsolvencyInformationRequest')) return [];
  const { judgments = [], insolvencies = [] } = file.parts ?? {};
  return [
    ...judgments.map((one) => ({ ...one, ended: one.satisfiedDate })),
    ...insolvencies.map((one) => ({ ...one, ended: one.endDate })),
  ].map(({ kind, status, amountPence, date: day, court, ended }) => ({
    ccjType: word(hand.style, status === 'set-aside' ? 'judgmentSetAside' : (CAMEL[kind] ?? 'judgment')),
    value: amountPence === undefined ? undefined : { amount: Math.round(amountPence / 100), currency: 'GBP' },
    courtDate: date(hand.style, day),
    courtName: court,
    satisfactionDate: ended === undefined ? undefined : date(hand.style, ended),
    name: { surname: file.person.surname, forename: file.person.forename },
    nameMatchStatus: 'A',
  }));
}

export function toMarkers({ file, hand, asked }: Report): Tree | undefined {
  const markers = asked('cifasRequest') ? (file.parts?.fraudMarkers ?? []) : [];
  if (markers.length === 0) return undefined;
  return {
    cifas: markers.map((one) => ({
      caseType: word(hand.style, 'facilityTakeover'),
      applicationDate: date(hand.style, one.date),
      nameMatchStatus: 'A',
    })),
  };
}

/** The reply says only that there is a notice. */
export function hasNotice({ file: { parts }, asked }: Report): boolean {
  const { notices = [], judgments = [], insolvencies = [] } = parts ?? {};
  const isAny =
    notices.length > 0 || [...judgments, ...insolvencies].some(({ notice }) => notice !== undefined);
  return isAny && asked('noticeofCorrectionOrDisputeRequest');
}

export function toAssociates({ parts }: SimulatedFile, style: Style): Tree[] {
  return (parts?.associates ?? []).map(({ title, forename, surname, dateOfBirth }: SimulatedName) => ({
    dob: date(style, dateOfBirth),
    name: { surname, title, forename },
  }));
}

export function toAliases({ parts, person }: SimulatedFile, style: Style): Tree | undefined {
  const known = parts?.aliases ?? [];
  if (known.length === 0) return undefined;
  return {
    alias: known.map(({ forename, surname }) => ({
      aliasName: [`${forename} ${surname}`],
      dob: date(style, person.dateOfBirth),
    })),
  };
}

/** Invented from the id, for each label that was asked for. */
export function toScores({ person: { id } }: SimulatedFile, labels: readonly string[]): Tree | undefined {
  if (labels.length === 0) return undefined;
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 500;
  return { score: labels.map((scoreLabel) => ({ scoreLabel, positive: true, value: 200 + sum })) };
}
