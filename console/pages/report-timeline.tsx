// The timeline of a report, from top to bottom. Every step has its time, actor and cost.
import type { ReactNode } from 'react';
import type { Timeline as ReportEvents, TimelineEvent } from '../api/shapes.ts';
import { Id } from '../parts/copy-field.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Timeline } from '../parts/timeline.tsx';
import {
  bureauName,
  credits,
  NO_GATEWAY_TOOK_IT,
  STATUSES,
  spoken,
  type Tone,
  TRANSFERS,
} from '../parts/words.ts';

type Told = { title: string; tone: Tone; more?: ReactNode };

export function ReportTimeline({ timeline }: { timeline: ReportEvents }) {
  const items = timeline.events.map((event, index) => {
    const { title, tone, more } = tell(event);
    return {
      key: String(index),
      tone,
      title: (
        <>
          {title} {event.credits !== 0 && <Chip tone="plain">{signed(event.credits)}</Chip>}
        </>
      ),
      at: (
        <>
          <Time at={event.at} /> · {spoken(event.actor)}
        </>
      ),
      ...(more !== undefined && { more }),
    };
  });
  return <Timeline items={items} />;
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${credits(value)}`;

function tell({ kind, facts }: TimelineEvent): Told {
  switch (kind) {
    case 'request-received':
      return {
        title: 'Request received',
        tone: 'plain',
        more: (
          <>
            {facts.bureaus?.map(bureauName).join(', ')}{' '}
            {typeof facts.requestId === 'string' && <Id value={facts.requestId} name="request id" />}
          </>
        ),
      };
    case 'device-check':
      return facts.result === 'missing'
        ? {
            title: 'Device check: missing',
            tone: 'danger',
            more: 'Without it risk cannot tell a known device from a stranger’s. Load the fingerprint script on the page.',
          }
        : { title: 'Device check: verified', tone: 'ok' };
    case 'risk':
      return {
        title: `Risk: ${facts.verdict ?? ''}`,
        tone: facts.verdict === 'block' ? 'danger' : facts.verdict === 'challenge' ? 'info' : 'ok',
        ...(facts.reasons !== undefined &&
          facts.reasons.length > 0 && { more: facts.reasons.map(spoken).join(', ') }),
      };
    case 'money':
      return {
        title: `${TRANSFERS[facts.move ?? ''] ?? facts.move}: ${credits(facts.amount ?? 0)}`,
        tone: 'plain',
      };
    case 'bureau':
      return {
        title: `${bureauName(facts.bureau ?? '')}: ${facts.outcome === 'ok' ? 'answered' : spoken(facts.outcome ?? '').toLowerCase()}`,
        tone: facts.outcome === 'ok' || facts.outcome === 'no-trace' ? 'ok' : 'warn',
        more: (
          <>
            {typeof facts.tookMs === 'number' && `${facts.tookMs} ms `}
            {facts.simulated === true && <strong className="simulator">SIMULATOR</strong>}
          </>
        ),
      };
    default:
      return tellCode(kind, facts);
  }
}

const SMS_TONES: Record<string, Tone> = { delivered: 'ok', 'not-delivered': 'danger', 'given-up': 'danger' };

function tellCode(kind: TimelineEvent['kind'], facts: TimelineEvent['facts']): Told {
  switch (kind) {
    case 'sms':
      if (facts.state === 'refused')
        return { title: 'SMS: not sent', tone: 'danger', more: NO_GATEWAY_TOOK_IT };
      return {
        title: `SMS: ${spoken(facts.state ?? '').toLowerCase()}`,
        tone: SMS_TONES[facts.state ?? ''] ?? 'info',
        more: facts.gateway ?? '',
      };
    case 'guess':
      return facts.result === 'right'
        ? { title: 'The code was right', tone: 'ok' }
        : { title: `Wrong code, ${facts.triesLeft ?? 0} tries left`, tone: 'warn' };
    case 'resend':
      if (facts.sms === 'refused') return { title: 'New code asked for: not sent', tone: 'danger' };
      return { title: `New code sent, ${facts.sendsLeft ?? 0} left`, tone: 'info' };
    case 'request-refused':
      return {
        title: `Call refused: ${facts.code ?? facts.status ?? ''}`,
        tone: 'warn',
        more: <code>{`${facts.method} ${facts.route?.replace('/:tenantId', '')}`}</code>,
      };
    default:
      return {
        title: `Ended: ${statusWord(facts.status)}`,
        tone: facts.status === 'complete' ? 'ok' : 'danger',
        more: facts.message ?? '',
      };
  }
}

function statusWord(status: unknown): string {
  const known = (Object.keys(STATUSES) as (keyof typeof STATUSES)[]).find((one) => one === status);
  return known === undefined ? String(status) : STATUSES[known].word.toLowerCase();
}
