// What else is on file beside the accounts: earlier searches and addresses, a line each; and what the report covers.
import { missingWords } from '../../../src/domain/shown/coverage-words.ts';
import { shownAddress, shownName, withDays } from '../../../src/domain/shown/report-words.ts';
import type { CreditReport } from '../../api/shapes.ts';
import { Panel } from '../../parts/panel.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { day, howLong } from '../../parts/words.ts';

export function Around({ report }: { report: CreditReport }) {
  const { residencies, previousSearches, coverage } = report;
  return (
    <>
      <div className="report-around">
        <Panel title="Previous searches">
          <ul className="in plain-list">
            {previousSearches.providers.length === 0 && <li className="small">None on file.</li>}
            {previousSearches.providers.map(({ companyName, records }) => (
              <li key={companyName}>
                <bdi>{shownName(companyName)}</bdi>{' '}
                <small>{[...new Set(records.map(({ date }) => day(date)))].join(', ')}</small>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Addresses">
          <ul className="in plain-list">
            {residencies.map(({ addressId, address, isCurrent, yearsAtAddress, monthsAtAddress }) => (
              <li key={addressId}>
                <bdi>{shownAddress(address.addressLine1)}</bdi>{' '}
                {isCurrent && <Chip tone="ok" word="Current" />}{' '}
                <small>{howLong(yearsAtAddress, monthsAtAddress)}</small>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      {coverage !== undefined &&
        [withDays(coverage.notice), ...missingWords(coverage.bureaus)].map((words) => (
          <p className="small coverage" key={words}>
            {words}
          </p>
        ))}
    </>
  );
}
