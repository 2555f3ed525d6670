// The rest of Equifax's file: court records of every address, associates and aliases, notices, fraud markers (CIFAS), scores. No public
// sample has court or CIFAS records: their names are second hand, and those behind a "?" in the README are ours.
import { given } from '../../domain/given.ts';
import {
  type BureauFile,
  type FileAssociation,
  type FileInsolvency,
  type FileJudgment,
  PART_RECORDS_MAX,
} from '../../domain/reports/bureau-file.ts';
import { FILE_PARTS, type FilePart } from '../../domain/reports/file-parts.ts';
import { CallFailed } from '../bureau.ts';
import {
  endedBy,
  insolvencyKindOf,
  insolvencyStatusOf,
  judgmentKindOf,
  judgmentStatusOf,
} from '../reading/public-words.ts';
import { at, isoDate, notZero, wholeNumber, wireText, yesNo } from '../reading/wire-values.ts';
import { toMoney } from './accounts.ts';
import type { DataSet } from './data-sets.ts';
import type { Whose } from './marks.ts';
import type { EquifaxSettings } from './settings.ts';
import { valuesAt } from './tree.ts';
import { readWord } from './wire.ts';

type Parts = Pick<
  BureauFile,
  'judgments' | 'insolvencies' | 'associations' | 'aliases' | 'notices' | 'fraudMarkers' | 'scores'
>;

export function readParts(
  response: unknown,
  places: readonly unknown[],
  reading: { whose: Whose; reportId: string; today: string; onUnknown: () => void },
): Parts {
  const { whose, reportId } = reading;
  const records = places.flatMap((place, index) =>
    listOf(
      place,
      'addressSpecificData',
      'courtAndInsolvencyInformationData',
      'courtAndInsolvencyInformation',
    ).flatMap((record, order) => toPublicRecord(record, `${reportId}/${index}/court/${order}`, reading)),
  );
  const markers = places
    .flatMap((place) => listOf(place, 'addressSpecificData', 'cifasData', 'cifas'))
    .filter((record) => whose.own('publicRecords', record) !== null);
  const hasNotice = places.some((place) => yesNo(at(place, 'noticeOfCorrectionOrDisputePresent')) === true);
  const others = (...path: string[]) => listOf(response, 'nonAddressSpecificData', ...path);
  return given({
    judgments: some(records.flatMap(({ judgment }) => judgment ?? [])),
    insolvencies: some(records.flatMap(({ insolvency }) => insolvency ?? [])),
    associations: some(others('associates', 'associate').flatMap((one) => toName(at(one, 'name')))),
    aliases: some(
      others('aliases', 'alias').flatMap((one) =>
        valuesAt(one, 'aliasName').slice(0, PART_RECORDS_MAX).flatMap(toName),
      ),
    ),
    // The reply says that there is one, and no public sample has its text.
    notices: hasNotice ? [{ type: 'unsaid' as const }] : undefined,
    fraudMarkers: some(markers.map((record) => given({ companyName: wireText(at(record, 'companyName')) }))),
    scores: some(others('scores', 'score').flatMap(toScore)),
  });
}

const SETS: Partial<Record<FilePart, readonly DataSet[]>> = {
  judgments: ['courtAndInsolvencyInformationRequest'],
  insolvencies: ['courtAndInsolvencyInformationRequest'],
  electoralRoll: ['electoralRollRequest', 'rollingRegisterRequest'],
  notices: ['noticeofCorrectionOrDisputeRequest'],
  fraudMarkers: ['cifasRequest'],
};

/** Associates and aliases are in no data set: they come with every reply. */
export function partsAsked(settings: EquifaxSettings): FilePart[] {
  const asked: readonly string[] = settings.EQUIFAX_DATA_SETS;
  return FILE_PARTS.filter((part) => {
    if (part === 'scores') return settings.EQUIFAX_SCORE_LABELS.length > 0;
    return SETS[part]?.some((set) => asked.includes(set)) ?? true;
  });
}

function listOf(tree: unknown, ...path: string[]): unknown[] {
  const found = valuesAt(tree, ...path);
  if (found.length > PART_RECORDS_MAX) throw new CallFailed('unavailable', 'too many records', true);
  return found;
}

function some<Entry>(entries: Entry[]): Entry[] | undefined {
  return entries.length === 0 ? undefined : entries;
}

function toPublicRecord(
  record: unknown,
  ref: string,
  { whose, today, onUnknown }: { whose: Whose; today: string; onUnknown: () => void },
): { judgment?: FileJudgment; insolvency?: FileInsolvency }[] {
  const own = typeof record === 'object' ? whose.own('publicRecords', record) : null;
  if (own === null) return [];
  const words = readWord(at(record, 'ccjType')) ?? '';
  const court = wireText(at(record, 'courtName'));
  const ended = endedBy(
    isoDate(at(record, 'satisfactionDate')) ?? isoDate(at(record, 'dischargeDate')),
    today,
  );
  const said = {
    ref,
    court,
    caseNumber: wireText(at(record, 'caseNumber')),
    amount: notZero(toMoney(at(record, 'value'), onUnknown)),
    date: isoDate(at(record, 'courtDate')),
    ...own,
  };
  const insolvency = insolvencyKindOf(words);
  if (insolvency !== undefined) {
    const status = insolvencyStatusOf(words) ?? (ended === undefined ? 'in-force' : 'ended');
    return [{ insolvency: given({ ...said, kind: insolvency, status, endDate: ended }) }];
  }
  const status = judgmentStatusOf(words);
  const kind = judgmentKindOf(`${words} ${court ?? ''}`);
  const isPaid = status === 'open' && ended !== undefined;
  return [
    { judgment: given({ ...said, kind, status: isPaid ? 'satisfied' : status, satisfiedDate: ended }) },
  ];
}

/** A name in parts, or in one string. */
function toName(name: unknown): FileAssociation[] {
  const parts = ['title', 'forename', 'middleName', 'surname'].map((part) => wireText(at(name, part)));
  const text = parts.filter((part) => part !== undefined).join(' ') || wireText(name);
  return text === undefined ? [] : [{ name: text }];
}

const SCORE_MAX = 9_999;

function toScore(score: unknown): NonNullable<Parts['scores']> {
  const value = wholeNumber(at(score, 'value'), SCORE_MAX);
  if (value === undefined) return [];
  const isBelowZero = yesNo(at(score, 'positive')) === false;
  return [{ scale: wireText(at(score, 'scoreLabel')) ?? 'score', value: isBelowZero ? -value : value }];
}
