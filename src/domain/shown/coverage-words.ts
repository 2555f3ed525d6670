// What a search left out and how it was asked, in sentences: records of other people, what was sent in other letters, what was hard to
// read. The consumer's page, the PDF and the console show them as they are.
import { counted } from '../in-words.ts';
import type { BureauCoverage } from '../reports/credit-report.ts';
import { bureauName, inList } from './report-view.ts';

type Bureau = Pick<BureauCoverage, 'id' | 'altered' | 'leftOut' | 'notes'>;

/** What may be missing because of it, a sentence each, bureau by bureau. */
export function missingWords(bureaus: readonly Bureau[]): string[] {
  return bureaus.flatMap(({ id, leftOut = [], notes = [] }) => {
    const name = bureauName(id);
    return [
      ...leftOut.flatMap((one) => leftOutWords(name, one)),
      ...notes.map((note) => NOTES[note].replace('{bureau}', name)),
    ];
  });
}

/** What was sent otherwise than it was given; one sentence where several bureaus were sent the same. */
export function alteredWords(bureaus: readonly Bureau[]): string[] {
  const sent = bureaus.flatMap(({ id, altered = [] }) => altered.map((one) => ({ ...one, id })));
  const alike = Map.groupBy(sent, ({ field, sent: text, change }) => `${change} ${field} ${text}`);
  return [...alike.values()].map((some) => {
    const [{ field, sent: text, change }] = some as [(typeof some)[number]];
    const names = inList(some.map(({ id }) => bureauName(id)));
    const [were, they, doThey] = some.length === 1 ? ['was', 'it', 'does'] : ['were', 'they', 'do'];
    const what = fieldWords(field);
    if (text === undefined)
      return `${names} ${were} not asked for ${what}, because ${they} ${doThey} not take it.`;
    const why = change === 'cut' ? 'more letters' : 'every letter and sign';
    return `${names} ${were} asked for “${text}” as ${what}, because ${they} ${doThey} not take ${why}.`;
  });
}

const NOTES: Record<NonNullable<BureauCoverage['notes']>[number], string> = {
  'built-in-codes':
    '{bureau} could not explain its codes this time. We read them by our own list, so kinds of accounts may be less exact.',
  'records-missing':
    '{bureau} counts more records than it sent. Accounts, searches or judgments may be missing here.',
  'codes-unknown':
    '{bureau} used a code that we do not know. The kind, the status or the amounts of an account may be missing.',
  'short-term-not-asked':
    '{bureau} was not asked for short-term loans, which it keeps in a list of their own.',
};

function leftOutWords(name: string, one: NonNullable<BureauCoverage['leftOut']>[number]): string[] {
  const { reason, accounts, searches, publicRecords = 0 } = one;
  const count = accounts + searches + publicRecords;
  if (count === 0) return [];
  const what = inList([
    ...(accounts > 0 ? [counted(accounts, 'account')] : []),
    ...(searches > 0 ? [searches === 1 ? '1 search' : `${searches} searches`] : []),
    ...(publicRecords > 0 ? [counted(publicRecords, 'public record')] : []),
  ]);
  const isOne = count === 1;
  if (reason === 'another-person')
    return [
      `${name} sent ${what} that it marks as ${isOne ? 'another person’s. It is' : 'other people’s. They are'} not in this report.`,
    ];
  return [
    `${name} sent ${what} whose name or date of birth ${isOne ? 'does' : 'do'} not fit well enough. ${isOne ? 'It may be another person’s, and is' : 'They may be other people’s, and are'} not in this report.`,
  ];
}

const FIELDS: Record<string, string> = {
  title: 'title',
  firstName: 'first name',
  middleName: 'middle name',
  lastName: 'last name',
  subBuildingName: 'flat',
  buildingName: 'house name',
  buildingNumber: 'house number',
  thoroughfare: 'street',
  district: 'district',
  townOrCity: 'town',
  county: 'county',
  postcode: 'postcode',
};

/** "/previousNames/0/lastName" reads "a previous last name". */
function fieldWords(pointer: string): string {
  const [list = '', place = '', ...rest] = pointer.split('/').slice(1);
  const name = FIELDS[rest.at(-1) ?? list];
  if (list === 'previousNames') return `a previous ${name ?? 'name'}`;
  if (list !== 'addresses') return `the ${name ?? 'details'}`;
  if (name === undefined) return place === '0' ? 'the current address' : 'an earlier address';
  return place === '0' ? `the ${name}` : `the ${name} of an earlier address`;
}
