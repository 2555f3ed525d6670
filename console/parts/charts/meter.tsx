// A bar that says how much of a whole: a balance of a limit, a product of a sum.
import type { ReactNode } from 'react';
import { type Colour, fillOf } from './chart.tsx';

export function Meter(props: {
  /** What it is of, and the amount. */
  name: ReactNode;
  value: ReactNode;
  /** 0 to 1; more is full. Null if the whole is not known: no bar. */
  share: number | null;
  colour?: Colour;
}) {
  return (
    <div className="meter">
      <span>{props.name}</span>
      <span>{props.value}</span>
      {props.share !== null && (
        <svg width="100%" height="6" aria-hidden="true">
          <rect className="track" width="100%" height="6" rx="3" />
          <rect
            className={fillOf(props.colour ?? 1)}
            width={`${Math.max(0, Math.min(1, props.share)) * 100}%`}
            height="6"
            rx="3"
          />
        </svg>
      )}
    </div>
  );
}
