// Car finance on a report: each agreement with its product, the period that it began in, the reasons, and what the file does not say.
// It never says whether somebody has a claim.
import type { ReactNode } from 'react';
import { inWords } from '../../../src/domain/in-words.ts';
import { accountStatus, pounds, shownName, withDays } from '../../../src/domain/shown/report-words.ts';
import { useGet } from '../../api/queries.ts';
import type { MotorAgreement, MotorAgreements } from '../../api/shapes.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { bureauName, day } from '../../parts/words.ts';
import { LenderFacts } from './lender-facts.tsx';

const PRODUCTS: Record<MotorAgreement['product'], string> = {
  pcp: 'PCP',
  'pcp-likely': 'Likely a PCP',
  'hire-purchase': 'Hire purchase',
  'balloon-hire-purchase': 'Hire purchase with a final payment',
  'conditional-sale': 'Conditional sale',
  'credit-sale': 'Credit sale',
  lease: 'Lease',
  'finance-lease': 'Finance lease',
  'operating-lease': 'Operating lease',
  'motor-loan': 'Car loan',
  unknown: 'Product not known',
};
const WINDOWS: Record<string, string> = {
  before: 'before the periods of the schemes',
  between: 'between the periods of the schemes',
  after: 'after the periods of the schemes',
  none: 'in no period of a scheme',
  'unknown-date': 'on a day that no bureau gives',
};
const UNKNOWN: Record<string, string> = { apr: 'APR' };

type DoubtOf = (place: number) => string | null;

export function CarFinance(props: {
  creditReportId: string;
  reason: string;
  /** Which other row of the document may be the same agreement as the one at a place, in words. */
  doubtOf: DoubtOf;
  /** What stands at the end of its head. */
  children: ReactNode;
}) {
  const { creditReportId, reason } = props;
  const query = useGet('readAgreements', { params: { creditReportId }, query: { kind: 'motor', reason } });
  return (
    <Panel title="Car finance" action={props.children}>
      <Shown query={query} data={query.data?.data}>
        {(data) => <Agreements data={data} doubtOf={props.doubtOf} />}
      </Shown>
    </Panel>
  );
}

function Agreements({ data, doubtOf }: { data: MotorAgreements; doubtOf: DoubtOf }) {
  const { agreements, notCounted, notes, scheme } = data;
  return (
    <>
      {agreements.length === 0 && <EmptyState>No car finance is on file.</EmptyState>}
      {agreements.map((agreement) => (
        <Agreement
          key={agreement.record}
          agreement={agreement}
          scheme={scheme}
          doubt={doubtOf(agreement.record)}
        />
      ))}
      {notCounted.length > 0 && (
        <div className="in small">
          <p>Perhaps for something else than a vehicle:</p>
          <ul className="plain-list">
            {notCounted.map(({ record, lender, why }) => (
              <li key={record}>
                <bdi>{shownName(lender.name ?? 'Lender not named')}</bdi>: {why.join(' ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="in small">
        {notes.map((note) => (
          <p key={note}>{withDays(note)}</p>
        ))}
        <p>
          Periods by {scheme.title}, version of {withDays(scheme.version)}.
        </p>
      </div>
    </>
  );
}

function Agreement(props: {
  agreement: MotorAgreement;
  scheme: MotorAgreements['scheme'];
  doubt: string | null;
}) {
  const { agreement, scheme, doubt } = props;
  const { lender, purchaser, product, certainty, why, last4, startDates, windows, unknown } = agreement;
  const named = windows.map((id) => WINDOWS[id] ?? scheme.windows.find((one) => one.id === id)?.name ?? id);
  const facts = [
    agreement.startBalance && `${pounds(agreement.startBalance)} at the start`,
    agreement.balance && `${pounds(agreement.balance)} left`,
    agreement.payment && `${pounds(agreement.payment)} each month`,
    agreement.balloon && `${pounds(agreement.balloon)} at the end`,
  ].filter(Boolean);
  const name = shownName(lender.name ?? 'Lender not named');
  return (
    <article className="account" aria-label={name}>
      <div className="car-row">
        <div>
          <h3>
            <bdi>{name}</bdi> <Chip tone="plain" word={PRODUCTS[product]} />{' '}
            {certainty === 'likely' && <Chip tone="warn" word="Likely for a vehicle" />}
          </h3>
          <p className="small">
            {accountStatus(agreement.status)}
            {last4 !== undefined && ` ··${last4}`}
            {purchaser !== undefined && `, bought by ${shownName(purchaser.name ?? 'a company not named')}`}
            {facts.length > 0 && ` · ${facts.join(' · ')}`}
          </p>
          {doubt !== null && <p className="small doubt">{doubt}</p>}
        </div>
        <div>
          <p>Began {named.join(', or ')}</p>
          <p className="small">
            {startDates
              .map(({ date, bureaus = [] }) =>
                bureaus.length === 0 ? day(date) : `${day(date)} (${bureaus.map(bureauName).join(', ')})`,
              )
              .join(' · ')}
            {agreement.discretionaryPossible === true &&
              ' · before discretionary commission was banned, which does not say that any was paid'}
          </p>
        </div>
      </div>
      <details>
        <summary>
          Reasons, and what is not on file<span className="unseen">: {name}</span>
        </summary>
        <ul className="plain-list small">
          {why.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <LenderFacts lender={lender} />
          <li>
            Not on file: {unknown.map((code) => UNKNOWN[code] ?? inWords(code).toLowerCase()).join(', ')}.
          </li>
        </ul>
      </details>
    </article>
  );
}
