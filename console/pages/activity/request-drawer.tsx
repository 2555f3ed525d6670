// One call in a drawer: what the API said first, then cause and fix, the fields, the caller, the report, and how to try it again.

import { Link } from 'wouter';
import { counted } from '../../../src/domain/in-words.ts';
import { useGet } from '../../api/queries.ts';
import type { ErrorGroup, LoggedRequest } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Pair } from '../../parts/pair.tsx';
import { Prose } from '../../parts/prose.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { AnswerChip } from '../../parts/status-chip.tsx';
import { Table } from '../../parts/table.tsx';
import { sentence, shortId } from '../../parts/words.ts';
import { Replay } from '../reports/replay.tsx';
import { requestOf } from '../reports/scenarios.ts';
import {
  callerOf,
  curlOf,
  FIX_FIELDS,
  GENERATE,
  problemsOf,
  shownField,
  shownRoute,
} from './request-words.ts';

export function RequestDrawer(props: {
  id: string;
  /** As the list has it. */
  row: LoggedRequest | undefined;
  groups: ErrorGroup[];
  closeHref: string;
}) {
  const call = useGet('readRequest', { params: { requestId: props.id } });
  const data = call.data ?? props.row;
  const title = data === undefined ? 'Request' : `${data.method} ${shownRoute(data.route)}`;
  return (
    <Drawer title={title} closeHref={props.closeHref}>
      <Shown query={call} data={data}>
        {(shown) => <Call call={shown} groups={props.groups} />}
      </Shown>
    </Drawer>
  );
}

function Call({ call, groups }: { call: LoggedRequest; groups: ErrorGroup[] }) {
  const { tenantId } = useTenant();
  const may = useMay();
  const problems = problemsOf(call);
  const example = call.route === GENERATE ? exampleOf(problems) : null;
  const isReplayed =
    call.route === GENERATE && call.method === 'POST' && call.test === true && may('reports:write');
  return (
    <>
      <p className="lead">
        <AnswerChip status={call.status} /> <Time at={call.at} /> · {Math.round(call.ms)} ms ·{' '}
        <bdi>{callerOf(call) ?? 'no caller'}</bdi>
      </p>
      <Said call={call} />
      {problems.length > 0 && (
        <section aria-labelledby="problems">
          <h3 id="problems">{counted(problems.length, 'problem')}</h3>
          <Table label="Problems" head={['Field', 'Problem']}>
            {problems.map(({ path, message }) => (
              <tr key={path + message}>
                <th scope="row" className="wrap">
                  <code>{shownField(path)}</code>
                </th>
                <td className="wrap">{message}</td>
              </tr>
            ))}
          </Table>
          {example !== null && (
            <>
              <p className="small">What would be accepted:</p>
              <CodeBlock label="What would be accepted" value={example} copyLabel={null} />
            </>
          )}
        </section>
      )}
      <Facts call={call} groups={groups} />
      <p className="buttons">
        <PlaygroundLink call={call} />
        <CopyButton text={curlOf(call, tenantId)} label="Copy as curl" />
      </p>
      <p className="small">
        {isReplayed
          ? 'Bodies of test requests are kept for 24 hours, of live ones never. curl sends body.json.'
          : 'Bodies are not kept: curl sends body.json, the playground starts with an example.'}
      </p>
      {isReplayed && <Replay requestId={call.id} />}
    </>
  );
}

/** The answer's own message, then the cause and the fix. */
function Said({ call }: { call: LoggedRequest }) {
  if (call.status < 400) return null;
  const title = call.message ?? call.code ?? `The answer was ${call.status}.`;
  // Fields say themselves what is wrong with them.
  const hasFields = problemsOf(call).length > 0;
  return (
    <Callout tone={call.status >= 500 ? 'danger' : 'warn'} title={title}>
      {call.help !== null && !hasFields && (
        <p>
          <Prose text={sentence(call.help.cause)} />
        </p>
      )}
      {call.help !== null && (
        <p>
          <Prose text={hasFields ? FIX_FIELDS : call.help.mend} />
        </p>
      )}
    </Callout>
  );
}

function Facts({ call, groups }: { call: LoggedRequest; groups: ErrorGroup[] }) {
  const { tenantId, home } = useTenant();
  const may = useMay();
  const same = groups.find(
    ({ code, method, route }) => code === call.code && method === call.method && route === call.route,
  );
  const times = same === undefined ? 0 : timesOf(call, same);
  const reportHome = `/${tenantId}/${call.test === false ? 'live' : 'test'}`;
  return (
    <dl className="pairs">
      <Pair name="Request id">
        <code>{call.id}</code> <CopyButton text={call.id} label="Copy the id" />
      </Pair>
      <Pair name="Mode">{call.test === null ? 'Not about a report' : call.test ? 'Test' : 'Live'}</Pair>
      <Pair name="Caller">
        {callerOf(call) === null ? 'Not known: the call had no valid token' : <bdi>{callerOf(call)}</bdi>}
      </Pair>
      {call.code !== null && (
        <Pair name="Code">
          <code>{call.code}</code>
        </Pair>
      )}
      {call.reportId !== null && (
        <Pair name="Report">
          {may('reports:read') ? (
            <Link href={`${reportHome}/reports/${call.reportId}`}>{shortId(call.reportId)}</Link>
          ) : (
            shortId(call.reportId)
          )}
        </Pair>
      )}
      {same !== undefined && times > 1 && (
        <Pair name="Same in 7 days">
          {times} times
          {times === same.count && (
            <>
              , first <RelativeTime at={same.firstAt} />
            </>
          )}{' '}
          <Link href={`${home}/requests?code=${same.code}&route=${encodeURIComponent(same.route)}`}>
            Show them
          </Link>
        </Pair>
      )}
    </dl>
  );
}

/** How often the same went wrong: with the same field where one is named, since a code has many causes. */
function timesOf(call: LoggedRequest, { count, details }: ErrorGroup): number {
  const [field] = problemsOf(call);
  if (field === undefined) return count;
  const path = field.path.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return details.find((one) => one.path === path && one.message === field.message)?.count ?? 0;
}

/** For calls that the playground can make: those of test mode, and those that were refused before they had one. */
function PlaygroundLink({ call }: { call: LoggedRequest }) {
  const { tenantId } = useTenant();
  const may = useMay();
  const branch =
    { [GENERATE]: 'allow' }[call.route] ?? (/otp-challenge|resend-sms/.test(call.route) && 'challenge');
  if (call.method !== 'POST' || !branch || call.test === false || !may('reports:write')) return null;
  return (
    <Link className="button" href={`/${tenantId}/test/playground?branch=${branch}`}>
      <Icon name="replay" />
      Open in playground
    </Link>
  );
}

/** Of a request that is accepted, the fields that were not; null if it has none of them. */
function exampleOf(problems: { path: string }[]): Record<string, unknown> | null {
  const whole = JSON.parse(requestOf('default', 'allow')) as Record<string, unknown>;
  const names = new Set(problems.map(({ path }) => path.split('/')[1] ?? ''));
  const wanted = Object.entries(whole).filter(([name]) => names.has(name));
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}
