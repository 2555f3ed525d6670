// What charts share: drawn at the real width, a value on hover, a legend, and the same data as a table.
import { type PointerEvent, type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { Table } from './table.tsx';

/** Of the data palette; status colours only where the data is a status. */
export type Colour = 1 | 2 | 3 | 4 | 5 | 'ok' | 'info' | 'warn' | 'danger' | 'quiet';
export const fillOf = (colour: Colour): string => `fill-${colour}`;

/** The width of an element in pixels, also after it changed; 0 before the first layout. */
export function useWidth<E extends Element>() {
  const [width, setWidth] = useState(0);
  // By the element: a chart that was empty at first has it later.
  const ref = useCallback((element: E) => {
    const measure = (): void => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

/** Which of `count` columns the pointer is over. */
export function useHover(count: number, left: number, step: number) {
  const [over, setOver] = useState<number | null>(null);
  return {
    over,
    on: {
      onPointerMove: ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
        const index = Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / step);
        setOver(index >= 0 && index < count ? index : null);
      },
      onPointerLeave: (): void => setOver(null),
    },
  };
}

/** The top of an axis: the next even number times a power of ten, so that half of it is whole too. */
export function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([2, 4, 6, 8, 10].find((step) => step * unit >= value) ?? 10) * unit;
}

export function Axis(props: {
  top: number;
  yOf: (value: number) => number;
  left: number;
  width: number;
  format: (value: number) => string;
}) {
  const { top, yOf, left, width } = props;
  return [0, top / 2, top].map((value) => (
    <g key={value}>
      <line x1={left} x2={width} y1={yOf(value)} y2={yOf(value)} className="grid" />
      <text x={left - 8} y={yOf(value) + 4} textAnchor="end">
        {props.format(value)}
      </text>
    </g>
  ));
}

/** A label under its own column; the last ones end at the edge. */
export function Tick({ x, width, y, children }: { x: number; width: number; y: number; children: string }) {
  const half = children.length * 3.2;
  const anchor = x + half > width ? 'end' : x - half < 0 ? 'start' : 'middle';
  return (
    <text x={anchor === 'end' ? width : anchor === 'start' ? 0 : x} y={y} textAnchor={anchor}>
      {children}
    </text>
  );
}

export function Legend({ series }: { series: { name: string; colour: Colour }[] }) {
  return (
    <span className="legend">
      {series.map(({ name, colour }) => (
        <span key={name} className="key">
          <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
            <rect width="8" height="8" rx="2" className={fillOf(colour)} />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}

/** At the hovered column, on the side that has room. */
export function Tip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  return (
    <div className="tip" style={x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }}>
      {children}
    </div>
  );
}

/** The same data for those who do not see the drawing. */
export function Twin(props: {
  label: string;
  head: string[];
  rows: { key: string; href?: string | null; cells: string[] }[];
}) {
  const { label, head, rows } = props;
  return (
    <details>
      <summary>Show as a table</summary>
      <Table label={label} head={head} numbers={head.map((_, index) => index).slice(1)}>
        {rows.map(({ key, href, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{href ? <Link href={href}>{first}</Link> : first}</th>
            {rest.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
              <td key={index} className="n">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}
