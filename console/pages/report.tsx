// One report. Its document is shown on request only, because each view is an entry of the audit log.
import { useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { ask } from '../api/call.ts';
import { useForget, useGet, withQuery } from '../api/queries.ts';
import type { ReportAnswer, SeenReason, Status, Timeline } from '../api/shapes.ts';
import { type Mode, useMay, useTenant } from '../frame/tenant.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton, Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../parts/form.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip, StatusChip } from '../parts/status-chip.tsx';
import { bureauName, credits, pounds, STATUSES, spoken } from '../parts/words.ts';
import { ReportDocument } from './report-document.tsx';
import { ReportTimeline } from './report-timeline.tsx';

// Some steps are written shortly after the answer (write-behind).
const WATCH_MS = 3_000;
const REASONS: Record<SeenReason, string> = {
  casework: 'Work on the case',
  'consumer-asked': 'The consumer asked',
  complaint: 'A complaint or a dispute',
  fault: 'Looking into a fault',
  audit: 'An audit',
};

export function ReportPage() {
  return (
    <Needs permission="reports:read" title="Report" what="reports">
      <Report />
    </Needs>
  );
}

function Report() {
  const { id = '' } = useParams<{ id: string }>();
  const { api, home, mode, tenantId } = useTenant();
  const may = useMay();
  const forget = useForget();
  const timeline = useGet<Timeline>(`${api}/credit-reports/${id}/timeline`, { everyMs: WATCH_MS });
  const [read, setRead] = useState<ReportAnswer | null>(null);
  const path = `${api}/credit-reports/${id}`;
  // The report decides, not the address: a live one is live wherever it was opened from.
  const own: Mode | null = timeline.data === undefined ? null : timeline.data.test ? 'test' : 'live';
  const reveal = async (reason: string): Promise<void> => {
    setRead((await ask<ReportAnswer>(withQuery(path, { reason }))).body);
    void forget(`${api}/audit-entries`);
  };
  if (own !== null && own !== mode) return <Redirect to={`/${tenantId}/${own}/reports/${id}`} replace />;
  return (
    <>
      <PageHeader title="Report" crumb={[{ name: 'Reports', href: `${home}/reports` }]} />
      <p>
        <Id value={id} name="report id" />{' '}
        {own !== null && (
          <Chip tone={own === 'test' ? 'test' : 'plain'}>{own === 'test' ? 'TEST' : 'Live'}</Chip>
        )}
      </p>
      {timeline.data !== undefined && <ReportFacts timeline={timeline.data} />}
      <section aria-labelledby="timeline">
        <h2 id="timeline">Timeline</h2>
        <Shown query={timeline} data={timeline.data}>
          {(data) => <ReportTimeline timeline={data} />}
        </Shown>
      </section>
      {read === null && own !== null && may('reports:reveal') && (
        <OpenDocument isLive={own === 'live'} reveal={reveal} />
      )}
      {!may('reports:reveal') && (
        <EmptyState>Your role cannot open documents. Ask an owner or an admin of this tenant.</EmptyState>
      )}
      {read !== null && <Revealed read={read} path={path} />}
    </>
  );
}

/** The facts of a report without its document. The service masks the person, not the console. */
function ReportFacts({ timeline }: { timeline: Timeline }) {
  const { externalReference, person, costCredits, heldCredits } = timeline;
  const known = (Object.keys(STATUSES) as Status[]).find((one) => one === timeline.status);
  return (
    <dl className="facts">
      <div>
        <dt>Status</dt>
        <dd>{known === undefined ? timeline.status : <StatusChip status={known} />}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd>{externalReference === null ? 'None' : <bdi>{externalReference}</bdi>}</dd>
      </div>
      <div>
        <dt>Person, masked</dt>
        <dd>{person === null ? 'Erased' : <bdi>{person}</bdi>}</dd>
      </div>
      <div>
        <dt>Cost so far</dt>
        <dd>
          {credits(costCredits)}{' '}
          <small>{heldCredits > 0 ? `${credits(heldCredits)} held` : pounds(costCredits)}</small>
        </dd>
      </div>
    </dl>
  );
}

/** A live document needs a reason from a short list; a test report is synthetic. */
function OpenDocument({ isLive, reveal }: { isLive: boolean; reveal: (reason: string) => Promise<void> }) {
  const form = useForm({
    id: 'open',
    initial: { reason: '' },
    check: ({ reason }): Record<string, string> =>
      isLive && reason === '' ? { reason: 'Choose why you open it' } : {},
    send: ({ reason }) => reveal(reason),
  });
  return (
    <div className="card">
      <h2>Document</h2>
      <p>It names a person. Opening it is written to the audit log, with your name and the time.</p>
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
  );
}

function Revealed({ read, path }: { read: ReportAnswer; path: string }) {
  const { data, meta } = read;
  return (
    <>
      <section aria-labelledby="document">
        <h2 id="document">Document</h2>
        {data.status === 'complete' ? (
          <>
            <p className="small">
              {data.bureaus.map(({ id, status, simulated }) => (
                <span key={id} className="bureau">
                  {bureauName(id)}: {status === 'ok' ? 'answered' : spoken(status).toLowerCase()}
                  {simulated === true && <strong className="simulator"> SIMULATOR</strong>}
                </span>
              ))}
            </p>
            <ReportDocument report={data.creditReport} />
          </>
        ) : (
          <EmptyState>
            {'errorMessage' in data ? data.errorMessage : 'There is no document in this state.'}
          </EmptyState>
        )}
      </section>
      <section aria-labelledby="json">
        <div className="section-head">
          <h2 id="json">JSON</h2>
          <CopyButton text={JSON.stringify(read, null, 2)} label="Copy JSON" />
        </div>
        <p className="small">
          This read cost {credits(meta.wallet.cost)}. As a call:{' '}
          <code>
            curl -H "Authorization: Bearer $TOKEN" {location.origin}
            {path}
          </code>
        </p>
        <CodeBlock value={read} label="The answer as JSON" copyLabel={null} />
      </section>
    </>
  );
}
