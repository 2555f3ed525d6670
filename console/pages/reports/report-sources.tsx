// Where a document is from: what each bureau answered and was asked, and the references of its records; and the document as JSON.
import { alteredWords, missingWords } from '../../../src/domain/shown/coverage-words.ts';
import { bureauDid, lenderOf } from '../../../src/domain/shown/report-view.ts';
import { kindName, shownAddress, withDays } from '../../../src/domain/shown/report-words.ts';
import { usePathOf } from '../../api/queries.ts';
import type { CreditReport } from '../../api/shapes.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { Table } from '../../parts/table.tsx';
import { bureauName, credits, number, spoken } from '../../parts/words.ts';
import type { Opened } from './opened-report.ts';

/** More references than this are in the JSON. */
const ROWS_MAX = 200;

export function ReportSources(props: { report: CreditReport; bureaus: Opened['read']['data']['bureaus'] }) {
  const { coverage, consumerData } = props.report;
  const { records } = consumerData;
  return (
    <>
      <Panel title="Bureaus">
        <Table label="Bureaus" head={['Bureau', 'Status', 'File', 'Names searched', 'Addresses searched']}>
          {props.bureaus.map(({ id, status, simulated }) => {
            const asked = coverage?.bureaus.find((one) => one.id === id);
            return (
              <tr key={id}>
                <th scope="row">
                  {bureauName(id)} {simulated === true && <Chip tone="warn" word="Simulated" />}
                </th>
                <td>{spoken(bureauDid(status))}</td>
                <td>{!asked?.answered ? '–' : asked.hasFile ? 'On file' : 'No file'}</td>
                <td>{asked?.names ?? '–'}</td>
                <td>{asked?.addresses ?? '–'}</td>
              </tr>
            );
          })}
        </Table>
        {coverage !== undefined && (
          <div className="in small">
            <p>
              Names: <bdi>{coverage.names.join(', ')}</bdi>. Addresses:{' '}
              <bdi>{coverage.addresses.map(shownAddress).join('; ')}</bdi>.
            </p>
            <p>{withDays(coverage.notice)}</p>
            {[...missingWords(coverage.bureaus), ...alteredWords(coverage.bureaus)].map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        )}
      </Panel>
      <Panel
        title="References of the bureaus"
        action={
          records.length > ROWS_MAX && (
            <small>
              the first {ROWS_MAX} of {number(records.length)}; all are in the JSON
            </small>
          )
        }
      >
        <Table label="References" head={['Account', 'Bureau', 'Reference', 'Code']}>
          {records.slice(0, ROWS_MAX).flatMap((record) =>
            record.bureaus.map(({ id, ref, typeCode }) => (
              <tr key={`${id}-${ref}`}>
                <th scope="row" className="wrap">
                  <bdi>{lenderOf(record)}</bdi> <small>{kindName(record)}</small>
                </th>
                <td>{bureauName(id)}</td>
                <td className="mono">{ref}</td>
                <td className="mono">{typeCode ?? '–'}</td>
              </tr>
            )),
          )}
        </Table>
      </Panel>
    </>
  );
}

export function ReportJson({ read }: { read: Opened['read'] }) {
  const pathOf = usePathOf();
  const { creditReportId } = read.data;
  return (
    <Panel title="JSON" action={<small>This read cost {credits(read.meta.wallet.cost)}.</small>} isPadded>
      <CodeBlock
        label="As a call"
        language="shell"
        text={`curl -H "Authorization: Bearer $TOKEN" ${location.origin}${pathOf('readReport', { params: { creditReportId } })}`}
        copyLabel={null}
      />
      <CodeBlock value={read} label="The answer as JSON" copyLabel="Copy JSON" />
    </Panel>
  );
}
