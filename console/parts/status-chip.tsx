// A status is always a word, a shape and a colour.
import type { Status } from '../api/shapes.ts';
import { STATUSES, type Tone } from './words.ts';

export function Chip({ tone, shape, word }: { tone: Tone; shape?: string; word: string | number }) {
  return (
    <span className={`chip ${tone}`}>
      {shape !== undefined && <span aria-hidden="true">{shape} </span>}
      {word}
    </span>
  );
}

export function StatusChip({ status }: { status: Status }) {
  return <Chip {...STATUSES[status]} />;
}

/** Of an HTTP answer. Refused and failed calls differ in shape, not in colour alone. */
export function AnswerChip({ status }: { status: number }) {
  const [tone, shape]: [Tone, string] =
    status >= 500 ? ['danger', '✕'] : status >= 400 ? ['warn', '▲'] : ['ok', '●'];
  return <Chip tone={tone} shape={shape} word={status} />;
}
