// The rest of the credit file beside its accounts: court judgments, insolvency, the electoral roll, associations, other names, notices.
import { type PartEntry, partSections } from '../../../src/domain/shown/file-part-words.ts';
import type { CreditReport } from '../../api/shapes.ts';
import { Pair } from '../../parts/pair.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import type { Tone } from '../../parts/words.ts';

const TONES: Record<string, Tone> = { ok: 'ok', warn: 'warn', danger: 'danger' };

export function ReportParts({ report }: { report: CreditReport }) {
  return (
    <div className="report-parts">
      {partSections(report).map(({ part, title, none, entries }) => (
        <Panel key={part} title={title}>
          <div className="in">
            {none !== null && <p className="small">{none}</p>}
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and do not move.
              <Entry key={index} {...entry} />
            ))}
          </div>
        </Panel>
      ))}
    </div>
  );
}

function Entry({ title, standing, facts, notices }: PartEntry) {
  return (
    <div className="report-part">
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        {standing !== undefined && <Chip tone={TONES[standing.tone] ?? 'plain'} word={standing.words} />}
      </p>
      <dl className="pairs">
        {facts.map(([name, value]) => (
          <Pair key={name + value} name={name}>
            <bdi>{value}</bdi>
          </Pair>
        ))}
      </dl>
      {notices.map((words) => (
        <p className="small" key={words}>
          {words}
        </p>
      ))}
    </div>
  );
}
