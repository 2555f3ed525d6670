// What is public or marked about an invented person: judgments, insolvencies, associates, aliases, notices, a fraud marker. First the
// truth, then a bureau's version of it: bureaus miss records, hear late that a debt was paid, and spell courts and numbers in their own way.
import type { BureauId } from '../../../domain/reports/credit-report.ts';
import type { InsolvencyKind, JudgmentKind } from '../../../domain/reports/file-parts.ts';
import { addDays, addMonths } from './calendar.ts';
import type { Chance } from './chance.ts';
import type {
  SimulatedInsolvency,
  SimulatedJudgment,
  SimulatedName,
  SimulatedNotice,
  SimulatedParts,
} from './simulated-file.ts';
import { FEMALE_FORENAMES, MALE_FORENAMES, SURNAME_HEADS, SURNAME_TAILS } from './words.ts';

/** In per cent of people, or of records. */
const PUBLIC_RATES = {
  judgments: 6,
  insolvency: 2,
  associate: 12,
  alias: 4,
  notice: 1.5,
  fraudMarker: 0.6,
  satisfied: 35,
  setAside: 3,
  /** A second judgment of the same court on the same day; one in five of them for the same sum. */
  sameDay: 4,
  missing: 5,
  satisfiedUnheard: 15,
  amountMissing: 2,
  numberMissing: 2,
  dateSlip: 1,
  /** Of bankruptcies. */
  restriction: 15,
  trade: 20,
} as const;

const COURTS = ['EXAMPLETON', 'APPLEWICK', 'SEDGELEY', 'NETHERFORD', 'LARKHAM'];
const JUDGMENTS: readonly [JudgmentKind, share: number][] = [
  ['county-court-judgment', 90],
  ['high-court-judgment', 4],
  ['decree', 6],
];
/** With the months that each lasts. */
const INSOLVENCIES: readonly [InsolvencyKind, share: number, months: number][] = [
  ['individual-voluntary-arrangement', 40, 60],
  ['bankruptcy', 28, 12],
  ['debt-relief-order', 20, 12],
  ['sequestration', 4, 12],
  ['trust-deed', 4, 48],
  ['administration-order', 4, 36],
];
const ON_FILE_MONTHS = 71;
const NOTICE = 'I was in hospital when this came and paid as soon as I heard of it.';

/** Absent where the person has none of it. */
export function makeParts(chance: Chance, personId: string, today: string): SimulatedParts | undefined {
  const judgments = chance.is(PUBLIC_RATES.judgments) ? makeJudgments(chance, personId, today) : [];
  const insolvencies = chance.is(PUBLIC_RATES.insolvency) ? [makeInsolvency(chance, personId, today)] : [];
  const associates = chance.is(PUBLIC_RATES.associate) ? [makeName(chance, today)] : [];
  const aliases = chance.is(PUBLIC_RATES.alias) ? [makeName(chance, today)] : [];
  const hasNotice = chance.is(PUBLIC_RATES.notice);
  const notice = { ref: `NOC${chance.digits(9)}`, date: addMonths(today, -chance.int(1, 20)), text: NOTICE };
  const [first] = judgments;
  if (hasNotice && first !== undefined) first.notice = notice;
  const notices = hasNotice && first === undefined ? [notice] : [];
  const fraudMarkers = chance.is(PUBLIC_RATES.fraudMarker)
    ? [{ companyName: 'BELLWETHER BANK PLC', date: addMonths(today, -chance.int(1, 11)) }]
    : [];
  for (const one of insolvencies) if (one.kind === 'bankruptcy') addConduct(one, chance);
  const parts = { judgments, insolvencies, associates, aliases, notices, fraudMarkers };
  return Object.values(parts).every((list) => list.length === 0) ? undefined : parts;
}

