// Times. London's, exact, with UTC in the title; or relative to now, with the exact one in the title.
import { useSyncExternalStore } from 'react';
import { when } from './words.ts';

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {when(at)}
    </time>
  );
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' });

/** `18:17:37`, below the heading of its day. */
export function ClockTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${when(at)} in London, ${at} in UTC`}>
      {CLOCK.format(new Date(at))}
    </time>
  );
}

const STEP_MS = 10_000;
const UNITS: [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
];

/** `2 min ago`, `in 3 days`; under a minute `just now`. It stays true while it is shown. */
export function RelativeTime({ at }: { at: string }) {
  const nowMs = useSyncExternalStore(everyStep, () => Math.floor(Date.now() / STEP_MS) * STEP_MS);
  return (
    <time dateTime={at} title={`${when(at)} in London, ${at} in UTC`}>
      {relative(Date.parse(at) - nowMs)}
    </time>
  );
}

function relative(ms: number): string {
  const found = UNITS.find(([, unit]) => Math.abs(ms) >= unit);
  if (found === undefined) return ms > STEP_MS ? 'in a moment' : 'just now';
  const [name, unit] = found;
  const count = Math.floor(Math.abs(ms) / unit);
  const words = `${count} ${name === 'day' && count !== 1 ? 'days' : name}`;
  return ms > 0 ? `in ${words}` : `${words} ago`;
}

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One timer for all of them. */
function everyStep(tell: () => void): () => void {
  listeners.add(tell);
  ticking ??= setInterval(() => {
    for (const one of listeners) one();
  }, STEP_MS);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}
