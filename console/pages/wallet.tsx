// The wallet: balance, holds, spending by product, and the statement whose lines add up to the balance.
import { Link } from 'wouter';
import { useGet, useList } from '../api/queries.ts';
import type { Overview, Products, Statement, StatementLine, TenantFacts } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { type BarColumn, Bars } from '../parts/bars.tsx';
import { Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterBar, FilterSelect, PeriodFilter, useFilters } from '../parts/filter-bar.tsx';
import { CsvButton, Older } from '../parts/list-actions.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { credits, day, dayKey, number, pounds, shortDay, shortId, TRANSFERS } from '../parts/words.ts';

const DAYS = 30;
const DATA = [1, 2, 3, 4, 5] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export function WalletPage() {
  return (
    <Needs permission="wallet:read" title="Wallet" what="the wallet">
      <Wallet />
    </Needs>
  );
}

function Wallet() {
  const { api, mode } = useTenant();
  const tenant = useGet<TenantFacts>(api);
  return (
    <>
      <PageHeader title="Wallet">
        {mode === 'test'
          ? 'Test reports are free. These are the credits that live reports are paid from.'
          : undefined}
      </PageHeader>
      <Shown query={tenant} data={tenant.data}>
        {({ balance, held }) => (
          <>
            {balance < 0 && (
              <p className="banner danger" role="alert">
                The balance is below zero. New reports are refused until you settle {credits(-balance)} (
                {pounds(-balance)}).
              </p>
            )}
            <dl className="facts">
              <div>
                <dt>Balance</dt>
                <dd>
                  {credits(balance)} <small>{pounds(balance)}</small>
                </dd>
              </div>
              <div>
                <dt>Held</dt>
                <dd>
                  {credits(held)} <small>for reports and messages under way</small>
                </dd>
              </div>
            </dl>
          </>
        )}
      </Shown>
      <Spend />
      <Lines />
    </>
  );
}

function Spend() {
  const { api } = useTenant();
  const products = useGet<Products>(`${api}/products`);
  const overview = useGet<Overview>(`${api}/overview`);
  return (
    <section aria-labelledby="spend">
      <h2 id="spend">Spent in {DAYS} days</h2>
      <Shown query={overview} data={overview.data && products.data}>
        {({ items }) => (
          <>
            <Bars
              label="Credits spent each day"
              series={items.map(({ name }, index) => ({ name, colour: DATA[index % DATA.length] ?? 5 }))}
              columns={spendByDay(
                overview.data?.spend.byDay ?? [],
                items.map(({ code }) => code),
              )}
              empty={`Nothing was spent in ${DAYS} days.`}
            />
            <details>
              <summary>Prices</summary>
              <Table label="Prices" head={['Product', 'You pay', 'List price']} numbers={[1, 2]}>
                {items.map(({ code, name, credits: own, defaultCredits }) => (
                  <tr key={code}>
                    <th scope="row">{name}</th>
                    <td className="n">
                      {credits(own)} ({pounds(own)})
                    </td>
                    <td className="n">{credits(defaultCredits)}</td>
                  </tr>
                ))}
              </Table>
            </details>
          </>
        )}
      </Shown>
    </section>
  );
}

/** Fills in the days without spending, which the answer leaves out. */
function spendByDay(spent: Overview['spend']['byDay'], products: string[]): BarColumn[] {
  const back = Array.from({ length: DAYS }, (_, index) => DAYS - 1 - index);
  return back.map((days) => {
    const key = dayKey(new Date(Date.now() - days * DAY_MS));
    const ofDay = spent.filter(({ date }) => date === key);
    const values = products.map(
      (code) => ofDay.find(({ productCode }) => productCode === code)?.credits ?? 0,
    );
    return { key, label: shortDay(key), title: day(key), values };
  });
}

function Lines() {
  const { api, home } = useTenant();
  const may = useMay();
  const [filters, set] = useFilters(['kind', 'dateFrom', 'dateTo']);
  const path = `${api}/billing/transactions`;
  const lines = useList<Statement, StatementLine>(path, filters, (answer) => answer);
  return (
    <section aria-labelledby="statement">
      <div className="section-head">
        <h2 id="statement">Statement</h2>
        <CsvButton path={path} filters={filters} name="statement.csv" />
      </div>
      <FilterBar>
        <FilterSelect
          label="Kind"
          value={filters.kind}
          options={[['', 'All'], ...Object.entries(TRANSFERS)]}
          onChange={(value) => set('kind', value)}
        />
        <PeriodFilter from="dateFrom" to="dateTo" filters={filters} set={set} />
      </FilterBar>
      <Shown query={lines} data={lines.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>No lines here. Credits arrive with the first top-up.</EmptyState>
          ) : (
            <Table
              label="Statement"
              head={['Time', 'Kind', 'Change', 'Balance', 'Report', 'Reference']}
              numbers={[2, 3]}
            >
              {rows.map((line) => (
                <tr key={line.id}>
                  <td>
                    <Time at={line.createdAt} />
                  </td>
                  <td>
                    <Chip tone={line.change > 0 ? 'ok' : 'plain'}>{TRANSFERS[line.kind] ?? line.kind}</Chip>
                    {line.kind === 'post' && <small> {credits(line.amount)} of what was held</small>}
                  </td>
                  <td className="n">{line.change > 0 ? `+${number(line.change)}` : number(line.change)}</td>
                  <td className="n">{number(line.balance)}</td>
                  <td>
                    {line.reportId === null ? (
                      ''
                    ) : may('reports:read') ? (
                      <Link href={`${home}/reports/${line.reportId}`}>{shortId(line.reportId)}</Link>
                    ) : (
                      <Id value={line.reportId} name="report id" />
                    )}
                  </td>
                  <td className="wrap">{[line.reference, line.reason].filter(Boolean).join(' · ')}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
      <Older query={lines} />
    </section>
  );
}