function makeJudgments(chance: Chance, personId: string, today: string): SimulatedJudgment[] {
  const made: SimulatedJudgment[] = [];
  const count = chance.int(1, 3);
  while (made.length < count) {
    const before = made.at(-1);
    const isAgain = before !== undefined && chance.is(PUBLIC_RATES.sameDay);
    const kind = pickShare(chance, JUDGMENTS)[0];
    const fresh = {
      kind,
      court: chance.pick(COURTS) + (kind === 'decree' ? ' SHERIFF COURT' : ''),
      date: addDays(today, -chance.int(20, ON_FILE_MONTHS * 30)),
      amountPence: chance.int(8_000, 900_000),
    };
    const { amountPence, ...place } = isAgain ? { ...fresh, ...placeOf(before) } : fresh;
    const paid = addDays(place.date, chance.int(10, 900));
    const isPaid = chance.is(PUBLIC_RATES.satisfied) && paid <= today;
    const isSetAside = chance.is(PUBLIC_RATES.setAside);
    made.push({
      ...place,
      recordId: `${personId}/judgment-${made.length}`,
      caseNumber: `${chance.pick(['A', 'K', 'Q'])}${chance.digits(2)}Z${chance.digits(4)}`,
      amountPence: isAgain && chance.is(20) ? (before.amountPence ?? amountPence) : amountPence,
      status: isSetAside ? 'set-aside' : isPaid ? 'satisfied' : 'open',
      ...(isPaid && !isSetAside && { satisfiedDate: paid }),
    });
  }
  return made;
}

function placeOf({ kind, court, date }: SimulatedJudgment) {
  return { kind, court, date };
}

function makeInsolvency(chance: Chance, personId: string, today: string): SimulatedInsolvency {
  const [kind, , months] = pickShare(chance, INSOLVENCIES);
  const date = addDays(today, -chance.int(40, ON_FILE_MONTHS * 30));
  const endDate = addMonths(date, months);
  const hasEnded = endDate <= today;
  return {
    recordId: `${personId}/insolvency`,
    kind,
    status: hasEnded ? 'ended' : 'in-force',
    court: chance.pick(COURTS),
    caseNumber: chance.digits(chance.int(2, 4)),
    amountPence: chance.int(5_000, 60_000) * 100,
    date,
    ...(hasEnded && { endDate }),
  };
}

/** Drawn after everything else, so that the rest of a person is what it was. */
function addConduct(bankruptcy: SimulatedInsolvency, chance: Chance): void {
  if (chance.is(PUBLIC_RATES.trade))
    bankruptcy.tradingName = `${chance.pick(SURNAME_HEADS)} ROOFING`.toUpperCase();
  if (!chance.is(PUBLIC_RATES.restriction)) return;
  const kind = chance.is(85) ? 'undertaking' : 'order';
  const from = addMonths(bankruptcy.date, chance.int(5, 11));
  bankruptcy.restriction = { kind, from, to: addMonths(from, chance.int(24, 96)) };
}

function makeName(chance: Chance, today: string): SimulatedName {
  return {
    title: chance.pick(['Mr', 'Mrs', 'Ms']),
    forename: chance.pick([...FEMALE_FORENAMES, ...MALE_FORENAMES]),
    surname: chance.pick(SURNAME_HEADS) + chance.pick(SURNAME_TAILS),
    dateOfBirth: `19${chance.int(50, 99)}-0${chance.int(1, 9)}-1${chance.int(0, 9)}`,
    since: addMonths(today, -chance.int(6, 120)),
  };
}

function pickShare<Row extends readonly [unknown, number, ...unknown[]]>(
  chance: Chance,
  rows: readonly Row[],
): Row {
  const draw = chance.int(1, 100);
  let sum = 0;
  for (const row of rows) {
    sum += row[1];
    if (draw <= sum) return row;
  }
  return rows[0] as Row;
}

