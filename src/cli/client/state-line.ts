// The state of a listener in one line that is always true: when the service was last heard of, and what became of events. On a terminal the
// line is redrawn; elsewhere a new one is written when the state, not a count, changes.

export type State = {
  heard(): void;
  lost(): void;
  /** The handler takes no connection; null when it does again. */
  waitingFor(url: string | null): void;
  delivered(): void;
  failed(): void;
  text(): string;
};

type Needs = { redraw: ((line: string) => void) | null; note: (line: string) => void; now: () => Date };

export function createState({ redraw, note, now }: Needs): State {
  let heardAt: string | null = null;
  let lostSince: string | null = null;
  let handler: string | null = null;
  const counts = { delivered: 0, failed: 0 };
  let written = '';

  const time = (): string => now().toTimeString().slice(0, 8);
  const text = (): string => {
    const connection =
      lostSince !== null
        ? `no connection since ${lostSince}, trying again`
        : heardAt === null
          ? 'connecting'
          : `connected ${heardAt}`;
    const waiting = handler === null ? [] : [`waiting for ${handler} to take a connection`];
    const totals = [`${counts.delivered} delivered`, `${counts.failed} failed`];
    return [connection, ...waiting, ...totals].join(' · ');
  };
  const show = (): void => {
    redraw?.(text());
    const kind = `${lostSince !== null} ${heardAt !== null} ${handler !== null}`;
    if (redraw === null && kind !== written) note(text());
    written = kind;
  };

  return {
    heard: () => {
      [heardAt, lostSince] = [time(), null];
      show();
    },
    lost: () => {
      lostSince ??= time();
      show();
    },
    waitingFor: (url) => {
      if (handler === url) return;
      handler = url;
      show();
    },
    delivered: () => {
      counts.delivered += 1;
      if (redraw !== null) show();
    },
    failed: () => {
      counts.failed += 1;
      if (redraw !== null) show();
    },
    text,
  };
}
