// Spend by day as stacked bars, drawn by hand; its table twin says the same to whoever does not see it.
import { Table } from './bits.tsx';
import { credits, day, number } from './words.ts';

export type DaySpend = { day: string; byProduct: Record<string, number> };

const WIDTH = 720;
const HEIGHT = 200;
// Room for the labels of the axis.
const LEFT = 64;
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
  const step = (WIDTH - LEFT) / days.length;
  const yOf = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Credits spent each day. The table below says the same."
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(value)} y2={yOf(value)} className="grid" />
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
                      x={LEFT + index * step + 2}
                      width={step - 4}
                      y={y}
                      height={height}
                    />
                  )
                );
              })}
              {index % 7 === 0 && (
                <text x={LEFT + index * step} y={HEIGHT - 6}>
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

/** The next 1, 2 or 5 with noughts. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit;
}
