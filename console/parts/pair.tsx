// A name and its value, within `<dl class="pairs">`.
import type { ReactNode } from 'react';

export function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A list of them. */
export function Pairs({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="pairs">
      {rows.map(([name, value]) => (
        <Pair key={name} name={name}>
          {value}
        </Pair>
      ))}
    </dl>
  );
}
