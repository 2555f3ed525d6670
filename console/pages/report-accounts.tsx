// The accounts of a document, a row each: how it stands, what is left to pay, how it was paid in two years; on opening all the rest.
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { counted, inWords } from '../../src/domain/in-words.ts';
import {
  accountStatus,
  accountType,
  hasEnded,
  month,
  paidMonths,
  pounds,
  shownName,
  standingOf,
} from '../../src/domain/report-words.ts';
import type { AccountRecord } from '../api/shapes.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { useFilters } from '../parts/filter-bar.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meter } from '../parts/meter.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Strip, StripLegend, StripTable } from '../parts/strip.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { bureauName, day, number, type Tone } from '../parts/words.ts';
import type { Opened } from './opened-report.ts';
import { Around } from './report-around.tsx';
import { CarFinance } from './report-cars.tsx';
import { Disagreements } from './report-disagreements.tsx';

const SHOWS = { '': 'All', cars: 'Car finance', disagreements: 'Disagreements' };
/** More are shown on request: a thousand rows would take seconds to draw. */
const ROWS_STEP = 50;

export function ReportAccounts({
  opened,
  path,
  day: reportDay,
}: {
  opened: Opened;
  path: string;
  day: string;
}) {
  const report = opened.read.data.creditReport;
  const { records } = report.consumerData;
  const [here] = useLocation();
  const [{ show }] = useFilters(['show']);
  const differing = records.filter(({ disagreements = [] }) => disagreements.length > 0);
  const open = records.filter((record) => !hasEnded(record.accountStatus));
  const ended = records.filter((record) => hasEnded(record.accountStatus));
  const choice = (
    <Tabs
      isSwitch
      label="Which accounts"
      tabs={Object.entries(SHOWS).map(([value, name]) => ({
        name,
        href: value === '' ? here : `${here}?show=${value}`,
        isCurrent: value === show,
        ...(value === 'disagreements' && { count: differing.length }),
      }))}
    />
  );
  if (show === 'cars')
    return (
      <CarFinance path={path} reason={opened.reason}>
        {choice}
      </CarFinance>
    );
  if (show === 'disagreements')
    return (
      <section className="panel" aria-labelledby="differing">
        <header>
          <h2 id="differing">Where bureaus disagree</h2>
          {choice}
        </header>
        {differing.length === 0 ? (
          <EmptyState>The bureaus agree on every account.</EmptyState>
        ) : (
          <Disagreements records={differing} />
        )}
      </section>
    );
  return (
    <>
      <Accounts
        id="open-accounts"
        title="Open accounts"
        records={open}
        all={records}
        day={reportDay}
        aside={choice}
      />
      {ended.length > 0 && (
        <Accounts
          id="ended-accounts"
          title="Settled and closed"
          records={ended}
          all={records}
          day={reportDay}
        />
      )}
      <Around report={report} />
    </>
  );
}

function Accounts(props: {
  id: string;
  title: string;
  records: AccountRecord[];
  all: AccountRecord[];
  day: string;
  aside?: ReactNode;
}) {
  const { id, title, records, all, aside } = props;
  const [count, setCount] = useState(ROWS_STEP);
  const shown = records.slice(0, count);
  const more = Math.min(2 * ROWS_STEP, records.length - shown.length);
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title} <span className="count">{number(records.length)}</span>
        </h2>
        {aside}
      </header>
      {records.length === 0 && <p className="in small">None on file.</p>}
      {shown.map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document is immutable
        <Account key={index} record={record} all={all} day={props.day} />
      ))}
      {more > 0 && (
        <p className="in">
          <button type="button" className="button second small" onClick={() => setCount(count + more)}>
            Show {more} more of {number(records.length)}
          </button>
        </p>
      )}
      {records.some(({ history }) => history !== undefined) && (
        <footer>
          <StripLegend /> <small>Left: two years ago. Right: the month of the report.</small>
        </footer>
      )}
    </section>
  );
}

const TONES: Record<string, Tone> = { ok: 'ok', warn: 'warn', danger: 'danger', quiet: 'plain' };

