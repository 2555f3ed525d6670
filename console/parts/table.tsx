// A table whose head stays in sight. Where it is wider than its place it scrolls by itself, and only then is it a tab stop.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

export function Table(props: {
  label: string;
  head: string[];
  /** Columns of numbers, aligned to the right. */
  numbers?: number[];
  children: ReactNode;
}) {
  const { label, head, numbers = [], children } = props;
  return (
    <TableBox label={label}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
              <th key={index} scope="col" className={numbers.includes(index) ? 'n' : undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  );
}

/** A box that scrolls would hold the head back: so it scrolls only if its table does not fit. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [isTooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const [place, table] = [box.current, box.current?.querySelector('table')];
    if (!place || !table) return;
    const measure = (): void => setTooWide(table.scrollWidth > place.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      className={isTooWide ? 'scroll too-wide' : 'scroll'}
      tabIndex={isTooWide ? 0 : undefined}
      aria-label={`${label}, table`}
      ref={box}
    >
      {children}
    </section>
  );
}
