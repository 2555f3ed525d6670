// One report. What it says about a person is shown when somebody asks for it, and each look is an entry of the audit log.
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { ask } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { ReportAnswer, Timeline } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { ActButton, Chip, CopyButton, Id, Json, PageHead } from '../parts/bits.tsx';
import { ReportDocument } from '../parts/document.tsx';
import { Empty, Failed, Needs, Shown } from '../parts/states.tsx';
import { TimelineHead, TimelineList } from '../parts/timeline.tsx';
import { bureauName, credits, spoken } from '../parts/words.ts';

// Some steps are noted a moment after they were answered.
const WATCH_MS = 3_000;

export function ReportPage() {
  return (
    <Needs permission="reports:read" title="Report" what="reports">
      <Report />
    </Needs>
  );
}

function Report() {
  const { id = '' } = useParams<{ id: string }>();
  const { api, home, mode } = useTenant();
  const may = useMay();
  const forget = useForget();
  const timeline = useGet<Timeline>(`${api}/credit-reports/${id}/timeline`, { everyMs: WATCH_MS });
  const [read, setRead] = useState<ReportAnswer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const path = `${api}/credit-reports/${id}`;
  const reveal = async (): Promise<void> => {
    setError(null);
    setRead((await ask<ReportAnswer>(path)).body);
    void forget(`${api}/audit-entries`);
  };
  return (
    <>
      <PageHead title="Report" aside={<Link href={`${home}/reports`}>All reports</Link>} />
      <p>
        <Id value={id} name="report id" />{' '}
        <Chip tone={mode === 'test' ? 'test' : 'plain'}>{mode === 'test' ? 'TEST' : 'Live'}</Chip>
      </p>
      <section aria-labelledby="timeline">
        <h2 id="timeline">Timeline</h2>
        <Shown query={timeline} data={timeline.data}>
          {(data) => (
            <>
              <TimelineHead timeline={data} />
              <TimelineList timeline={data} />
            </>
          )}
        </Shown>
      </section>
      {error !== null && <Failed error={error} retry={() => reveal().catch(setError)} />}
      {read === null && may('reports:reveal') && (
        <div className="card">
          <h2>Document</h2>
          <p>It names a person. Opening it is written to the audit log, with your name and the time.</p>
          <ActButton act={reveal} onError={setError}>
            Open the document
          </ActButton>
        </div>
      )}
      {!may('reports:reveal') && (
        <Empty>Your role cannot open documents. Ask an owner or an admin of this tenant.</Empty>
      )}
      {read !== null && <Revealed read={read} path={path} />}
    </>
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
          <Empty>{'errorMessage' in data ? data.errorMessage : 'There is no document in this state.'}</Empty>
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
        <Json value={read} label="The answer as JSON" />
      </section>
    </>
  );
}
