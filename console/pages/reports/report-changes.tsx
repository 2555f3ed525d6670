// What changed since an earlier report about the same person. Earlier ones are offered by the masked person; the service makes sure that
// both are about the same one.
import { type FormEvent, useState } from 'react';
import { counted, inWords } from '../../../src/domain/in-words.ts';
import {
  type ChangeLine,
  publicChangeLines,
  WHEN_WORDS,
} from '../../../src/domain/shown/public-change-words.ts';
import { lenderOf } from '../../../src/domain/shown/report-view.ts';
import {
  accountStatus,
  accountType,
  pounds,
  shownAddress,
  shownName,
} from '../../../src/domain/shown/report-words.ts';
import { useGet } from '../../api/queries.ts';
import type { ReportChanges as Changes, Timeline } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Shown } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { bureauName, day, when as exactTime } from '../../parts/words.ts';

const OFFERED_MAX = 100;

export function ReportChanges(props: { reason: string; timeline: Timeline }) {
  const { reason, timeline } = props;
  const { creditReportId: id, person: own } = timeline;
  const { mode } = useTenant();
  const [since, setSince] = useState('');
  const list = useGet('listReports', {
    query: {
      test: String(mode === 'test'),
      status: 'complete',
      details: 'true',
      createdTo: timeline.createdAt,
      pageSize: String(OFFERED_MAX),
    },
  });
  const items = list.data?.data.items ?? [];
  const earlier = items.filter(
    ({ creditReportId, person, purged }) =>
      creditReportId !== id && !purged && own !== null && person === own,
  );
  const chosen = since || (earlier[0]?.creditReportId ?? '');
  return (
    <Panel
      title="Changes"
      action={
        earlier.length > 0 && (
          <label className="since">
            since{' '}
            <select value={chosen} onChange={({ target }) => setSince(target.value)}>
              {earlier.map(({ creditReportId, createdAt, externalReference }) => (
                <option key={creditReportId} value={creditReportId}>
                  {exactTime(createdAt)} {externalReference ?? ''}
                </option>
              ))}
              {since !== '' && !earlier.some(({ creditReportId }) => creditReportId === since) && (
                <option value={since}>{since}</option>
              )}
            </select>
          </label>
        )
      }
    >
      {chosen === '' ? (
        <Shown query={list} data={list.data}>
          {() => (
            <ById
              onChoose={setSince}
              said={`None of the ${OFFERED_MAX} complete reports before this one is about the same person.`}
            />
          )}
        </Shown>
      ) : (
        <Since creditReportId={id} asked={{ since: chosen, reason }} />
      )}
    </Panel>
  );
}

