// One report: its status and timeline, and its document on request only, because each view is an entry of the audit log.
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import { inWords } from '../../../src/domain/in-words.ts';
import { shownAddress, day as writtenDay } from '../../../src/domain/shown/report-words.ts';
import { useCall, useForget, useGet } from '../../api/queries.ts';
import type { SeenReason, Timeline } from '../../api/shapes.ts';
import { type Mode, useMay, useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { Select } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip, StatusChip } from '../../parts/status-chip.tsx';
import { credits, isKnownStatus, NO_GATEWAY_TOOK_IT, pounds, timeOfDay } from '../../parts/words.ts';
import { whyFailed } from './failure-words.ts';
import { type Opened, REASONS } from './opened-report.ts';
import { ReportActions } from './report-actions.tsx';
import { DeskActions } from './report-desk.tsx';
import type { ReportDocument } from './report-document.tsx';
import { isWithoutText, stepsOf } from './report-steps.ts';
import { ReportTexts } from './report-texts.tsx';
import { ReportTimeline } from './report-timeline.tsx';
import { AdvanceClock } from './test-clock.tsx';

// Some steps are written shortly after the answer (write-behind).
const WATCH_MS = 3_000;

/** In a file of its own, loaded while the page is read: it is there when the document is, and nothing jumps. */
const loadView = () => import('./report-document.tsx');

export function ReportPage() {
  const { id = '' } = useParams<{ id: string }>();
  const { home, mode, tenantId } = useTenant();
  const call = useCall();
  const forget = useForget();
  const params = { creditReportId: id };
  const query = useGet('readTimeline', { params, everyMs: WATCH_MS });
  const timeline = query.data;
  const [opened, setOpened] = useState<(Opened & { View: typeof ReportDocument }) | null>(null);
  useEffect(() => void loadView().catch(() => {}), []);
  // The report decides, not the address: a live one is live wherever it was opened from.
  const own: Mode | null = timeline === undefined ? null : timeline.test ? 'test' : 'live';
  const open = async (reason: string): Promise<void> => {
    const View = (await loadView()).ReportDocument;
    const { data, ...read } = await call('readReport', { params, query: { reason, include: 'agreements' } });
    if (data.status === 'complete' && data.agreements !== undefined) {
      const { agreements: cars, ...document } = data;
      setOpened({ View, read: { ...read, data: document }, cars, reason, atMs: Date.now() });
    }
    void forget('listAuditEntries');
  };
  if (own !== null && own !== mode) return <Redirect to={`/${tenantId}/${own}/reports/${id}`} replace />;
  const steps = stepsOf(timeline?.events ?? []);
  const title = timeline?.externalReference ?? timeline?.person ?? 'Report';
  return (
    <>
      <PageHeader
        title={title}
        crumb={[{ name: 'Reports', href: `${home}/reports` }]}
        chip={
          timeline !== undefined && <ReportStatus timeline={timeline} isWithoutText={isWithoutText(steps)} />
        }
        actions={
          timeline !== undefined && (
            <>
              {timeline.testClockId !== undefined && <AdvanceClock clockId={timeline.testClockId} />}
              <ReportActions timeline={timeline} opened={opened} onErased={() => setOpened(null)} />
            </>
          )
        }
      >
        {timeline !== undefined && <Facts timeline={timeline} opened={opened} />}
      </PageHeader>
      <Shown query={query} data={timeline}>
        {(data) => {
          const side = <ReportTimeline timeline={data} steps={steps} readAtMs={query.dataUpdatedAt} />;
          if (opened !== null) return <opened.View opened={opened} timeline={data} side={side} />;
          return (
            <div className="report-columns">
              <div>
                <Matter timeline={data} isWithoutText={isWithoutText(steps)} open={open} />
                {data.status !== 'complete' && <ReportTexts timeline={data} steps={steps} />}
              </div>
              {side}
            </div>
          );
        }}
      </Shown>
    </>
  );
}

function ReportStatus({ timeline, isWithoutText }: { timeline: Timeline; isWithoutText: boolean }) {
  if (isWithoutText && (timeline.waiting !== null || timeline.status === 'failed'))
    return (
      <Chip
        tone="danger"
        shape="✕"
        word={timeline.waiting === null ? 'Failed: text not delivered' : 'Text not delivered'}
      />
    );
  return isKnownStatus(timeline.status) ? (
    <StatusChip status={timeline.status} />
  ) : (
    <Chip tone="plain" word={timeline.status} />
  );
}

