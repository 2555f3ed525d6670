// One account of a document: how it stands, what is left to pay, how it was paid in two years; on opening all the rest.

import { useState } from 'react';
import { counted, inWords } from '../../../src/domain/in-words.ts';
import { LATER_LENDER, laterLenders } from '../../../src/domain/shown/later-lender.ts';
import {
  isNearLimit,
  lenderOf,
  PROBLEMS,
  problemWords,
  remarksOn,
} from '../../../src/domain/shown/report-view.ts';
import {
  DEFAULT_BALANCE,
  FIELD_NAMES,
  hasEnded,
  kindName,
  month,
  monthsOnFile,
  paidMonths,
  pounds,
  shownName,
  standingOf,
} from '../../../src/domain/shown/report-words.ts';
import type { AccountRecord } from '../../api/shapes.ts';
import { Meter } from '../../parts/charts/meter.tsx';
import { Strip, StripTable } from '../../parts/charts/strip.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { bureauName, day, type Tone } from '../../parts/words.ts';
import { Disagreements } from './report-disagreements.tsx';

const TONES: Record<string, Tone> = { ok: 'ok', warn: 'warn', danger: 'danger', quiet: 'plain' };

export function Account({
  record,
  doubt,
  day: reportDay,
}: {
  record: AccountRecord;
  /** Which other row may be the same agreement, in words. */
  doubt: string | null;
  day: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = lenderOf(record);
  const standing = standingOf(record);
  const { history, disagreements = [] } = record;
  const months = history === undefined ? null : paidMonths(history, reportDay);
  const isBad = standing.tone === 'danger' || standing.tone === 'warn';
  return (
    <article className={isBad ? `account ${standing.tone}` : 'account'} aria-label={name}>
      <div className="account-row">
        <div>
          <h3>
            <bdi>{name}</bdi> <Chip tone={TONES[standing.tone] ?? 'plain'} word={standing.words} />
          </h3>
          <p className="small">{kindOf(record)}</p>
          {disagreements.length > 0 && (
            <p className="small doubt">{counted(disagreements.length, 'disagreement')}.</p>
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
      {[...(doubt === null ? [] : [doubt]), ...remarksOn(record)].map((words) => (
        <p className="small doubt" key={words}>
          {words}
        </p>
      ))}
      {isOpen && (
        <Details
          record={record}
          months={history === undefined ? null : monthsOnFile(history, reportDay)}
          name={name}
        />
      )}
    </article>
  );
}

/** Its kind, last digits and start; who files it too, where a debt was sold. */
function kindOf({ accountNumber, startDate, defaultDate, isJoint, ...record }: AccountRecord): string {
  const digits = /\d{2,4}$/.exec(accountNumber ?? '')?.[0];
  const others = (record.disagreements ?? [])
    .filter(({ field }) => field === 'companyName')
    .flatMap(({ values }) => values.map(({ value }) => shownName(String(value))))
    .filter((name) => name !== shownName(record.companyName ?? ''));
  const isSold = record.companyType === 'debt-purchaser' && others[0] !== undefined;
  return [
    `${kindName(record)}${digits === undefined ? '' : ` ··${digits}`}${isSold ? `, bought from ${others[0]}` : ''}`,
    isJoint === true && 'joint',
    startDate !== undefined && `since ${month(startDate)}`,
    hasEnded(record.accountStatus) && record.endDate !== undefined && `to ${month(record.endDate)}`,
    defaultDate !== undefined && `default of ${day(defaultDate)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** The pence are in the details. */
const wholePounds = ({ amount, currency }: { amount: number; currency: string }): string =>
  pounds({ amount: Math.round(amount / 100) * 100, currency });

function Balance({ record }: { record: AccountRecord }) {
  const { balance, creditLimit, startBalance } = record;
  if (balance === undefined) return <p className="small">Balance not given</p>;
  const { tone } = standingOf(record);
  const whole = creditLimit ?? startBalance;
  const share = whole === undefined || whole.amount === 0 ? null : balance.amount / whole.amount;
  const isNear = isNearLimit(record);
  const limit = record.accountType === 'current-account' ? 'overdraft' : 'limit';
  const of =
    creditLimit !== undefined
      ? [`${limit} ${wholePounds(creditLimit)}`, share !== null && `${Math.round(share * 100)} %`]
          .filter(Boolean)
          .join(' · ')
      : startBalance !== undefined && `of ${wholePounds(startBalance)}`;
  return (
    <Meter
      name={<b>{wholePounds(balance)}</b>}
      value={<small className={isNear ? 'near' : undefined}>{of}</small>}
      share={share}
      colour={tone === 'danger' || tone === 'warn' ? tone : isNear ? 'warn' : 1}
    />
  );
}

/** As the row shows. */
const MONTHS_IN_ROW = 24;

function Details(props: {
  record: AccountRecord;
  months: ReturnType<typeof paidMonths> | null;
  name: string;
}) {
  const { record, months, name } = props;
  const facts: [string, string | undefined][] = [
    ['Account number', record.accountNumber],
    ['Left to pay', record.balance && pounds(record.balance)],
    ['Original amount', record.startBalance && pounds(record.startBalance)],
    ['Credit limit', record.creditLimit && pounds(record.creditLimit)],
    ['Each month', record.payment && pounds(record.payment)],
    [FIELD_NAMES.balloon, record.balloon && pounds(record.balloon)],
    ['Payments', record.numberOfPayments?.toString()],
    ['Months to repay', record.repaymentPeriod?.toString()],
    ['Started', record.startDate && day(record.startDate)],
    ['Ended', record.endDate && day(record.endDate)],
    ['Default', record.defaultDate && day(record.defaultDate)],
    [DEFAULT_BALANCE, record.defaultBalance && pounds(record.defaultBalance)],
    [LATER_LENDER, laterLenders(record.companyNow)],
    ['Kind of lender', record.companyType && inWords(record.companyType)],
    ['Joint account', record.isJoint === undefined ? undefined : record.isJoint ? 'Yes' : 'No'],
    ['Last updated', record.lastUpdated && day(record.lastUpdated)],
    ['Reported by', record.bureaus.map(({ id }) => bureauName(id)).join(', ')],
    [PROBLEMS, problemWords(record)],
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
      {months !== null && months.length > MONTHS_IN_ROW && (
        <Strip label={`All payments to ${name}`} months={months} />
      )}
      {months !== null && (
        <details>
          <summary>Payments as a table</summary>
          <StripTable label={`Payments to ${name}`} months={months} />
        </details>
      )}
    </div>
  );
}
