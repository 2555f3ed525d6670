// A credit report as cards: one for each agreement, open ones first; where bureaus disagree, both values with their bureaus.
import { useState } from 'react';
import type { AccountRecord, CreditReport } from '../api/shapes.ts';
import { Chip } from '../parts/status-chip.tsx';
import { bureauName, day, FIELD_NAMES, howLong, pence, spoken } from '../parts/words.ts';

const OVER = ['settled', 'closed', 'transferred'];
const BAD = ['default', 'delinquent', 'arrangement', 'written-off'];

export function ReportDocument({ report }: { report: CreditReport }) {
  const [isCarOnly, setCarOnly] = useState(false);
  const { person, residencies, consumerData, previousSearches } = report;
  const records = consumerData.records.filter(
    ({ accountType }) => !isCarOnly || accountType === 'hire-purchase',
  );
  const groups: [string, AccountRecord[]][] = [
    ['Open', records.filter(({ accountStatus }) => !OVER.includes(accountStatus))],
    ['Settled and closed', records.filter(({ accountStatus }) => OVER.includes(accountStatus))],
  ];
  return (
    <div className="document">
      <section className="card" aria-label="Person">
        <h3>{[person.title, person.firstName, person.lastName].filter(Boolean).join(' ')}</h3>
        <p>Born {day(person.dateOfBirth)}</p>
        <ul className="plain-list">
          {residencies.map(({ addressId, address, isCurrent, yearsAtAddress, monthsAtAddress }) => (
            <li key={addressId}>
              {address.addressLine1} {isCurrent && <Chip tone="ok">Current</Chip>}{' '}
              <small>{howLong(yearsAtAddress, monthsAtAddress)}</small>
            </li>
          ))}
        </ul>
      </section>
      <label className="check">
        <input type="checkbox" checked={isCarOnly} onChange={(event) => setCarOnly(event.target.checked)} />
        Hire purchase and PCP only
      </label>
      {groups.map(([name, list]) => (
        <section key={name} aria-label={name}>
          <h3>
            {name} ({list.length})
          </h3>
          {list.length === 0 && <p className="small">None.</p>}
          <div className="cards">
            {list.map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the document is immutable
              <AccountCard key={index} record={record} />
            ))}
          </div>
        </section>
      ))}
      <section aria-label="Searches">
        <h3>Who searched before</h3>
        {previousSearches.providers.length === 0 && (
          <p className="small">Nobody is known to have searched.</p>
        )}
        <ul className="plain-list">
          {previousSearches.providers.map(({ companyName, records: dates }) => (
            <li key={companyName}>
              <bdi>{companyName}</bdi>: {dates.map(({ date }) => day(date)).join(', ')}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function AccountCard({ record }: { record: AccountRecord }) {
  const facts: [string, string | undefined][] = [
    ['Number', record.accountNumber],
    ['Left to pay', record.balance && pence(record.balance)],
    ['At the start', record.startBalance && pence(record.startBalance)],
    ['Each month', record.payment && pence(record.payment)],
    ['Payments', record.numberOfPayments?.toString()],
    ['Started', record.startDate && day(record.startDate)],
    ['Reported by', record.bureaus.map(({ id, ref }) => `${bureauName(id)} (${ref})`).join(', ')],
  ];
  const tone = BAD.includes(record.accountStatus)
    ? 'danger'
    : record.accountStatus === 'open'
      ? 'ok'
      : 'plain';
  return (
    <article className="card">
      <h4>
        <bdi>{record.companyName ?? 'Lender not named'}</bdi>{' '}
        <Chip tone={tone}>{spoken(record.accountStatus)}</Chip>
      </h4>
      <p className="small">{spoken(record.accountType)}</p>
      <dl>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {record.disagreements?.map(({ field, values }) => (
        <p key={field} className="disagreement">
          The bureaus disagree on {FIELD_NAMES[field]}:{' '}
          {values.map(({ bureau, value }) => `${bureauName(bureau)} ${shown(field, value)}`).join(', ')}
        </p>
      ))}
    </article>
  );
}

type Disagreement = NonNullable<AccountRecord['disagreements']>[number];
/** Their values are codes of ours; any other text is shown as the bureau wrote it. */
const CODED: Disagreement['field'][] = ['accountType', 'accountStatus', 'companyType'];
const DATED: Disagreement['field'][] = ['startDate', 'endDate', 'defaultDate'];

function shown(field: Disagreement['field'], value: Disagreement['values'][number]['value']): string {
  if (typeof value === 'object') return pence(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (DATED.includes(field)) return day(String(value));
  return CODED.includes(field) ? spoken(String(value)).toLowerCase() : String(value);
}
