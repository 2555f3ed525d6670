// What can be done with a report: download, print, copy, follow it elsewhere, its evidence, erasing it.
import { useState } from 'react';
import { Link } from 'wouter';
import { download, saveFile } from '../../api/call.ts';
import { useForget, usePathOf } from '../../api/queries.ts';
import type { Timeline } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { announce } from '../../parts/toast.tsx';
import { shortId } from '../../parts/words.ts';
import { EraseDialog, EvidenceDialog } from './erase-report.tsx';
import type { Opened } from './opened-report.ts';

export function ReportActions(props: { timeline: Timeline; opened: Opened | null; onErased: () => void }) {
  const { timeline, opened } = props;
  const id = timeline.creditReportId;
  const pathOf = usePathOf();
  const params = { creditReportId: id };
  const hasPerson = timeline.person !== null;
  const [asked, setAsked] = useState<'evidence' | 'erase' | null>(null);
  const close = (): void => setAsked(null);
  const { home, mode } = useTenant();
  const forget = useForget();
  const may = useMay();
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => announce('Copied.'),
      () => announce('The browser did not allow copying.'),
    );
  };
  const savePdf = async (reason: string): Promise<void> => {
    const path = pathOf('readReport', { params, query: { reason } });
    await download(path, `report-${shortId(id).slice(-4)}.pdf`, 'application/pdf');
    // It was another view of the document.
    void forget('listAuditEntries');
  };
  const save = (): void =>
    saveFile(
      new Blob([JSON.stringify(opened?.read, null, 2)], { type: 'application/json' }),
      `report-${shortId(id).slice(-4)}.json`,
    );
  return (
    <>
      {opened !== null && (
        <>
          <ActButton kind="second small" act={() => savePdf(opened.reason)}>
            <Icon name="download" />
            Download PDF
          </ActButton>
          <button type="button" className="button second small" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
          <button type="button" className="button second small" onClick={save}>
            <Icon name="download" />
            JSON
          </button>
        </>
      )}
      <Menu label="More about this report">
        <button type="button" onClick={() => copy(id)}>
          Copy the report id
        </button>
        <button
          type="button"
          onClick={() =>
            copy(
              `curl -H "Authorization: Bearer $TOKEN" ${location.origin}${pathOf('readReport', { params })}`,
            )
          }
        >
          Copy as curl
        </button>
        {may('requests:read') && <Link href={`${home}/requests?reportId=${id}`}>Its API requests</Link>}
        {may('wallet:read') && mode === 'live' && (
          <Link href={`${home}/wallet?reportId=${id}`}>Its statement lines</Link>
        )}
        {may('reports:reveal') && hasPerson && timeline.status === 'complete' && (
          <button type="button" onClick={() => setAsked('evidence')}>
            Download evidence
          </button>
        )}
        {may('reports:erase') && hasPerson && (
          <button type="button" className="is-danger" onClick={() => setAsked('erase')}>
            Erase
          </button>
        )}
      </Menu>
      {asked === 'evidence' && (
        <EvidenceDialog timeline={timeline} reason={opened?.reason ?? ''} onClose={close} />
      )}
      {asked === 'erase' && (
        <EraseDialog
          timeline={timeline}
          onClose={close}
          onErased={() => {
            close();
            props.onErased();
          }}
        />
      )}
    </>
  );
}