/** A bureau's version. Associates, aliases and notices are the bureau's own: each has them by chance. */
export function viewParts(parts: SimulatedParts, chance: Chance): SimulatedParts {
  const isKnown = () => !chance.is(PUBLIC_RATES.missing);
  return {
    judgments: parts.judgments
      .filter(isKnown)
      .map((one) => viewRecord(one, chance))
      .map((one) => viewEnd(one, chance)),
    insolvencies: parts.insolvencies.filter(isKnown).map((one) => viewRecord(one, chance)),
    associates: parts.associates.filter(isKnown),
    aliases: parts.aliases.filter(isKnown),
    notices: parts.notices.filter(isKnown),
    fraudMarkers: parts.fraudMarkers.filter(isKnown),
  };
}

function viewRecord<Kind extends SimulatedJudgment | SimulatedInsolvency>(
  record: Kind,
  chance: Chance,
): Kind {
  const { amountPence, caseNumber, ...seen } = record;
  const isMissing = chance.is(PUBLIC_RATES.amountMissing);
  const isUnnumbered = chance.is(PUBLIC_RATES.numberMissing);
  const days = chance.is(PUBLIC_RATES.dateSlip) ? chance.int(1, 3) : 0;
  const number =
    caseNumber !== undefined && chance.is(30)
      ? `${caseNumber.slice(0, 3)} ${caseNumber.slice(3)}`
      : caseNumber;
  return {
    ...seen,
    date: addDays(record.date, -days),
    court: `${record.court}${chance.pick(['', '', ' COUNTY COURT', ' CC'])}`,
    ...(!isMissing && amountPence !== undefined && { amountPence }),
    ...(!isUnnumbered && number !== undefined && { caseNumber: number.trim() }),
  } as Kind;
}

function viewEnd({ satisfiedDate, ...judgment }: SimulatedJudgment, chance: Chance): SimulatedJudgment {
  if (satisfiedDate === undefined) return judgment;
  if (chance.is(PUBLIC_RATES.satisfiedUnheard)) return { ...judgment, status: 'open' };
  return { ...judgment, satisfiedDate };
}

/** The persona who shows it all: one judgment paid, at two bureaus; one that only Experian knows to be paid; a debt relief order. */
export function personaParts(bureau: BureauId, today: string): SimulatedParts {
  const notice: SimulatedNotice = { ref: 'NOC000000017', date: addMonths(today, -29), text: NOTICE };
  const paid: SimulatedJudgment = {
    recordId: 'persona/judgment-0',
    kind: 'county-court-judgment',
    status: 'satisfied',
    court: 'EXAMPLETON',
    caseNumber: 'K41Z5521',
    amountPence: 41_037,
    date: addMonths(today, -33),
    satisfiedDate: addMonths(today, -30),
    notice,
  };
  const unheard: SimulatedJudgment = {
    recordId: 'persona/judgment-1',
    kind: 'county-court-judgment',
    status: bureau === 'experian' ? 'satisfied' : 'open',
    court: 'APPLEWICK',
    caseNumber: 'A27Z0083',
    amountPence: 184_000,
    date: addMonths(today, -17),
    ...(bureau === 'experian' && { satisfiedDate: addMonths(today, -2) }),
  };
  return {
    judgments: bureau === 'equifax' ? [unheard] : [paid, unheard],
    insolvencies: [
      {
        recordId: 'persona/insolvency',
        kind: 'debt-relief-order',
        status: 'in-force',
        court: 'EXAMPLETON',
        caseNumber: '3172',
        amountPence: 1_410_000,
        date: addMonths(today, -7),
      },
    ],
    associates: [
      {
        title: 'Mrs',
        forename: 'Olwen',
        surname: 'Nettleford',
        dateOfBirth: '1978-05-14',
        since: addMonths(today, -80),
      },
    ],
    aliases: [
      {
        title: 'Mr',
        forename: 'Idris',
        surname: 'Hollowell',
        dateOfBirth: '1976-03-19',
        since: addMonths(today, -120),
      },
    ],
    notices: [],
    fraudMarkers: [],
  };
}
