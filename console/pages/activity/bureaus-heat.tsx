// The half hours or days of a bureau as cells, what their colours mean, and the same as a table.
import { counted } from '../../../src/domain/in-words.ts';
import type { Bureaus } from '../../api/shapes.ts';
import { Table } from '../../parts/table.tsx';
import { bureauName, duration, number } from '../../parts/words.ts';
import { STATE_WORDS, stepOf } from './bureaus-words.ts';

type Bureau = Bureaus['bureaus'][number];
const CELL = 11;
const HEIGHT = 26;

/** A cell a step. Slow ones have a bar and those without answers a stroke, so that they differ without colour. */
export function Heat({ bureau, step }: { bureau: Bureau; step: Bureaus['step'] }) {
  const { id, steps } = bureau;
  const count = (state: string): number => steps.filter((one) => one.state === state).length;
  const unit = step === 'day' ? 'day' : 'half hour';
  const said = `${bureauName(id)}: ${counted(count('slow'), `slow ${unit}`)}, ${counted(count('unanswered'), unit)} with one in ten unanswered`;
  return (
    <svg
      className="heat"
      viewBox={`0 0 ${steps.length * CELL} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
    >
      {steps.map(({ from, asked, unanswered, p95Ms, state }, place) => (
        <g key={from} className={`heat-${state}`}>
          <title>{`${stepOf(from, step)}: ${STATE_WORDS[state]}${asked === 0 ? '' : `, ${asked} asked, ${unanswered} unanswered${p95Ms === null ? '' : `, 95 % within ${duration(p95Ms)}`}`}`}</title>
          <rect x={place * CELL + 1} y="0" width={CELL - 2} height={HEIGHT} rx="2" />
          {state === 'slow' && <path d={`M${place * CELL + 1} ${HEIGHT / 2}h${CELL - 2}`} />}
          {state === 'unanswered' && <path d={`M${place * CELL + 2} 2l${CELL - 4} ${HEIGHT - 4}`} />}
        </g>
      ))}
    </svg>
  );
}

export function HeatLegend() {
  return (
    <p className="legend heat-legend">
      {(['usual', 'slow', 'unanswered', 'no-calls'] as const).map((state) => (
        <span key={state} className="key">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className={`heat-${state}`}>
            <rect width="12" height="12" rx="2" />
            {state === 'slow' && <path d="M0 6h12" />}
            {state === 'unanswered' && <path d="M2 2l8 8" />}
          </svg>
          {STATE_WORDS[state]}
        </span>
      ))}
    </p>
  );
}

export function StepTable({ data }: { data: Bureaus }) {
  const [first] = data.bureaus;
  const head = [data.step === 'day' ? 'Day' : 'From', ...data.bureaus.map(({ id }) => bureauName(id))];
  return (
    <details>
      <summary>Show as a table</summary>
      <Table label="Asked, unanswered and 95 % within, by time" head={head}>
        {first?.steps.map(({ from }, place) => {
          const cells = data.bureaus.map(({ id, steps }) => ({ id, step: steps[place] }));
          if (cells.every(({ step }) => step === undefined || step.asked === 0)) return null;
          return (
            <tr key={from}>
              <th scope="row">{stepOf(from, data.step)}</th>
              {cells.map(({ id, step }) => (
                <td key={id}>
                  {step === undefined || step.asked === 0
                    ? '–'
                    : `${number(step.asked)} asked, ${number(step.unanswered)} unanswered${step.p95Ms === null ? '' : `, ${duration(step.p95Ms)}`}`}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </details>
  );
}
