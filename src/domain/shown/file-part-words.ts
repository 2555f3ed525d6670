// The rest of a credit file in words that people read: what it is, since when, how long it stays, who has it, how to have it put right. The
// same sections for the console, the consumer's page and the PDF; each draws them in its own way.
import { inWords } from '../in-words.ts';
import type { CreditReport } from '../reports/credit-report.ts';
import type { FilePart, Insolvency, Judgment, Notice } from '../reports/file-parts.ts';
import { bureauName, inList, NOTICE_WORDS, noticeTexts, unique } from './report-view.ts';
import { day, pounds, shownAddress, shownName } from './report-words.ts';

export type PartEntry = {
  title: string;
  standing?: { words: string; tone: 'ok' | 'warn' | 'danger' | 'quiet' };
  facts: [name: string, value: string][];
  /** Notices of correction, which have to be read with the entry. */
  notices: string[];
};

/** `none`: what to say where nothing was found; null where there are entries. */
export type PartSection = {
  part: FilePart;
  title: string;
  none: string | null;
  help: string;
  entries: PartEntry[];
};

type Shown = Pick<CreditReport, FilePart & keyof CreditReport> & {
  residencies: readonly Pick<
    CreditReport['residencies'][number],
    'address' | 'isCurrent' | 'electoralRoll'
  >[];
  coverage?: CreditReport['coverage'];
  consumerData?: { records: readonly { notices?: readonly Notice[] }[] };
};

/** The parts that at least one bureau was asked for, in this order. */
export function partSections(report: Shown): PartSection[] {
  const { judgments, insolvencies, associations, aliases, notices, fraudMarkers, scores } = report;
  const onRoll = report.residencies.some(({ electoralRoll }) => electoralRoll !== undefined);
  const found: [FilePart, PartEntry[] | undefined][] = [
    ['judgments', judgments?.map(judgmentEntry)],
    ['insolvencies', insolvencies?.map(insolvencyEntry)],
    ['electoralRoll', onRoll ? rollEntries(report) : undefined],
    ['associations', associations?.map((one) => nameEntry(one, 'Linked since'))],
    ['aliases', aliases?.map((one) => nameEntry(one, 'Since'))],
    ['notices', notices?.map(noticeEntry)],
    ['fraudMarkers', fraudMarkers?.map(markerEntry)],
    ['scores', scores?.map(scoreEntry)],
  ];
  return found.flatMap(([part, entries]) => {
    if (entries === undefined) return [];
    const none = entries.length === 0 ? noneWords(part, report) : null;
    return [{ part, ...SECTIONS[part], none, entries }];
  });
}

const SECTIONS: Record<FilePart, { title: string; help: string }> = {
  judgments: {
    title: 'Court judgments',
    help: 'A judgment that you have paid is marked as satisfied: send the court’s certificate to the bureau that still has it open. One paid within a month is taken off the register.',
  },
  insolvencies: {
    title: 'Insolvency',
    help: 'It stays for six years from the order, or until it ends if that is later. If it ended earlier, send proof to the bureau.',
  },
  electoralRoll: {
    title: 'Electoral roll',
    help: 'To be on the roll, register to vote with your council. Bureaus hear of it within weeks.',
  },
  associations: {
    title: 'Financial associations',
    help: 'Somebody with whom you have or had shared finances. If you no longer have any, ask each bureau for a disassociation.',
  },
  aliases: { title: 'Other names', help: 'Ask the bureau to remove a name that was never yours.' },
  notices: {
    title: 'Notices of correction',
    help: 'Whoever looks at your file has to read them. You can ask the bureau to change or remove yours.',
  },
  fraudMarkers: {
    title: 'Fraud warnings',
    help: 'A warning may be there to protect you. Ask who filed it, or Cifas, what it is about.',
  },
  scores: {
    title: 'Bureau scores',
    help: 'Each bureau has scales of its own: figures of two scales cannot be compared.',
  },
};

