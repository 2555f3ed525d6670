// Stacked bars, a column a day or an hour; the hovered column says its values.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Axis, type Colour, fillOf, Legend, niceTop, Tick, Tip, Twin, useHover, useWidth } from './chart.tsx';
import { number } from './words.ts';

export type BarColumn = {
  key: string;
  /** Under the column, where there is room for it. */
  label: string;
  /** Of the hovered column and of its row in the table. */
  title?: string;
  /** In the order of the series. */
  values: number[];
};

const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;
const LABEL_WIDTH = 72;

export function Bars(props: {
  /** Also the label of the table. */
  label: string;
  series: { name: string; colour: Colour }[];
  columns: BarColumn[];
  format?: (value: number) => string;
  height?: number;
  /** Instead of axes without data. */
  empty?: string;
  /** Where a press on a column leads, and its row in the table; null: nowhere. */
  hrefOf?: (column: BarColumn) => string | null;
  /** Stands under the values of the hovered column. */
  tipOf?: (column: BarColumn) => ReactNode;
  hasLegend?: boolean;
}) {
  const { label, series, columns, format = number, height = 200, empty = 'Nothing in this period.' } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const step = Math.max(1, (width - LEFT) / Math.max(1, columns.length));
  const { over, on } = useHover(columns.length, LEFT, step);
  const hovered = over === null ? undefined : columns[over];
  const [, navigate] = useLocation();
  const hrefOf = (column: BarColumn): string | null => props.hrefOf?.(column) ?? null;
  const leadsTo = hovered === undefined ? null : hrefOf(hovered);
  const top = niceTop(Math.max(...sums, 1));
  const gap = step > 12 ? 4 : step > 5 ? 2 : 0;
  const yOf = (value: number): number => height - BOTTOM - (value / top) * (height - BOTTOM - TOP);
  const perLabel = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  if (sums.every((sum) => sum === 0)) return <p className="chart-empty">{empty}</p>;
  return (
    <figure className="chart">
      {props.hasLegend !== false && <Legend series={series} />}
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
            <Axis top={top} yOf={yOf} left={LEFT} width={width} format={format} />
            {columns.map(({ key, label: name, values }, index) => {
              let from = 0;
              const x = LEFT + index * step + gap / 2;
              return (
                <g key={key}>
                  {values.map((value, place) => {
                    const y = yOf(from + value);
                    const tall = yOf(from) - y;
                    from += value;
                    return (
                      value > 0 && (
                        <rect
                          key={series[place]?.name}
                          className={fillOf(series[place]?.colour ?? 5)}
                          x={x}
                          width={Math.max(1, step - gap)}
                          y={y}
                          height={Math.max(1, tall - 1)}
                          rx="1.5"
                        />
                      )
                    );
                  })}
                  {index % perLabel === 0 && (
                    <Tick x={x + (step - gap) / 2} width={width} y={height - 6}>
                      {name}
                    </Tick>
                  )}
                </g>
              );
            })}
            {over !== null && (
              <rect
                className="column"
                x={LEFT + over * step}
                y={TOP}
                width={step}
                height={height - BOTTOM - TOP}
              />
            )}
          </svg>
        )}
        {hovered !== undefined && over !== null && (
          <Tip x={LEFT + (over + 0.5) * step} width={width}>
            <strong>{hovered.title ?? hovered.label}</strong>
            {series.map(({ name }, place) => (
              <div key={name}>
                <span>{name}</span>
                <span>{format(hovered.values[place] ?? 0)}</span>
              </div>
            ))}
            {props.tipOf?.(hovered)}
          </Tip>
        )}
      </div>
      <Twin
        label={label}
        head={['Period', ...series.map(({ name }) => name), ...(series.length > 1 ? ['Together'] : [])]}
        rows={columns.map((column, index) => ({
          key: column.key,
          href: hrefOf(column),
          cells: [
            column.title ?? column.label,
            ...column.values.map(format),
            ...(series.length > 1 ? [format(sums[index] ?? 0)] : []),
          ],
        }))}
      />
    </figure>
  );
}
