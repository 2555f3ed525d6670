// Figures side by side: name, value, change, one line below, a spark line.
import type { ReactNode } from 'react';
import { Spark, type SparkPoint } from './spark.tsx';

export type Kpi = {
  name: string;
  value: ReactNode;
  unit?: string;
  change?: { text: string; isGood: boolean };
  note?: ReactNode;
  isBad?: boolean;
  points?: SparkPoint[];
  /** Of the points. */
  format?: (value: number) => string;
  /** Which colour of the data palette the line has. */
  colour?: 1 | 2 | 3 | 4 | 5;
};

/** The strip before its figures are there: as high as they will be, so that nothing jumps. */
export function WaitingKpis({ names, hasNotes = false }: { names: string[]; hasNotes?: boolean }) {
  return (
    <div role="status">
      <span className="unseen">Loading</span>
      <KpiStrip
        kpis={names.map((name) => ({
          name,
          value: '–',
          ...(hasNotes ? { note: '\u00a0' } : { points: [] }),
        }))}
      />
    </div>
  );
}

export function KpiStrip({ kpis }: { kpis: Kpi[] }) {
  return (
    <dl className="kpis">
      {kpis.map(({ name, value, unit, change, note, isBad, points, format, colour }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={isBad ? 'figure bad' : 'figure'}>{value}</span>
            {unit !== undefined && <small> {unit}</small>}
            {change !== undefined && (
              <span className={change.isGood ? 'change good' : 'change bad'}> {change.text}</span>
            )}
            {note !== undefined && <small className="note">{note}</small>}
            {points !== undefined && (
              <Spark label={name} points={points} colour={colour ?? 1} format={format} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
