// What charts share: drawn at the real width, a value on hover, a legend, and the same data as a table.
import { type PointerEvent, type ReactNode, useCallback, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Table } from '../table.tsx';

/** Of the data palette; status colours only where the data is a status. */
export type Colour = 1 | 2 | 3 | 4 | 5 | 'ok' | 'info' | 'warn' | 'danger' | 'quiet';
export const fillOf = (colour: Colour): string => `fill-${colour}`;

/** The size of an element in pixels, also after it changed; 0 before the first layout. */
export function useSize<E extends Element>() {
  const [size, setSize] = useState({ width: 0, height: 0 });
  // By the element: a chart that was empty at first has it later.
  const ref = useCallback((element: E) => {
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
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

/** Above and below what is drawn; the labels stand below. */
const TOP = 8;
const BOTTOM = 22;
const LABEL_WIDTH = 72;

export type PlotColumn = {
  key: string;
  /** Under the column, where there is room for it. */
  label: string;
  /** Of the hovered column and of its row in the table. */
  title?: string;
};

/** Axes, the labels of the columns and the hovered one; what is in between is drawn by `children`. */
export function Plot(props: {
  label: string;
  columns: PlotColumn[];
  /** The highest value of any column. */
  highest: number;
  format: (value: number) => string;
  height: number;
  /** Higher where its panel is. */
  isFilling?: boolean | undefined;
  /** The room for the numbers at the left. */
  left: number;
  children: (place: { xOf: (index: number) => number; yOf: (value: number) => number }) => ReactNode;
  /** Stands under the title of the hovered column. */
  tipOf: (index: number) => ReactNode;
  /** Where a press on a column leads; null: nowhere. */
  hrefOf?: (index: number) => string | null;
}) {
  const { label, columns, left } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const { width } = size;
  const height = props.isFilling ? Math.max(props.height, size.height) : props.height;
  const [, navigate] = useLocation();
  const step = Math.max(1, (width - left) / Math.max(1, columns.length));
  const { over, on } = useHover(columns.length, left, step);
  const hovered = over === null ? undefined : columns[over];
  const leadsTo = (over !== null && props.hrefOf?.(over)) || null;
  const top = niceTop(Math.max(props.highest, 1));
  const xOf = (index: number): number => left + index * step;
  const yOf = (value: number): number =>
    height - BOTTOM - (Math.max(0, value) / top) * (height - BOTTOM - TOP);
  const perLabel = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  return (
    <div className="plot" ref={box}>
      {width > 0 && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links of the table do the same by keyboard
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${label}. The table below says the same.`}
          {...on}
          className={leadsTo === null ? undefined : 'leads'}
          onClick={() => leadsTo !== null && navigate(leadsTo)}
        >
          <Axis top={top} yOf={yOf} left={left} width={width} format={props.format} />
          {props.children({ xOf, yOf })}
          {columns.map(
            ({ key, label: name }, index) =>
              index % perLabel === 0 && (
                <Tick key={key} x={xOf(index + 0.5)} width={width} y={height - 6}>
                  {name}
                </Tick>
              ),
          )}
          {over !== null && (
            <rect className="column" x={xOf(over)} y={TOP} width={step} height={height - BOTTOM - TOP} />
          )}
        </svg>
      )}
      {hovered !== undefined && over !== null && (
        <Tip x={xOf(over + 0.5)} width={width}>
          <strong>{hovered.title ?? hovered.label}</strong>
          {props.tipOf(over)}
        </Tip>
      )}
    </div>
  );
}

/** The top of an axis: a round number whose half is whole too. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([unit > 1 ? 1 : 2, 2, 4, 6, 8, 10].find((step) => step * unit >= value) ?? 10) * unit;
}

function Axis(props: {
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
function Tick({ x, width, y, children }: { x: number; width: number; y: number; children: string }) {
  const half = children.length * 3.2;
  const anchor = x + half > width ? 'end' : x - half < 0 ? 'start' : 'middle';
  return (
    <text x={anchor === 'end' ? width : anchor === 'start' ? 0 : x} y={y} textAnchor={anchor}>
      {children}
    </text>
  );
}

/** At the hovered column, on the side that has room. */
function Tip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  return (
    <div className="tip" style={x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }}>
      {children}
    </div>
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
