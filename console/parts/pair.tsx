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
