// A small line without axes, beside a figure. Its label tells the same values; hovering shows one.

import { number } from '../words.ts';
import { useHover, useSize } from './chart.tsx';

export type SparkPoint = { label: string; value: number };

const HEIGHT = 28;
const PAD = 3;

export function Spark(props: {
  label: string;
  points: SparkPoint[];
  colour: 1 | 2 | 3 | 4 | 5;
  format?: ((value: number) => string) | undefined;
}) {
  const { label, points, colour, format = number } = props;
  const [box, { width }] = useSize<HTMLDivElement>();
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = width / Math.max(1, points.length - 1);
  const { over, on } = useHover(points.length, -step / 2, step);
  const hovered = over === null ? undefined : points[over];
  const yOf = (value: number): number => PAD + (HEIGHT - 2 * PAD) * (1 - (value - low) / (high - low || 1));
  const line = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${yOf(value).toFixed(1)}`)
    .join('');
  const told = points.map((point) => `${point.label} ${format(point.value)}`).join(', ');
  return (
    <div className="spark" ref={box}>
      {width > 0 && points.length > 1 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={`${label}: ${told}`} {...on}>
          <path className={`area fill-${colour}`} d={`${line}V${HEIGHT}H0Z`} />
          <path className={`line line-${colour}`} d={line} />
          {hovered !== undefined && over !== null && (
            <circle className={`fill-${colour}`} cx={over * step} cy={yOf(hovered.value)} r="3" />
          )}
        </svg>
      )}
      {hovered !== undefined && (
        <span className="spark-value">
          {hovered.label}: {format(hovered.value)}
        </span>
      )}
    </div>
  );
}
