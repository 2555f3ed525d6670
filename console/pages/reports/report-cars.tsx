// Car finance on a report: the answer that the hosted page and the PDF give too (domain/shown/car-finance.ts), with the reasons of each
// agreement. It never says whether somebody has a claim.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { inWords } from '../../../src/domain/in-words.ts';
import {
  type CarAxis,
  type CarRow,
  carFinanceOf,
  OTHER_GOODS,
} from '../../../src/domain/shown/car-finance.ts';
import { pounds, shownName } from '../../../src/domain/shown/report-words.ts';
import type { MotorAgreement, MotorAgreements } from '../../api/shapes.ts';
import { Panel } from '../../parts/panel.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { bureauName, day } from '../../parts/words.ts';
import { LenderFacts } from './lender-facts.tsx';

const UNKNOWN: Record<string, string> = { apr: 'APR' };

type DoubtOf = (place: number) => string | null;

/** The headline above the views of a document; the whole answer is behind it. */
export function CarAnswer({ cars }: { cars: MotorAgreements }) {
  const [here] = useLocation();
  const { headline, rows } = carFinanceOf(cars, 'the');
  return (
    <p className="car-answer">
      <strong>{headline}</strong>{' '}
      {rows.length > 0 && <Link href={`${here}?show=cars`}>Show the agreements</Link>}
    </p>
  );
}

export function CarFinance(props: {
  cars: MotorAgreements;
  /** Which other row of the document may be the same agreement as the one at a place, in words. */
  doubtOf: DoubtOf;
  /** What stands at the end of its head. */
  children: ReactNode;
}) {
  return (
    <Panel title="Car finance" action={props.children}>
      <Agreements data={props.cars} doubtOf={props.doubtOf} />
    </Panel>
  );
}

function Agreements({ data, doubtOf }: { data: MotorAgreements; doubtOf: DoubtOf }) {
  const { headline, axis, rows, others, caution, source, notes } = carFinanceOf(data, 'the');
  const agreements = new Map(data.agreements.map((one) => [one.record, one]));
  return (
    <>
      <div className="in">
        <h3>{headline}</h3>
        {axis !== null && <TimeLine axis={axis} />}
        <p className="small doubt">{caution}</p>
      </div>
      {rows.map((row) => {
        const agreement = agreements.get(row.record);
        return (
          agreement !== undefined && (
            <Agreement key={row.record} row={row} agreement={agreement} doubt={doubtOf(row.record)} />
          )
        );
      })}
      {others.length > 0 && (
        <div className="in small">
          <h3>{OTHER_GOODS}</h3>
          <ul className="plain-list">
            {others.map(({ record, lender, why }) => (
              <li key={record}>
                <bdi>{lender}</bdi>: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="in small">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p>{source}</p>
      </div>
    </>
  );
}

/** In units of a tenth of a per cent. */
const WIDE = 1_000;

function TimeLine({ axis }: { axis: CarAxis }) {
  const x = (at: number): number => Math.round((at * WIDE) / 100);
  return (
    <figure className="car-axis">
      <figcaption>{axis.label}</figcaption>
      <svg viewBox={`0 0 ${WIDE} 24`} preserveAspectRatio="none" role="img" aria-label={axis.words}>
        <rect className="axis-track" y="9" width={WIDE} height="6" />
        {axis.bands.map(({ from, to }) => (
          <rect key={from} className="axis-band" x={x(from)} y="7" width={x(to) - x(from)} height="10" />
        ))}
        {axis.marks.map(({ at, isIn }, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: two agreements may begin on one day
            key={index}
            className={isIn ? 'axis-mark in' : 'axis-mark'}
            x={Math.max(0, Math.min(WIDE - 8, x(at) - 4))}
            width="8"
            height="24"
          />
        ))}
      </svg>
      <p aria-hidden="true">
        {axis.years.map(({ year }) => (
          <span key={year}>{year}</span>
        ))}
      </p>
    </figure>
  );
}

function Agreement(props: { row: CarRow; agreement: MotorAgreement; doubt: string | null }) {
  const { row, agreement, doubt } = props;
  const { purchaser, certainty, why, startDates, unknown } = agreement;
  const facts = [
    agreement.payment && `${pounds(agreement.payment)} each month`,
    agreement.balloon && `${pounds(agreement.balloon)} at the end`,
    purchaser && `bought by ${shownName(purchaser.name ?? 'a company not given')}`,
  ].filter(Boolean);
  return (
    <article className="account" aria-label={row.lender}>
      <div className="car-row">
        <div>
          <h3>
            <bdi>{row.lender}</bdi>{' '}
            {row.chip !== null && <Chip tone={row.standing === 'out' ? 'plain' : 'info'} word={row.chip} />}{' '}
            {certainty === 'likely' && <Chip tone="warn" word="Likely for a vehicle" />}
          </h3>
          <p className="small">{row.line}</p>
          {doubt !== null && <p className="small doubt">{doubt}</p>}
        </div>
        <p className="small">
          {[row.money, ...facts].filter((part) => part !== '').join(' · ')}
          {row.periods.length > 0 && (
            <>
              <br />
              {row.periods.join(', or ')}
            </>
          )}
        </p>
      </div>
      <details>
        <summary>
          Reasons, and what is not on file<span className="unseen">: {row.lender}</span>
        </summary>
        <ul className="plain-list small">
          {startDates.map(({ date, bureaus = [] }) => (
            <li key={date}>
              Began {day(date)}
              {bureaus.length > 0 && `, by ${bureaus.map(bureauName).join(', ')}`}
            </li>
          ))}
          {agreement.discretionaryPossible === true && (
            <li>Before discretionary commission was banned, which does not say that any was paid.</li>
          )}
          {why.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <LenderFacts lender={agreement.lender} />
          <li>
            Not on file: {unknown.map((code) => UNKNOWN[code] ?? inWords(code).toLowerCase()).join(', ')}.
          </li>
        </ul>
      </details>
    </article>
  );
}
