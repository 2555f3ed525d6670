// The states of a link, in words, shapes and colours.

import { type ChangeableField, SESSION_WORDS } from '../../../src/domain/hosted/consumer-session.ts';
import type { ConsumerSession } from '../../api/shapes.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
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

const STEPS: Record<NonNullable<ConsumerSession['step']>, string> = {
  agreement: 'Agreement',
  name: 'Name',
  'other-names': 'Other names',
  'date-of-birth': 'Date of birth',
  address: 'Address',
  'other-addresses': 'Other addresses',
  mobile: 'Mobile number',
  check: 'Check your answers',
};
const SENT: Record<ConsumerSession['sends'][number]['state'], string> = {
  waiting: 'waiting',
  'on-its-way': 'on its way',
  delivered: 'delivered',
  'not-delivered': 'not delivered',
  refused: 'not taken, not charged',
};

/** Where the consumer is, since when: "opened 2 minutes ago, on Address"; or that they withdrew. */
export function WhereNow({ session }: { session: ConsumerSession }) {
  const { openedAt, step, sends, withdrawnAt } = session;
  if (withdrawnAt)
    return (
      <small>
        agreement withdrawn <RelativeTime at={withdrawnAt} />
      </small>
    );
  if (openedAt !== null && step !== null)
    return (
      <small>
        opened <RelativeTime at={openedAt} />, on {STEPS[step]}
      </small>
    );
  const last = sends.at(-1);
  if (last === undefined || openedAt !== null) return null;
  return (
    <small>
      <SentWords sent={last} />
    </small>
  );
}

export function SentWords({ sent }: { sent: ConsumerSession['sends'][number] }) {
  return (
    <>
      sent by {sent.by === 'sms' ? 'text' : 'e-mail'} <RelativeTime at={sent.sentAt} />, {SENT[sent.state]}
    </>
  );
}

export const LINK_STATES: [string, string][] = Object.entries(SESSION_WORDS);

export function LinkChip({ status }: { status: ConsumerSession['status'] }) {
  const [tone, shape] = LOOKS[status];
  return <Chip tone={tone} shape={shape} word={SESSION_WORDS[status]} />;
}
