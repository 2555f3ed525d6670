// A value over time that changes in steps, such as a balance; what is expected of it goes on as dots.
import { Axis, niceTop, Tick, Tip, Twin, useHover, useWidth } from './chart.tsx';
import { number } from './words.ts';

export type StepPoint = { key: string; label: string; title?: string; value: number };

const LEFT = 60;
const BOTTOM = 22;
const TOP = 8;
const LABEL_WIDTH = 72;

export function Steps(props: {
  label: string;
  points: StepPoint[];
  /** Points after the last one, drawn as dots. */
  expected?: StepPoint[];
  format?: (value: number) => string;
  height?: number;
}) {
  const { label, points, expected = [], format = number, height = 160 } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const all = [...points, ...expected];
  const step = Math.max(1, (width - LEFT) / Math.max(1, all.length));
  const { over, on } = useHover(all.length, LEFT, step);
  const hovered = over === null ? undefined : all[over];
  const top = niceTop(Math.max(...all.map(({ value }) => value), 1));
  const yOf = (value: number): number =>
    height - BOTTOM - (Math.max(0, value) / top) * (height - BOTTOM - TOP);
  const perLabel = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const line = points
    .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${LEFT + index * step} ${yOf(value)}h${step}`)
    .join('');
  const last = points.at(-1)?.value ?? 0;
  const dots = expected
    .map(({ value }, index) => `L${LEFT + (points.length + index + 1) * step} ${yOf(value)}`)
    .join('');
  return (
    <figure className="chart">
      <div className="plot" ref={box}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${label}. The table below says the same.`}
            {...on}
          >
            <Axis top={top} yOf={yOf} left={LEFT} width={width} format={format} />
            <path className="area fill-1" d={`${line}V${yOf(0)}H${LEFT}Z`} />
            <path className="line line-1" d={line} />
            {dots !== '' && (
              <path
                className="line line-1 dotted"
                d={`M${LEFT + points.length * step} ${yOf(last)}${dots}`}
              />
            )}
            {all.map(
              ({ key, label: name }, index) =>
                index % perLabel === 0 && (
                  <Tick key={key} x={LEFT + (index + 0.5) * step} width={width} y={height - 6}>
                    {name}
                  </Tick>
                ),
            )}
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
            <div>
              <span>{over >= points.length ? 'Expected' : label}</span>
              <span>{format(hovered.value)}</span>
            </div>
          </Tip>
        )}
      </div>
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