/** Who was asked, and that nothing came. */
function noneWords(part: FilePart, report: Shown): string {
  const {
    coverage,
    judgments = [],
    insolvencies = [],
    associations = [],
    aliases = [],
    consumerData,
  } = report;
  const others = [
    ...judgments,
    ...insolvencies,
    ...associations,
    ...aliases,
    ...(consumerData?.records ?? []),
  ];
  if (part === 'notices' && others.some(({ notices = [] }) => notices.length > 0))
    return 'On file beside what they are about.';
  const asked = (coverage?.bureaus ?? []).filter(
    ({ answered, notAsked = [] }) => answered && !notAsked.includes(part),
  );
  if (asked.length === 0) return 'None found.';
  return `None found at ${inList(asked.map(({ id }) => bureauName(id)))}.`;
}

const JUDGMENTS: Record<Judgment['kind'], string> = {
  'county-court-judgment': 'County court judgment',
  'high-court-judgment': 'High Court judgment',
  decree: 'Decree of a Scottish court',
  'child-support-order': 'Liability order for child maintenance',
};
export const judgmentTitle = (kind: Judgment['kind']): string => JUDGMENTS[kind];
export const JUDGED: Record<Judgment['status'], NonNullable<PartEntry['standing']>> = {
  open: { words: 'Not paid', tone: 'danger' },
  satisfied: { words: 'Satisfied', tone: 'quiet' },
  'set-aside': { words: 'Set aside', tone: 'quiet' },
};
const INSOLVENCIES: Partial<Record<Insolvency['kind'], string>> = {
  'individual-voluntary-arrangement': 'Individual voluntary arrangement (IVA)',
  'debt-relief-order': 'Debt relief order',
  'debt-arrangement-scheme': 'Debt arrangement scheme (Scotland)',
  sequestration: 'Sequestration (bankruptcy in Scotland)',
  'trust-deed': 'Trust deed (Scotland)',
  'income-payments': 'Income payments order or agreement',
  other: 'Insolvency of a kind that we do not know',
};
export const insolvencyTitle = (kind: Insolvency['kind']): string => INSOLVENCIES[kind] ?? inWords(kind);
export const INSOLVENT: Record<Insolvency['status'], NonNullable<PartEntry['standing']>> = {
  petition: { words: 'Petition', tone: 'warn' },
  'in-force': { words: 'In force', tone: 'danger' },
  ended: { words: 'Ended', tone: 'quiet' },
  annulled: { words: 'Annulled', tone: 'quiet' },
};

function judgmentEntry(judgment: Judgment): PartEntry {
  const { kind, status, satisfiedDate, date } = judgment;
  return {
    title: judgmentTitle(kind),
    standing: JUDGED[status],
    facts: [
      ...courtFacts(judgment),
      ...fact('Date of judgment', date && day(date)),
      ...fact('Satisfied', satisfiedDate && day(satisfiedDate)),
      ...fact('Stays on file until', status === 'set-aside' ? undefined : date && day(sixYearsAfter(date))),
      ...sourceFacts(judgment, (word) => JUDGED[word].words),
    ],
    notices: noticeTexts(judgment.notices),
  };
}

function insolvencyEntry(insolvency: Insolvency): PartEntry {
  const { kind, status, date, endDate, restriction, tradingName } = insolvency;
  const until = [date && sixYearsAfter(date), endDate, restriction?.to]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1);
  return {
    title: insolvencyTitle(kind),
    standing: INSOLVENT[status],
    facts: [
      ...courtFacts(insolvency),
      ...fact('Traded as', tradingName && shownName(tradingName)),
      ...fact('Since', date && day(date)),
      ...fact('Ended', endDate && day(endDate)),
      ...restrictionFacts(restriction ?? {}),
      ...fact('Stays on file until', until && day(until)),
      ...sourceFacts(insolvency, (word) => INSOLVENT[word].words),
    ],
    notices: noticeTexts(insolvency.notices),
  };
}

function restrictionFacts({ kind, from, to }: NonNullable<Insolvency['restriction']>): PartEntry['facts'] {
  const words = [
    from && `from ${day(from)}`,
    to && `until ${day(to)}`,
    kind && `by an ${kind.replace('-', ' ')}`,
  ];
  return fact('Restrictions', words.filter(Boolean).join(', '));
}

