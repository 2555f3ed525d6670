// Spend by day as stacked bars in SVG; a table with the same data is for screen readers.
import { useSyncExternalStore } from 'react';
import { Table } from './bits.tsx';
import { credits, day, number } from './words.ts';

export type DaySpend = { day: string; byProduct: Record<string, number> };

// The chart shrinks with the screen and its labels do not: a narrow one has fewer of them.
const WIDE = { width: 720, daysPerLabel: 7 };
const NARROW = { width: 320, daysPerLabel: 15 };
const HEIGHT = 200;
// Space for the axis labels.
const LEFT = 56;
// The last label is anchored at its end if there is no space to its right.
const LABEL = 80;
const BOTTOM = 24;
const TOP = 8;

export function SpendChart({
  days,
  products,
}: {
  days: DaySpend[];
  products: [code: string, name: string][];
}) {
  const totals = days.map(({ byProduct }) => Object.values(byProduct).reduce((sum, value) => sum + value, 0));
  const top = niceTop(Math.max(1, ...totals));
  const { width, daysPerLabel } = useIsNarrow() ? NARROW : WIDE;
  const step = (width - LEFT) / days.length;
  const gap = step > 10 ? 4 : 2;
  const yOf = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label="Credits spent each day. The table below says the same."
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} className="grid" />
            <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {days.map(({ day: key, byProduct }, index) => {
          let from = 0;
          return (
            <g key={key}>
              {products.map(([code], place) => {
                const value = byProduct[code] ?? 0;
                const y = yOf(from + value);
                const height = yOf(from) - y;
                from += value;
                return (
                  value > 0 && (
                    <rect
                      key={code}
                      className={`bar-${place}`}
                      x={LEFT + index * step + gap / 2}
                      width={step - gap}
                      y={y}
                      height={height}
                    />
                  )
                );
              })}
              {index % daysPerLabel === 0 && (
                <text
                  x={LEFT + index * step + LABEL > width ? width : LEFT + index * step}
                  y={HEIGHT - 6}
                  textAnchor={LEFT + index * step + LABEL > width ? 'end' : 'start'}
                >
                  {day(key)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        {products.map(([code, name], place) => (
          <span key={code} className="key">
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="2" className={`bar-${place}`} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <details>
        <summary>Show as a table</summary>
        <Table
          label="Credits spent each day"
          head={['Day', ...products.map(([, name]) => name), 'Together']}
          numbers={[1, 2, 3, 4, 5]}
        >
          {days.map(({ day: key, byProduct }, index) => (
            <tr key={key}>
              <th scope="row">{day(key)}</th>
              {products.map(([code]) => (
                <td key={code} className="n">
                  {number(byProduct[code] ?? 0)}
                </td>
              ))}
              <td className="n">{credits(totals[index] ?? 0)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

const NARROW_SCREEN = '(max-width: 760px)';

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = matchMedia(NARROW_SCREEN);
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    () => matchMedia(NARROW_SCREEN).matches,
  );
}

/** The next 1, 2 or 5 times a power of ten. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit;
}
