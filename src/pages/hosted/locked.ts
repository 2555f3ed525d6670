// The answers of a session with what its tenant filled in and locked: what is shown and not asked, and what is left to ask. The rule is
// domain/hosted/prefill.ts, which the use case goes by whatever a page sends.
import { type ChangeableField, SINGLE_FIELDS } from '../../domain/hosted/consumer-session.ts';
import type { SessionView } from '../../usecases/hosted/visit.ts';
import {
  type Answers,
  answersOf,
  type Field,
  type FieldsForm,
  FORMS,
  isList,
  LISTS,
  QUESTION_IDS,
  type QuestionId,
} from './answers.ts';

/** What the tenant filled in and locked, as if it had been typed. */
export function fixedIn({ prefill, locked }: SessionView): Answers {
  return answersOf(Object.fromEntries(locked.map((field) => [field, prefill[field]])));
}

/** What was typed, or what the tenant filled in before anything was; over both, what is locked. Lists are without their locked entries. */
export function answersIn(view: SessionView): Answers {
  const { otherNames, otherAddresses, ...fixed } = fixedIn(view);
  const none = isWhole(view) ? { otherNames: [], otherAddresses: [] } : {};
  if (Object.keys(view.answers).length > 0) return { ...none, ...(view.answers as Answers), ...fixed };
  return {
    ...none,
    ...answersOf(view.prefill),
    ...(otherNames !== undefined && { otherNames: [] }),
    ...(otherAddresses !== undefined && { otherAddresses: [] }),
  };
}

/** All that must be known is filled in: the consumer begins with the summary, where they may add to the lists. */
function isWhole({ prefill }: SessionView): boolean {
  return SINGLE_FIELDS.every((field) => prefill[field] !== undefined) && (prefill.addresses ?? []).length > 0;
}

const LOCKED_WITH: Record<Field, ChangeableField> = {
  firstName: 'firstName',
  lastName: 'lastName',
  mobile: 'mobileNumber',
  day: 'dateOfBirth',
  month: 'dateOfBirth',
  year: 'dateOfBirth',
  flat: 'addresses',
  building: 'addresses',
  street: 'addresses',
  town: 'addresses',
  postcode: 'addresses',
};

/** What is left to ask of a form when the tenant filled in some of it and locked it. */
export function openPart({ fields, check }: FieldsForm, locked: readonly ChangeableField[]): FieldsForm {
  const isOpen = (field: Field) => !locked.includes(LOCKED_WITH[field]);
  return {
    fields: fields.filter(isOpen),
    check: (typed, today) => check(typed, today).filter(({ field }) => field === 'more' || isOpen(field)),
  };
}

/** Nothing of it is asked. To a list the consumer may always add. */
export function isLocked(id: QuestionId, locked: readonly ChangeableField[]): boolean {
  return !isList(id) && openPart(FORMS[id], locked).fields.length === 0;
}

export function firstUnanswered(
  answers: Answers,
  today: string,
  locked: readonly ChangeableField[],
): QuestionId | null {
  const isAnswered = (id: QuestionId): boolean =>
    isList(id)
      ? answers[LISTS[id].key] !== undefined
      : openPart(FORMS[id], locked).check(answers, today).length === 0;
  return QUESTION_IDS.find((id) => !isAnswered(id)) ?? null;
}
