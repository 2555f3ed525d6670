// The rest of several bureaus' files, merged: judgments and insolvencies that are one become one, with what each bureau says otherwise;
// people are joined by name; what is a bureau's own (notices, markers, scores) stays the bureau's own.
import { given } from '../../given.ts';
import type { BureauFile, FileAssociation } from '../../reports/bureau-file.ts';
import type { BureauId } from '../../reports/credit-report.ts';
import type { Association, FilePart, FileParts } from '../../reports/file-parts.ts';
import { compareText } from '../compare-text.ts';
import { compareFirstNames, readFirstName } from '../first-names.ts';
import { mergeInsolvencies, mergeJudgments } from './merge-public-records.ts';
import { noticesOf } from './record-notices.ts';

/** `asked`: the parts that at least one bureau that answered was asked for; all others are absent. */
export function mergeParts(files: readonly BureauFile[], asked: readonly FilePart[]): FileParts {
  const parts: FileParts = {};
  const isAsked = new Set(asked);
  if (isAsked.has('judgments')) parts.judgments = mergeJudgments(sourcedOf(files, 'judgments'));
  if (isAsked.has('insolvencies')) parts.insolvencies = mergeInsolvencies(sourcedOf(files, 'insolvencies'));
  if (isAsked.has('associations')) parts.associations = mergeNames(sourcedOf(files, 'associations'));
  if (isAsked.has('aliases')) parts.aliases = mergeNames(sourcedOf(files, 'aliases'));
  if (isAsked.has('notices')) parts.notices = ownOf(files, 'notices');
  if (isAsked.has('fraudMarkers')) parts.fraudMarkers = ownOf(files, 'fraudMarkers');
  if (isAsked.has('scores')) parts.scores = ownOf(files, 'scores');
  return parts;
}

type ListPart = 'judgments' | 'insolvencies' | 'associations' | 'aliases';

function sourcedOf<Part extends ListPart>(files: readonly BureauFile[], part: Part) {
  return files.flatMap((file) =>
    ((file[part] ?? []) as NonNullable<BureauFile[Part]>[number][]).map((record) => ({
      bureau: file.bureau,
      record,
    })),
  );
}

function ownOf<Part extends 'notices' | 'fraudMarkers' | 'scores'>(files: readonly BureauFile[], part: Part) {
  type Own = NonNullable<BureauFile[Part]>[number];
  return files
    .flatMap(({ bureau, [part]: own }) => ((own ?? []) as Own[]).map((one) => ({ id: bureau, ...one })))
    .sort((a, b) => compareText(a.id, b.id) || compareText(JSON.stringify(a), JSON.stringify(b)));
}

type Named = { bureau: BureauId; record: FileAssociation };

/** One person may stand under an initial or a pet name; the surname decides, and the first name must not be another. */
function mergeNames(sources: readonly Named[]): Association[] {
  const groups: Named[][] = [];
  const sorted = sources.toSorted(
    (a, b) => compareText(a.bureau, b.bureau) || compareText(a.record.name, b.record.name),
  );
  for (const source of sorted) {
    const group = groups.find((one) =>
      one.every(({ record }) => isSameName(record.name, source.record.name)),
    );
    if (group === undefined) groups.push([source]);
    else group.push(source);
  }
  return groups.map(toAssociation);
}

function isSameName(one: string, other: string): boolean {
  const [a, b] = [splitName(one), splitName(other)];
  return a.surname === b.surname && compareFirstNames(a.first, b.first) !== 'different';
}

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|dame|lady|lord)\.?\s+/i;

function splitName(name: string) {
  const words = name.replace(TITLE, '').toUpperCase().split(/\s+/);
  return { surname: words.at(-1) ?? '', first: readFirstName(words.slice(0, -1).join(' ')) };
}

/** The fullest spelling, and one that is not all capitals among equals. */
function toAssociation(group: readonly Named[]): Association {
  const names = group.map(({ record }) => record.name);
  const [name = ''] = names.toSorted(
    (a, b) => b.length - a.length || Number(/[a-z]/.test(b)) - Number(/[a-z]/.test(a)) || compareText(a, b),
  );
  const days = (field: 'since' | 'lastConfirmed') =>
    group.flatMap(({ record }) => record[field] ?? []).sort();
  return given({
    name,
    since: days('since')[0],
    lastConfirmed: days('lastConfirmed').at(-1),
    notices: noticesOf(group),
    bureaus: [...new Set(group.map(({ bureau }) => bureau))].map((id) => ({ id })),
  });
}
