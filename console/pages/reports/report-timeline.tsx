// The timeline of a report: a handful of steps with their offsets, and a clock while it waits for a code.
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { counted, inWords } from '../../../src/domain/in-words.ts';
import { bureauDid } from '../../../src/domain/shown/report-view.ts';
import type { Timeline as ReportEvents, TimelineEvent } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import {
  bureauName,
  credits,
  isKnownStatus,
  NO_GATEWAY_TOOK_IT,
  number,
  pounds,
  STATUSES,
  type Tone,
  timeOfDay,
  when,
} from '../../parts/words.ts';
import { whyFailed } from './failure-words.ts';
import { offset, type Step } from './report-steps.ts';

type Told = { title: ReactNode; tone: Tone; icon: IconName; more?: ReactNode };

export function ReportTimeline(props: { timeline: ReportEvents; steps: Step[]; readAtMs: number }) {
  const { timeline, steps, readAtMs } = props;
  const { home } = useTenant();
  const may = useMay();
  const startMs = Date.parse(timeline.createdAt);
  const items = steps.map((step, index) => {
    const { title, tone, icon, more } = tell(step, may('requests:read') ? home : null, timeline.mobileEnding);
    const { at } = step.event;
    const said = step.kind === 'received' ? timeOfDay(at) : offset(startMs, Date.parse(at));
    return {
      key: String(index),
      tone,
      icon,
      title,
      at: (
        <time dateTime={at} title={`${when(at)} in London, ${at} in UTC`}>
          {said}
        </time>
      ),
      ...(more !== undefined && { more }),
    };
  });
  const { waiting } = timeline;
  const clock = {
    key: 'waiting',
    tone: 'info' as const,
    icon: 'clock' as const,
    title: 'Waiting for the code',
    ...(waiting !== null && {
      at: <CountDown untilMs={readAtMs + waiting.msLeft} />,
      more: `Until ${timeOfDay(waiting.expiresAt)} · ${waiting.triesLeft === 1 ? '1 try' : `${waiting.triesLeft} tries`} and ${counted(waiting.textsLeft, 'text')} left`,
    }),
  };
  const endMs = steps.findLast(({ kind }) => kind === 'ended')?.event.at;
  const took = endMs === undefined ? null : offset(startMs, Date.parse(endMs)).slice(1);
  return (
    <section className="panel report-side" aria-labelledby="timeline">
      <header>
        <h2 id="timeline">Timeline</h2>
        <small>
          {took !== null && `${took} · `}
          <span title={pounds(timeline.costCredits)}>{credits(timeline.costCredits)}</span>
          {timeline.heldCredits > 0 && `, ${number(timeline.heldCredits)} held`}
        </small>
      </header>
      <div className="in">
        <Timeline items={waiting === null ? items : [...items, clock]} />
      </div>
    </section>
  );
}

/** Minutes and seconds left; it ticks. Screen readers are told by the line below it. */
function CountDown({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1_000));
  return (
    <span data-countdown="">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
    </span>
  );
}

/** `requests`: where the request log is, for those who may read it. */
function tell(step: Step, requests: string | null, ending: string | null): Told {
  switch (step.kind) {
    case 'received':
      return { title: 'Request received', tone: 'plain', icon: 'received', more: receivedBy(step, requests) };
    case 'checked':
      return tellCheck(step);
    case 'text':
      return tellText(step, requests, ending);
    case 'resend': {
      const { sms, sendsLeft = 0 } = step.event.facts;
      if (sms === 'refused')
        return { title: 'New text not sent', tone: 'danger', icon: 'phone', more: NO_GATEWAY_TOOK_IT };
      return { title: `New code sent, ${counted(sendsLeft, 'text')} left`, tone: 'info', icon: 'phone' };
    }
    case 'guess':
      return tellGuess(step);
    case 'bureaus':
      return tellBureaus(step.events);
    case 'refused': {
      const { facts } = step.event;
      return {
        title: `${step.times === 1 ? 'Call' : `${step.times} calls`} refused: ${facts.code ?? facts.status ?? ''}`,
        tone: 'warn',
        icon: 'stop',
        more: <code>{`${facts.method} ${facts.route?.replace('/:tenantId', '')}`}</code>,
      };
    }
    default:
      return tellEnd(step);
  }
}

function receivedBy(step: Extract<Step, { kind: 'received' }>, requests: string | null): ReactNode {
  const { actor, actorName, facts } = step.event;
  const { requestId } = facts;
  return dotted(
    actor !== 'system' && (
      <>
        by <bdi>{actorName ?? `a ${actor}`}</bdi>
      </>
    ),
    requestId && requests !== null && (
      <Link href={`${requests}/requests/${requestId}`}>request ··{requestId.slice(-4)}</Link>
    ),
    step.heldCredits > 0 && `${credits(step.heldCredits)} held`,
  );
}

/** What there is, with dots between. */
function dotted(...parts: ReactNode[]): ReactNode {
  const there = parts.filter(Boolean);
  return there.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
}

