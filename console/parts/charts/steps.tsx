// A value over time that changes in steps, such as a balance; what is expected of it goes on as dots.

import { number } from '../words.ts';
import { Plot, type PlotColumn, Twin } from './chart.tsx';

export type StepPoint = PlotColumn & { value: number };

const LEFT = 60;

export function Steps(props: {
  label: string;
  points: StepPoint[];
  /** Points after the last one, drawn as dots. */
  expected?: StepPoint[];
  format?: (value: number) => string;
  height?: number;
}) {
  const { label, points, expected = [], format = number, height = 160 } = props;
  const all = [...points, ...expected];
  const last = points.at(-1)?.value ?? 0;
  return (
    <figure className="chart">
      <Plot
        label={label}
        columns={all}
        highest={Math.max(...all.map(({ value }) => value))}
        format={format}
        height={height}
        left={LEFT}
        tipOf={(index) => (
          <div>
            <span>{index >= points.length ? 'Expected' : label}</span>
            <span>{format(all[index]?.value ?? 0)}</span>
          </div>
        )}
      >
        {({ xOf, yOf }) => {
          const line = points
            .map(
              ({ value }, index) => `${index === 0 ? 'M' : 'L'}${xOf(index)} ${yOf(value)}H${xOf(index + 1)}`,
            )
            .join('');
          const dots = expected
            .map(({ value }, index) => `L${xOf(points.length + index + 1)} ${yOf(value)}`)
            .join('');
          return (
            <>
              <path className="area fill-1" d={`${line}V${yOf(0)}H${LEFT}Z`} />
              <path className="line line-1" d={line} />
              {dots !== '' && (
                <path className="line line-1 dotted" d={`M${xOf(points.length)} ${yOf(last)}${dots}`} />
              )}
            </>
          );
        }}
      </Plot>
      <Twin
        label={label}
        head={['Period', label]}
        rows={all.map(({ key, title, label: name, value }, index) => ({
          key,
          cells: [`${title ?? name}${index >= points.length ? ' (expected)' : ''}`, format(value)],
        }))}
      />
    </figure>
  );
}