type Court = Pick<Insolvency, 'court' | 'caseNumber' | 'caseYear' | 'amount'>;
function courtFacts({ court, caseNumber, caseYear, amount }: Court): PartEntry['facts'] {
  const number = caseNumber && caseYear ? `${caseNumber} of ${caseYear}` : caseNumber;
  return [
    ...fact('Amount', amount && pounds(amount)),
    ...fact('Court', court && shownName(court)),
    ...fact('Case number', number),
  ];
}

type Sourced<Status extends string> = {
  bureaus: readonly { id: string; status?: Status; birthdayDiffers?: boolean }[];
};

/** Who has it, and who says otherwise. */
function sourceFacts<Status extends string>(
  { bureaus }: Sourced<Status>,
  words: (status: Status) => string,
): PartEntry['facts'] {
  const others = bureaus.flatMap(({ id, status }) =>
    status === undefined ? [] : [`${bureauName(id)}: ${words(status).toLowerCase()}`],
  );
  const mistyped = bureaus.filter(({ birthdayDiffers }) => birthdayDiffers).map(({ id }) => bureauName(id));
  return [
    ...fact('Reported by', inList(unique(bureaus.map(({ id }) => bureauName(id))))),
    ...fact('Says otherwise', others.length === 0 ? undefined : others.join('; ')),
    ...fact('Another date of birth at', mistyped.length === 0 ? undefined : inList(mistyped)),
  ];
}

function rollEntries({ residencies }: Shown): PartEntry[] {
  return residencies.flatMap(({ address, electoralRoll = [] }) => {
    if (electoralRoll.length === 0) return [];
    return [
      {
        title: shownAddress(address.addressLine1),
        facts: electoralRoll.map(({ bureaus, from, to }): [string, string] => {
          const since = from === undefined ? 'yes' : `from ${when(from)}`;
          const until = to === undefined ? '' : ` to ${when(to)}`;
          const by = bureaus === undefined ? '' : `, by ${inList(bureaus.map(bureauName))}`;
          return ['On the roll', since + until + by];
        }),
        notices: [],
      },
    ];
  });
}

/** A year, a month or a day, as exact as it is given. */
function when(period: string): string {
  if (period.length === 4) return period;
  return period.length === 7 ? day(`${period}-01`).replace(/^\S+ /, '') : day(period);
}

type Named = NonNullable<Shown['associations']>[number];

function nameEntry({ name, since, lastConfirmed, notices, bureaus }: Named, begun: string): PartEntry {
  return {
    title: shownName(name),
    facts: [
      ...fact(begun, since && day(since)),
      ...fact('Last confirmed', lastConfirmed && day(lastConfirmed)),
      ...fact('Reported by', inList(bureaus.map(({ id }) => bureauName(id)))),
    ],
    notices: noticeTexts(notices),
  };
}

function noticeEntry({ id, type, ref, date, text }: Notice): PartEntry {
  return {
    title: NOTICE_WORDS[type],
    facts: [...fact('Since', date && day(date)), ...fact('Reference', ref), ['Bureau', bureauName(id)]],
    notices: text === undefined ? [] : [`“${text}”`],
  };
}

function markerEntry({ id, companyName }: NonNullable<Shown['fraudMarkers']>[number]): PartEntry {
  return {
    title: 'Fraud warning',
    standing: { words: 'On file', tone: 'warn' },
    facts: [...fact('Filed by', companyName && shownName(companyName)), ['Bureau', bureauName(id)]],
    notices: [],
  };
}

function scoreEntry({ id, scale, value, reasons = [] }: NonNullable<Shown['scores']>[number]): PartEntry {
  return {
    title: bureauName(id),
    facts: [
      ['Score', String(value)],
      ['Scale', scale],
      ...fact('Reason codes', reasons.length === 0 ? undefined : reasons.join(', ')),
    ],
    notices: [],
  };
}

function fact(name: string, value: string | undefined): PartEntry['facts'] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

const YEARS_ON_FILE = 6;

export function sixYearsAfter(date: string): string {
  const year = Number(date.slice(0, 4)) + YEARS_ON_FILE;
  const text = `${year}${date.slice(4)}`;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return text.endsWith('02-29') && !isLeap ? text.replace(/29$/, '28') : text;
}
