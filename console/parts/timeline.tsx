// A timeline: one line an event, the time at its end, what it meant below.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './words.ts';

export type TimelineItem = {
  key: string;
  title: ReactNode;
  tone: Tone;
  icon?: IconName;
  /** A time or an offset such as `+0.3 s`. */
  at?: ReactNode;
  more?: ReactNode;
};

export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="timeline">
      {items.map(({ key, title, tone, icon, at, more }) => (
        <li key={key} className={tone}>
          {icon === undefined ? <span className="dot" /> : <Icon name={icon} />}
          <strong>{title}</strong>
          {at !== undefined && <span className="at">{at}</span>}
          {more !== undefined && <div className="more">{more}</div>}
        </li>
      ))}
    </ol>
  );
}
