// The texts of a report that has no document, for the support desk: when each was sent, where to, what became of it; and the way to other
// reports of the same number, which is a search and so an entry of the audit log.
import { Link } from 'wouter';
import { SENDS_MAX } from '../../../src/domain/reports/challenge.ts';
import type { Timeline } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ClockTime } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { Table } from '../../parts/table.tsx';
import { bureauName, number, type Tone } from '../../parts/words.ts';
import type { Step } from './report-steps.ts';

const STATES: Record<string, [word: string, tone: Tone]> = {
  delivered: ['Delivered', 'ok'],
  'not-delivered': ['Not delivered', 'danger'],
  'given-up': ['Not confirmed', 'danger'],
  refused: ['Not sent', 'danger'],
};

export function ReportTexts({ timeline, steps }: { timeline: Timeline; steps: readonly Step[] }) {
  const { home } = useTenant();
  const may = useMay();
  const texts = steps.filter((step) => step.kind === 'text');
  if (texts.length === 0) return null;
  const { mobileEnding } = timeline;
  // What no gateway took counts as no send.
  const sent = texts.filter(({ event: { facts } }) => facts.state !== 'refused').length;
  return (
    <Panel
      title="Texts of this report"
      action={
        <small>
          {sent} of {SENDS_MAX} sent
        </small>
      }
    >
      <Table label="Texts of this report" head={['Sent', 'To', 'State', 'Gateway', 'Cost']} numbers={[4]}>
        {texts.map(({ event: { at, facts }, credits }) => {
          const [word, tone] = STATES[facts.state ?? ''] ?? ['On its way', 'info'];
          return (
            <tr key={facts.smsId ?? at}>
              <th scope="row">
                <ClockTime at={at} />
              </th>
              <td>{mobileEnding === null ? '–' : `··${mobileEnding}`}</td>
              <td>
                <Chip tone={tone} word={word} />
              </td>
              <td>{facts.gateway == null ? '–' : bureauName(facts.gateway)}</td>
              <td className="n">{number(credits)}</td>
            </tr>
          );
        })}
      </Table>
      {mobileEnding !== null && may('reports:reveal') && (
        <p className="in small">
          <Link href={`${home}/reports?who=${mobileEnding}`}>Reports of the same number</Link> The search is
          written to the audit log.
        </p>
      )}
    </Panel>
  );
}
