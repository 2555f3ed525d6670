// The states of a link, in words, shapes and colours.

import { SESSION_WORDS } from '../../src/domain/hosted/consumer-session.ts';
import type { ConsumerSession } from '../api/shapes.ts';
import { Chip } from '../parts/status-chip.tsx';
import type { Tone } from '../parts/words.ts';

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

export const LINK_STATES: [string, string][] = Object.entries(SESSION_WORDS);

export function LinkChip({ status }: { status: ConsumerSession['status'] }) {
  const [tone, shape] = LOOKS[status];
  return (
    <Chip tone={tone} shape={shape}>
      {SESSION_WORDS[status]}
    </Chip>
  );
}
