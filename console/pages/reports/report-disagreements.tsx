// One table for all that bureaus disagree on: a row a field, a column a bureau. What differs from most is marked.
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import { lenderOf } from '../../../src/domain/shown/report-view.ts';
import { FIELD_NAMES, fieldValue } from '../../../src/domain/shown/report-words.ts';
import type { AccountRecord } from '../../api/shapes.ts';
import { Table } from '../../parts/table.tsx';
import { bureauName } from '../../parts/words.ts';

export function Disagreements({ records }: { records: AccountRecord[] }) {
  const isOne = records.length === 1;
  const named = BUREAU_IDS.filter((id) =>
    records.some(({ disagreements = [] }) =>
      disagreements.some(({ values }) => values.some(({ bureau }) => bureau === id)),
    ),
  );
  return (
    <Table
      label="Where bureaus disagree"
      head={[...(isOne ? [] : ['Account']), isOne ? 'Bureaus disagree' : 'Fact', ...named.map(bureauName)]}
    >
      {records.flatMap(({ companyName, accountNumber = '', disagreements = [] }, index) =>
        disagreements.map(({ field, values }, place) => {
          const said = named.map((id) => {
            const found = values.find(({ bureau }) => bureau === id);
            return found === undefined ? null : fieldValue(field, found.value);
          });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the document is immutable
            <tr key={`${index}-${field}`}>
              {!isOne && (
                <th scope="row" className="wrap">
                  {place === 0 && (
                    <>
                      <bdi>{lenderOf({ companyName })}</bdi>{' '}
                      {/\d{2,4}$/.test(accountNumber) && `··${accountNumber.slice(-4).replace(/\D/g, '')}`}
                    </>
                  )}
                  {place > 0 && <span className="unseen">{lenderOf({ companyName })}</span>}
                </th>
              )}
              {isOne ? <th scope="row">{FIELD_NAMES[field]}</th> : <td>{FIELD_NAMES[field]}</td>}
              {said.map((value, column) => (
                <td key={named[column]} className={isOdd(value, said) ? 'wrap odd' : 'wrap'}>
                  {value === null ? '–' : <bdi>{value}</bdi>}
                </td>
              ))}
            </tr>
          );
        }),
      )}
    </Table>
  );
}

/** A value that another one outnumbers; of two that are even, neither is right by number, and both are marked. */
function isOdd(value: string | null, said: (string | null)[]): boolean {
  if (value === null) return false;
  const times = (one: string | null): number => said.filter((other) => other === one).length;
  return said.every((other) => other === null || other === value || times(other) >= times(value));
}