const REASONS: Record<string, string> = {
  'new-pair': 'New person on this device',
  'known-pair': 'Known person on this device',
  'code-passed': 'Code passed at the try before',
};
/** A rule in shadow mode is only noted. */
const reason = (code: string): string =>
  code.startsWith('shadow:')
    ? `${reason(code.slice('shadow:'.length))} (only noted)`
    : (REASONS[code] ?? inWords(code));

/** What the check of device and risk asks for. */
const NEEDED: Record<string, string> = {
  allow: 'no code needed',
  challenge: 'code needed',
  block: 'blocked',
};

function tellCheck({ event, device }: Extract<Step, { kind: 'checked' }>): Told {
  const { verdict = '', reasons = [] } = event.facts;
  const needed = NEEDED[verdict] ?? verdict;
  if (device?.facts.result === 'missing')
    return {
      title: `Device check missing, ${needed}`,
      tone: 'danger',
      icon: 'shield',
      more: 'Without it risk cannot tell a known device from a stranger’s. Load the fingerprint script on the page.',
    };
  return {
    title: device === null ? inWords(needed) : `Device verified, ${needed}`,
    tone: verdict === 'block' ? 'danger' : 'ok',
    icon: 'shield',
    ...(reasons.length > 0 && { more: reasons.map(reason).join(', ') }),
  };
}

function tellText(
  step: Extract<Step, { kind: 'text' }>,
  requests: string | null,
  ending: string | null,
): Told {
  const { state = '', gateway, deliveredAfterMs } = step.event.facts;
  const name = step.isAgain ? 'New text' : 'Text';
  const to = ending !== null && `to ··${ending}`;
  const by = dotted(
    to,
    gateway && `by ${bureauName(gateway)}`,
    step.credits > 0 && credits(step.credits),
    requests !== null && <Link href={`${requests}/messages`}>messages</Link>,
  );
  const icon = 'phone';
  switch (state) {
    case 'delivered': {
      const after = (deliveredAfterMs ?? 0) / 1000;
      return {
        title: `${name} sent, delivered ${after.toFixed(1)}\u00a0s later`,
        tone: 'ok',
        icon,
        more: by,
      };
    }
    case 'refused':
      return { title: `${name} not sent`, tone: 'danger', icon, more: NO_GATEWAY_TOOK_IT };
    case 'not-delivered':
      return {
        title: `${name} not delivered`,
        tone: 'danger',
        icon,
        more: dotted(to, 'The network could not deliver it'),
      };
    case 'given-up':
      return {
        title: `${name} not confirmed`,
        tone: 'danger',
        icon,
        more: dotted(to, 'No gateway said in time what became of it; its price went back'),
      };
    default:
      return { title: `${name} sent, delivery not confirmed yet`, tone: 'info', icon, more: by };
  }
}

const NTH = ['first', 'second', 'third'];

function tellGuess({ event, tries }: Extract<Step, { kind: 'guess' }>): Told {
  if (event.facts.result === 'right')
    return { title: `Code right, ${NTH[tries - 1] ?? 'last'} try`, tone: 'ok', icon: 'check' };
  const left = event.facts.triesLeft ?? 0;
  return { title: `Wrong code, ${left === 1 ? '1 try' : `${left} tries`} left`, tone: 'warn', icon: 'close' };
}

function tellBureaus(events: TimelineEvent[]): Told {
  const answered = events.filter(
    ({ facts }) => facts.outcome === 'ok' || facts.outcome === 'no-trace',
  ).length;
  const said = events.map(({ facts: { bureau = '', outcome = '', tookMs } }) => {
    const time = typeof tookMs === 'number' ? `${number(tookMs)} ms` : '';
    if (outcome === 'ok') return `${bureauName(bureau)} ${time}`;
    return `${bureauName(bureau)} ${bureauDid(outcome)}${time && ` (${time})`}`;
  });
  return {
    title: `${answered} of ${counted(events.length, 'bureau')} answered`,
    tone: answered === events.length ? 'ok' : 'warn',
    icon: 'landmark',
    more: (
      <>
        {said.join(' · ')}
        {events.some(({ facts }) => facts.simulated === true) && <> · simulated</>}
      </>
    ),
  };
}

function tellEnd({ event, charged, released }: Extract<Step, { kind: 'ended' }>): Told {
  const { status, reason, message } = event.facts;
  const word = isKnownStatus(status) ? STATUSES[status].word : String(status);
  const isComplete = status === 'complete';
  const more = [whyFailed(reason)?.title ?? message, released > 0 && `${credits(released)} released`]
    .filter(Boolean)
    .join(' · ');
  return {
    title: charged > 0 ? `${word}, ${credits(charged)}` : word,
    tone: isComplete ? 'ok' : 'danger',
    icon: isComplete ? 'coins' : 'stop',
    ...(more !== '' && { more }),
  };
}