function ById({ said, onChoose }: { said: string; onChoose: (id: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onChoose(String(new FormData(event.currentTarget).get('since') ?? '').trim());
  };
  return (
    <form className="in" onSubmit={submit}>
      <p>{said}</p>
      <label className="field">
        Id of an earlier report about this person
        <input name="since" className="mono" autoComplete="off" />
      </label>
      <button type="submit" className="button second">
        Compare
      </button>
    </form>
  );
}

function Since(props: { creditReportId: string; asked: { since: string; reason: string } }) {
  const { creditReportId, asked } = props;
  const query = useGet('readChanges', { params: { creditReportId }, query: asked });
  return (
    <Shown query={query} data={query.data?.data}>
      {(data) => <Told data={data} />}
    </Shown>
  );
}

const WHYS: Record<string, string> = {
  'began-since': 'began since then',
  'bureau-not-heard-before': 'of a bureau that gave no file then',
  'not-listed-before': 'not listed then',
  'aged-off': 'six years after its end or default',
  'bureau-not-heard-now': 'of a bureau that gave no file this time',
  unknown: 'no longer listed; it says nothing about the debt',
};

type Named = { companyName?: string; accountType: string; accountNumber?: string };
function who({ companyName, accountType: type, accountNumber = '' }: Named): string {
  const digits = /\d{2,4}$/.exec(accountNumber)?.[0];
  return `${lenderOf({ companyName })}, ${accountType(type).toLowerCase()}${digits === undefined ? '' : ` ··${digits}`}`;
}
const paid = (status: string): string =>
  /^\d$/.test(status) ? `${counted(Number(status), 'month')} behind` : inWords(status).toLowerCase();

function linesOf({ records, searches, addresses, publicRecords, day: today }: Changes): ChangeLine[] {
  const ends = (what: string, list: Changes['records']['settled']): ChangeLine[] =>
    list.map((one) => ({
      what,
      who: who(one),
      said: one.endDate === undefined ? WHEN_WORDS[one.when] : day(one.endDate),
    }));
  const standing = (what: string, list: Changes['records']['worse']): ChangeLine[] =>
    list.map((one) => ({
      what,
      who: who(one),
      said: `${paid(one.before)}, now ${paid(one.now)}${one.worstSince === undefined ? '' : `; worst ${paid(one.worstSince.status)}`}`,
    }));
  return [
    ...standing('Worse', records.worse),
    ...standing('Better', records.better),
    ...records.new.map((one) => ({
      what: 'New',
      who: who(one),
      said: `${WHYS[one.why]}${one.balance === undefined ? '' : `, ${pounds(one.balance)} left`}`,
    })),
    ...ends('Settled or closed', records.settled),
    ...ends('Transferred', records.transferred),
    ...ends('Reopened', records.reopened),
    ...records.balances.map((one) => ({
      what: 'Balance',
      who: who(one),
      said: `${pounds(one.before)}, now ${pounds(one.now)}`,
    })),
    ...records.gone.map((one) => ({
      what: 'Gone',
      who: who(one),
      said: `${WHYS[one.why]}; ${accountStatus(one.statusBefore).toLowerCase()} before`,
    })),
    ...records.unsure.map((one) => ({
      what: 'Not sure',
      who: who(one),
      said: 'in one report only, perhaps part of an agreement that is in both',
    })),
    ...publicChangeLines(publicRecords, today),
    ...searches.new.map(({ companyName, date }) => ({
      what: 'New search',
      who: shownName(companyName),
      said: day(date),
    })),
    ...addresses.new.map((one) => ({
      what: 'New address',
      who: shownAddress(one.addressLine1),
      said: WHEN_WORDS[one.when],
    })),
    ...addresses.nowCurrent.map((one) => ({
      what: 'Current address',
      who: shownAddress(one.addressLine1),
      said: 'current only now',
    })),
    ...addresses.gone.map((one) => ({ what: 'Address gone', who: shownAddress(one.addressLine1), said: '' })),
  ];
}

function Told({ data }: { data: Changes }) {
  const lines = linesOf(data);
  const { coverage, records, sinceDay } = data;
  const unlike = coverage.bureaus.filter(({ before, now }) => before !== now);
  return (
    <>
      <div className="in">
        {!coverage.isSame && (
          <Callout tone="warn" title="The two reports could not see the same">
            {unlike
              .map(
                ({ id, before, now }) =>
                  `${bureauName(id)}: ${inWords(before)} then, ${inWords(now).toLowerCase()} now`,
              )
              .join('. ')}
            {unlike.length > 0 && '. '}Part of what is new or gone may only have been out of sight.
          </Callout>
        )}
        <p className="small">
          Since {day(sinceDay)}: {lines.length === 0 ? 'nothing changed' : counted(lines.length, 'change')};{' '}
          {counted(records.unchanged, 'agreement')} unchanged
          {records.notCompared.length > 0 && `, ${records.notCompared.length} facts not compared`}.
        </p>
      </div>
      {lines.length > 0 && (
        <Table label="Changes" head={['Change', 'What', 'Then and now']}>
          {lines.map(({ what, who: about, said }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answer is immutable
            <tr key={index}>
              <th scope="row">{what}</th>
              <td className="wrap wide">
                <bdi>{about}</bdi>
              </td>
              <td className="wrap wide">{said}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
