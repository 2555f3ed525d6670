// How the console writes webhooks: the state of an endpoint, what came of a delivery, and why.
import { ALL_TYPES, EVENT_TYPE_NAMES } from '../../../src/domain/webhooks/events.ts';
import type { Delivery, Endpoint } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { number, type Tone } from '../../parts/words.ts';

type Said = { word: string; shape: string; tone: Tone };

const STATES: Record<Endpoint['state'], Said> = {
  active: { word: 'Active', shape: '●', tone: 'ok' },
  failing: { word: 'Failing', shape: '▲', tone: 'warn' },
  disabled: { word: 'Disabled', shape: '■', tone: 'danger' },
};

export function StateChip({ state }: { state: Endpoint['state'] }) {
  return <Chip {...STATES[state]} />;
}

export function ModeChip({ mode }: { mode: Endpoint['mode'] }) {
  return mode === 'test' ? <Chip tone="test" word="Test" /> : <Chip tone="plain" word="Live" />;
}

export const RESULTS: [state: Delivery['state'], word: string][] = [
  ['delivered', 'Delivered'],
  ['due', 'Waiting'],
  ['failed', 'Failed'],
  ['dropped', 'Dropped'],
];

export function ResultChip({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const said: Record<Delivery['state'], Said> = {
    delivered: { word: 'Delivered', shape: '●', tone: 'ok' },
    due:
      attempts === 0
        ? { word: 'Waiting', shape: '◐', tone: 'info' }
        : { word: 'Trying again', shape: '◑', tone: 'warn' },
    failed: { word: 'Failed', shape: '✕', tone: 'danger' },
    dropped: { word: 'Dropped', shape: '■', tone: 'plain' },
  };
  return <Chip {...said[state]} />;
}

/** Why a delivery ended without success. */
export const REASONS: Record<string, string> = {
  exhausted: 'Every try failed.',
  aborted: 'The receiver asked for no more tries (webhook-delivery: abort-message).',
  gone: 'The receiver answered 410, Gone.',
  asked: 'The receiver asked to be disabled (webhook-delivery: disable).',
  disabled: 'The endpoint was disabled.',
  deleted: 'The endpoint was deleted.',
  cancelled: 'The recovery was cancelled.',
  'event-gone': 'The event is kept no longer.',
};

export const DISABLED: Record<NonNullable<Endpoint['disabledReason']>, string> = {
  'by-you': 'Disabled by a person',
  failing: 'Disabled after five days without a success',
  gone: 'Disabled, because it answered 410, Gone',
  asked: 'Disabled, because it asked for it (webhook-delivery: disable)',
};

/** What people call it: their own description, or the host. */
export const nameOf = ({ url, description }: Pick<Endpoint, 'url' | 'description'>): string =>
  description === '' ? new URL(url).host : description;

export const hasAllTypes = ({ types }: Pick<Endpoint, 'types'>): boolean =>
  types.includes(ALL_TYPES) || EVENT_TYPE_NAMES.every((name) => types.includes(name));

/** Endpoints of live mode are changed by those who see it. */
export function useMayChange(): (endpoint: Endpoint) => boolean {
  const may = useMay();
  return ({ mode }) => may('webhooks:write') && (mode === 'test' || may('reports:live'));
}

/** `1,204 events`. */
export const events = (count: number): string => `${number(count)} ${count === 1 ? 'event' : 'events'}`;