/** One line. The person is masked, by the service, until the document is open. */
function Facts({ timeline, opened }: { timeline: Timeline; opened: Opened | null }) {
  const { home } = useTenant();
  const { creditReportId, consumerSessionId, externalReference, person, createdAt } = timeline;
  if (opened === null)
    return (
      <>
        {externalReference !== null && (person === null ? 'Person erased' : <bdi>{person}</bdi>)}
        {externalReference === null && person === null && 'Erased'}
        {(externalReference !== null || person === null) && ' · '}
        {timeline.mobileEnding !== null && `mobile ··${timeline.mobileEnding} · `}
        <RelativeTime at={createdAt} /> · {credits(timeline.costCredits)}, {pounds(timeline.costCredits)} ·{' '}
        <Id value={creditReportId} name="report id" />
        {consumerSessionId !== undefined && (
          <>
            {' · '}
            <Link href={`${home}/links/${consumerSessionId}`}>From a link</Link>
          </>
        )}
      </>
    );
  const { person: who, residencies } = opened.read.data.creditReport;
  const address = residencies.find(({ isCurrent }) => isCurrent)?.address.addressLine1;
  const why = opened.reason === '' ? '' : ` for “${REASONS[opened.reason as SeenReason]}”`;
  return (
    <>
      <bdi>{[who.title, who.firstName, who.lastName].filter(Boolean).join(' ')}</bdi>, born{' '}
      {writtenDay(who.dateOfBirth)} ·{' '}
      {address !== undefined && (
        <>
          <bdi>{shownAddress(address)}</bdi> ·{' '}
        </>
      )}
      opened by you{why}, {timeOfDay(new Date(opened.atMs)).slice(0, 5)}
    </>
  );
}

/** What is to say or do before the document is open: there is one only if the report is complete. */
function Matter(props: {
  timeline: Timeline;
  isWithoutText: boolean;
  open: (reason: string) => Promise<void>;
}) {
  const { status, test, person, waiting, events } = props.timeline;
  const may = useMay();
  if (status === 'complete') {
    if (person === null)
      return (
        <Callout tone="info" title="The document was erased">
          Its charges and steps stay.
        </Callout>
      );
    if (may('reports:reveal')) return <OpenDocument isLive={!test} open={props.open} />;
    return (
      <Callout tone="info">Your role cannot open documents. Ask an owner or an admin of this tenant.</Callout>
    );
  }
  if (props.isWithoutText && (waiting !== null || status === 'failed'))
    return <NoText timeline={props.timeline} />;
  if (waiting !== null)
    return (
      <Callout tone="info" title="Waiting for the security code">
        There is no document yet. This page shows it as soon as the code was right.
        <DeskActions timeline={props.timeline} />
      </Callout>
    );
  const { reason, message } = events.findLast(({ kind }) => kind === 'ended')?.facts ?? {};
  const why = whyFailed(reason);
  return (
    <Callout
      tone={status === 'blocked' ? 'danger' : 'warn'}
      title={why?.title ?? `No document: ${inWords(status).toLowerCase()}`}
    >
      {why?.more ?? message ?? 'It was stopped by the risk check, and is never completed.'}
      {why?.tell !== undefined && <Tell>{why.tell}</Tell>}
      {status === 'failed' && <DeskActions timeline={props.timeline} />}
    </Callout>
  );
}

/** Words for the telephone. */
function Tell({ children }: { children: ReactNode }) {
  return (
    <p className="tell">
      <strong>What to tell the consumer</strong>
      <br />“{children}”
    </p>
  );
}

/** The support desk's page: why there is no code, what to say on the phone, and the next step. */
function NoText({ timeline }: { timeline: Timeline }) {
  const { events, mobileEnding, status } = timeline;
  const last = events.findLast(({ kind }) => kind === 'sms')?.facts.state;
  const number = mobileEnding === null ? 'the number' : `the number ending ${mobileEnding}`;
  const cause =
    last === 'not-delivered'
      ? `The network could not deliver the text to ${number}.`
      : last === 'given-up'
        ? `No network confirmed the text to ${number}.`
        : NO_GATEWAY_TOOK_IT;
  return (
    <Callout tone="danger" title="The text never reached the phone, so no code was entered">
      {cause} {status === 'failed' && 'The time for the code then ran out.'}
      <Tell>The mobile network did not accept our message to {number}. Is that your number today?</Tell>
      <DeskActions timeline={timeline} />
    </Callout>
  );
}

/** A live document needs a reason from a short list; a test report is synthetic. */
function OpenDocument({ isLive, open }: { isLive: boolean; open: (reason: string) => Promise<void> }) {
  const form = useForm({
    id: 'open',
    initial: { reason: '' },
    check: ({ reason }): Record<string, string> =>
      isLive && reason === '' ? { reason: 'Choose why you open it' } : {},
    send: ({ reason }) => open(reason),
  });
  return (
    <section className="panel open-document" aria-labelledby="document">
      <div className="in">
        <h2 id="document">Document</h2>
        <p className="small">
          It names a person. Opening it is written to the audit log, with your name and the time.
        </p>
        <Form form={form} label="Open the document">
          {isLive && (
            <Select
              form={form}
              name="reason"
              label="Reason"
              hint="It goes into the audit log, too"
              options={[['', 'Choose a reason'], ...Object.entries(REASONS)]}
            />
          )}
          <SubmitButton isBusy={form.isBusy}>Open the document</SubmitButton>
        </Form>
      </div>
    </section>
  );
}
