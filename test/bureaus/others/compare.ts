// A reading of an invented reply beside what a right one gives, field by field.
import { isDeepStrictEqual } from 'node:util';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import { answerToTwin } from '../../support/bureaus/wire-twins.ts';
import type { Expected, Fields, Reply } from './expected.ts';
import type { Person } from './truth.ts';

/** `field`: the part of the file and the field. */
export type Mismatch = { person: number; field: string; expected: unknown; read: unknown; record: Fields };

export async function readReply(
  person: Person,
  { bureau, text, reference, isJson }: Reply,
): Promise<BureauAnswer> {
  const settings = bureau === 'equifax' && isJson ? { EQUIFAX_STYLE: 'json' as const } : {};
  const all = { ...settings, EXPERIAN_SCORE: true, EQUIFAX_SCORE_LABELS: ['RNOLF04'] };
  const enquiry = { reportId: reference, consumer: person.consumer };
  const tables = hasTables(person) ? {} : { tables: null };
  return (await answerToTwin(bureau, text, enquiry, { settings: all, ...tables })).answer;
}

/** TransUnion's look-up of codes fails for one person in five. */
const hasTables = ({ at }: Person): boolean => at % 5 !== 0;

const PARTS = [
  'accounts',
  'searches',
  'judgments',
  'insolvencies',
  'associations',
  'aliases',
  'notices',
  'fraudMarkers',
  'scores',
] as const;

/** How many fields were compared, and those that differ. */
export function compareReading(
  person: Person,
  reply: Reply,
  answer: BureauAnswer,
): { compared: number; wrong: Mismatch[] } {
  const wrong: Mismatch[] = [];
  let compared = 0;
  const check = (field: string, expected: unknown, read: unknown, record: Fields) => {
    compared += 1;
    if (!isDeepStrictEqual(plain(expected), plain(read)))
      wrong.push({ person: person.at, field, expected, read, record });
  };
  check('status', 'ok', answer.status, {});
  if (answer.status !== 'ok') return { compared, wrong };
  const { file } = answer;
  for (const part of PARTS) {
    const read = (file[part] ?? []) as Fields[];
    const expected = reply.expected[part];
    check(`${part}.length`, expected.length, read.length, {});
    if (expected.length !== read.length) continue;
    for (const [at, fields] of expected.entries())
      for (const [field, value] of Object.entries(fields))
        check(`${part}.${field}`, value, read[at]?.[field], { ...fields, read: read[at] });
  }
  const roll = file.residencies.flatMap((home) => (home.roll ?? []) as Fields[]);
  check('roll', reply.expected.roll, roll, {});
  const homes = person.homes.map(({ postcode }, index) => `${postcode} ${index === 0}`);
  const read = file.residencies.map(({ address, isCurrent }) => `${address.postcode} ${isCurrent}`);
  check('homes', homes.toSorted(), read.toSorted(), {});
  check('leftOut', sorted(reply.expected.leftOut), sorted(file.leftOut ?? []), {});
  const isBlind = reply.bureau === 'transunion' && !hasTables(person);
  check('notes', isBlind ? ['built-in-codes'] : [], file.notes ?? [], {});
  return { compared, wrong };
}

const sorted = (counts: Expected['leftOut']) =>
  counts
    .map((count) => ({ ...count, publicRecords: count.publicRecords ?? 0 }))
    .sort((a, b) => a.reason.localeCompare(b.reason));

/** Without fields that are undefined, names without their case. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return value === undefined
    ? null
    : JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? one.toLowerCase() : one));
}
