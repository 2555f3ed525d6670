// Stacked bars, a column a day or an hour; the hovered column says its values.
import type { ReactNode } from 'react';
import { number } from '../words.ts';
import { type Colour, fillOf, Legend, Plot, type PlotColumn, Twin } from './chart.tsx';

/** Its values are in the order of the series. */
export type BarColumn = PlotColumn & { values: number[] };

const LEFT = 44;

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
  /** Higher where its panel is. */
  isFilling?: boolean;
}) {
  const { label, series, columns, format = number, height = 200, empty = 'Nothing in this period.' } = props;
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const hrefOf = (index: number): string | null => {
    const column = columns[index];
    return column === undefined ? null : (props.hrefOf?.(column) ?? null);
  };
  if (sums.every((sum) => sum === 0)) return <p className="chart-empty">{empty}</p>;
  return (
    <figure className={props.isFilling ? 'chart filling' : 'chart'}>
      {props.hasLegend !== false && <Legend series={series} />}
      <Plot
        label={label}
        columns={columns}
        highest={Math.max(...sums)}
        format={format}
        height={height}
        isFilling={props.isFilling}
        left={LEFT}
        hrefOf={hrefOf}
        tipOf={(index) => (
          <>
            {series.map(({ name }, place) => (
              <div key={name}>
                <span>{name}</span>
                <span>{format(columns[index]?.values[place] ?? 0)}</span>
              </div>
            ))}
            {columns[index] && props.tipOf?.(columns[index])}
          </>
        )}
      >
        {({ xOf, yOf }) => {
          const step = xOf(1) - xOf(0);
          const gap = step > 12 ? 4 : step > 5 ? 2 : 0;
          return columns.map(({ key, values }, index) => {
            let from = 0;
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
                        x={xOf(index) + gap / 2}
                        width={Math.max(1, step - gap)}
                        y={y}
                        height={Math.max(1, tall - 1)}
                        rx="1.5"
                      />
                    )
                  );
                })}
              </g>
            );
          });
        }}
      </Plot>
      <Twin
        label={label}
        head={['Period', ...series.map(({ name }) => name), ...(series.length > 1 ? ['Together'] : [])]}
        rows={columns.map((column, index) => ({
          key: column.key,
          href: hrefOf(index),
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