function Account({
  record,
  all,
  day: reportDay,
}: {
  record: AccountRecord;
  all: AccountRecord[];
  day: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = shownName(record.companyName ?? 'Lender not named');
  const standing = standingOf(record);
  const { history, disagreements = [], possiblySame = [] } = record;
  const months = history === undefined ? null : paidMonths(history, reportDay);
  const isBad = standing.tone === 'danger' || standing.tone === 'warn';
  return (
    <article className={isBad ? `account ${standing.tone}` : 'account'} aria-label={name}>
      <div className="account-row">
        <div>
          <h3>
            <bdi>{name}</bdi> <Chip tone={TONES[standing.tone] ?? 'plain'}>{standing.words}</Chip>
          </h3>
          <p className="small">{kindOf(record)}</p>
          {(disagreements.length > 0 || possiblySame.length > 0) && (
            <p className="small doubt">
              {disagreements.length > 0 && `${counted(disagreements.length, 'disagreement')}. `}
              {possiblySame.length > 0 && `Perhaps the same as ${namesOf(possiblySame, all)}.`}
            </p>
          )}
        </div>
        <Balance record={record} />
        {months === null ? (
          <p className="small">No payment history on file</p>
        ) : (
          <Strip label={`Payments to ${name}`} months={months} />
        )}
        <button
          type="button"
          className="button quiet small"
          aria-expanded={isOpen}
          aria-label={`Details of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="down" />
        </button>
      </div>
      {isOpen && <Details record={record} months={months} name={name} />}
    </article>
  );
}

/** Its kind, last digits and start; who files it too, where a debt was sold. */
function kindOf({
  accountType: type,
  accountNumber,
  startDate,
  defaultDate,
  isJoint,
  ...record
}: AccountRecord): string {
  const digits = /\d{2,4}$/.exec(accountNumber ?? '')?.[0];
  const others = (record.disagreements ?? [])
    .filter(({ field }) => field === 'companyName')
    .flatMap(({ values }) => values.map(({ value }) => shownName(String(value))))
    .filter((name) => name !== shownName(record.companyName ?? ''));
  const isSold = record.companyType === 'debt-purchaser' && others[0] !== undefined;
  return [
    `${accountType(type)}${digits === undefined ? '' : ` ··${digits}`}${isSold ? `, bought from ${others[0]}` : ''}`,
    isJoint === true && 'joint',
    startDate !== undefined && `since ${month(startDate)}`,
    hasEnded(record.accountStatus) && record.endDate !== undefined && `to ${month(record.endDate)}`,
    defaultDate !== undefined && `default of ${day(defaultDate)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

function Balance({ record }: { record: AccountRecord }) {
  const { balance, creditLimit, startBalance } = record;
  if (balance === undefined) return <p className="small">Balance not given</p>;
  const { tone } = standingOf(record);
  const whole = creditLimit ?? startBalance;
  const share = whole === undefined || whole.amount === 0 ? 0 : balance.amount / whole.amount;
  const limit = record.accountType === 'current-account' ? 'overdraft' : 'limit';
  const of =
    creditLimit !== undefined
      ? `${limit} ${pounds(creditLimit)} · ${Math.round(share * 100)} %`
      : startBalance !== undefined && `of ${pounds(startBalance)}`;
  return (
    <Meter
      name={<b>{pounds(balance)}</b>}
      value={<small>{of}</small>}
      share={share}
      colour={tone === 'danger' || tone === 'warn' ? tone : 1}
    />
  );
}

function namesOf(refs: NonNullable<AccountRecord['possiblySame']>, all: AccountRecord[]): string {
  return refs
    .map(({ id, ref }) => {
      const same = all.find(({ bureaus }) => bureaus.some((one) => one.id === id && one.ref === ref));
      const digits = /\d{2,4}$/.exec(same?.accountNumber ?? '')?.[0];
      return `${shownName(same?.companyName ?? 'an account')}${digits === undefined ? '' : ` ··${digits}`}`;
    })
    .join(', ');
}

function Details(props: {
  record: AccountRecord;
  months: ReturnType<typeof paidMonths> | null;
  name: string;
}) {
  const { record, months, name } = props;
  const facts: [string, string | undefined][] = [
    ['Account number', record.accountNumber],
    ['Original amount', record.startBalance && pounds(record.startBalance)],
    ['Credit limit', record.creditLimit && pounds(record.creditLimit)],
    ['Each month', record.payment && pounds(record.payment)],
    ['Payments', record.numberOfPayments?.toString()],
    ['Months to repay', record.repaymentPeriod?.toString()],
    ['Started', record.startDate && day(record.startDate)],
    ['Ended', record.endDate && day(record.endDate)],
    ['Default', record.defaultDate && day(record.defaultDate)],
    ['Kind of lender', record.companyType && inWords(record.companyType)],
    ['Joint account', record.isJoint === undefined ? undefined : record.isJoint ? 'Yes' : 'No'],
    ['Last updated', record.lastUpdated && day(record.lastUpdated)],
    ['Reported by', record.bureaus.map(({ id }) => bureauName(id)).join(', ')],
    [
      'Adverse words',
      record.adverse
        ?.map(({ bureau, status, date }) => {
          const on = date === undefined ? '' : `, ${day(date)}`;
          return `${bureauName(bureau)}: ${accountStatus(status).toLowerCase()}${on}`;
        })
        .join(' · '),
    ],
  ];
  return (
    <div className="account-more">
      {record.disagreements !== undefined && <Disagreements records={[record]} />}
      <dl>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {months !== null && (
        <details>
          <summary>Payments as a table</summary>
          <StripTable label={`Payments to ${name}`} months={months} />
        </details>
      )}
    </div>
  );
}
