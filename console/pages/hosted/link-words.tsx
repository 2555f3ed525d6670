// The states of a link, in words, shapes and colours.

import { type ChangeableField, SESSION_WORDS } from '../../../src/domain/hosted/consumer-session.ts';
import type { ConsumerSession } from '../../api/shapes.ts';
import { Chip } from '../../parts/status-chip.tsx';
import type { Tone } from '../../parts/words.ts';

const LOOKS: Record<ConsumerSession['status'], [Tone, string]> = {
  created: ['plain', '○'],
  opened: ['info', '◐'],
  consented: ['info', '◐'],
  submitted: ['info', '◐'],
  code: ['info', '◐'],
  complete: ['ok', '●'],
  failed: ['danger', '✕'],
  blocked: ['danger', '■'],
  declined: ['plain', '■'],
  expired: ['plain', '■'],
  cancelled: ['plain', '■'],
};

const FIELDS: Record<ChangeableField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  mobileNumber: 'Mobile number',
  addresses: 'Addresses',
  previousNames: 'Previous names',
};

/** What the consumer changed of what was filled in, by the names of the fields. */
export function changedWords(changed: readonly string[]): string {
  const fields = changed.map((pointer) => pointer.split('/')[1] as ChangeableField);
  return [...new Set(fields)].map((field) => FIELDS[field]).join(', ') || 'Nothing';
}

export const LINK_STATES: [string, string][] = Object.entries(SESSION_WORDS);

export function LinkChip({ status }: { status: ConsumerSession['status'] }) {
  const [tone, shape] = LOOKS[status];
  return <Chip tone={tone} shape={shape} word={SESSION_WORDS[status]} />;
}
