// The tenant beside its reports: wallet, lenders, alerts, figures, test clocks, and who the credential is.
import type {
  Alerts,
  AlertsRequest,
  LendersAnswer,
  Operations,
  Overview,
  Profile,
  Stats,
  TenantAccess,
} from './generated.ts';
import type { CallOptions, KeyedOptions, Query } from './options.ts';
import { at, type CsvPages, createPages, type Pages } from './pages.ts';
import type { Transport } from './transport.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Item<Id extends keyof Operations> = Answer<Id> extends { items: (infer One)[] } ? One : never;
type Filter<Id extends keyof Operations> = Omit<Query<Id>, 'pageToken'>;

export type Tenant = {
  /** The tenant and its balance. */
  read(options?: CallOptions): Promise<Answer<'readTenant'>>;
  /** What this credential may do. */
  access(options?: CallOptions): Promise<TenantAccess>;
  overview(options?: CallOptions): Promise<Overview>;
  stats(query: Query<'readStats'>, options?: CallOptions): Promise<Stats>;
  /** How each bureau answered your live reports, how fast, and what it cost. */
  bureaus(query?: Query<'readBureaus'>, options?: CallOptions): Promise<Answer<'readBureaus'>>;
  search(query: Query<'search'>, options?: CallOptions): Promise<Answer<'search'>>;
  products(options?: CallOptions): Promise<Item<'listProducts'>[]>;
  /** What a request would cost. */
  resolvePrice(
    body: Operations['resolvePrice']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'resolvePrice'>>;
  /** The statement, line by line. */
  transactions(
    query?: Filter<'listTransactions'>,
    options?: CallOptions,
  ): CsvPages<Item<'listTransactions'>, Answer<'listTransactions'>>;
  /** The statement with one item a report. */
  statement(
    query?: Filter<'listReportStatement'>,
    options?: CallOptions,
  ): Pages<Item<'listReportStatement'>, Answer<'listReportStatement'>>;
  /** What needs somebody now: a low balance, an endpoint that fails, a secret that ends. */
  attention(options?: CallOptions): Promise<Answer<'readAttention'>>;
  usage(query: Query<'readCreditUsage'>, options?: CallOptions): Promise<Answer<'readCreditUsage'>>;
  alerts(options?: CallOptions): Promise<Alerts>;
  setAlerts(body: AlertsRequest, options?: CallOptions): Promise<Alerts>;
};

export function createTenant({ call, stream }: Transport): Tenant {
  return {
    read: async (options) => (await call('readTenant', {}, options)).body,
    access: async (options) => (await call('readAccess', {}, options)).body,
    overview: async (options) => (await call('readOverview', {}, options)).body,
    stats: async (query, options) => (await call('readStats', { query }, options)).body,
    bureaus: async (query = {}, options) => (await call('readBureaus', { query }, options)).body,
    search: async (query, options) => (await call('search', { query }, options)).body,
    products: async (options) => (await call('listProducts', {}, options)).body.items,
    resolvePrice: async (body, options) => (await call('resolvePrice', { body }, options)).body,
    transactions: (query = {}, options) => ({
      ...createPages(
        async (token) =>
          (await call('listTransactions', { query: { ...query, ...at(token) } }, options)).body,
      ),
      csv: () => stream('listTransactions', { query }, 'text/csv', options),
    }),
    statement: (query = {}, options) =>
      createPages(
        async (token) =>
          (await call('listReportStatement', { query: { ...query, ...at(token) } }, options)).body,
      ),
    attention: async (options) => (await call('readAttention', {}, options)).body,
    usage: async (query, options) => (await call('readCreditUsage', { query }, options)).body,
    alerts: async (options) => (await call('listAlerts', {}, options)).body,
    setAlerts: async (body, options) => (await call('setAlerts', { body }, options)).body,
  };
}

export type Lenders = {
  /** The tenant's own lenders. */
  list(options?: CallOptions): Promise<LendersAnswer>;
  /** The same, in the form that `replace` takes. */
  csv(options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  replace(csv: string, options?: CallOptions): Promise<LendersAnswer>;
  remove(options?: CallOptions): Promise<void>;
};

export function createLenders({ call, stream }: Transport): Lenders {
  return {
    list: async (options) => (await call('listLenders', {}, options)).body,
    csv: (options) => stream('listLenders', {}, 'text/csv', options),
    replace: async (csv, options) => (await call('putLenders', { body: { csv } }, options)).body,
    remove: async (options) => void (await call('deleteLenders', {}, options)),
  };
}

export type TestClocks = {
  /** A clock of test mode; a test report that names it in `testOptions.clock` goes by it. */
  create(
    body?: Operations['createTestClock']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'createTestClock'>>;
  list(options?: CallOptions): Promise<Answer<'listTestClocks'>>;
  read(clockId: string, options?: CallOptions): Promise<Answer<'readTestClock'>>;
  /** Moves it on, as in `PT5M1S`. */
  advance(clockId: string, by: string, options?: KeyedOptions): Promise<Answer<'advanceTestClock'>>;
  remove(clockId: string, options?: CallOptions): Promise<void>;
};

export function createTestClocks({ call }: Transport): TestClocks {
  return {
    create: async (body = {}, options) => (await call('createTestClock', { body }, options)).body,
    list: async (options) => (await call('listTestClocks', {}, options)).body,
    read: async (clockId, options) => (await call('readTestClock', { path: { clockId } }, options)).body,
    advance: async (clockId, by, options) =>
      (await call('advanceTestClock', { path: { clockId }, body: { by } }, options)).body,
    remove: async (clockId, options) => void (await call('deleteTestClock', { path: { clockId } }, options)),
  };
}

export type My = {
  /** The person who owns the credential. */
  profile(options?: CallOptions): Promise<Profile>;
  tenants(options?: CallOptions): Pages<Item<'listMyTenants'>, Answer<'listMyTenants'>>;
  selectTenant(tenantId: string, options?: CallOptions): Promise<Answer<'selectTenant'>>;
};

export function createMy({ call }: Transport): My {
  return {
    profile: async (options) => (await call('readProfile', {}, options)).body,
    tenants: (options) =>
      createPages(async (token) => (await call('listMyTenants', { query: at(token) }, options)).body),
    selectTenant: async (tenantId, options) =>
      (await call('selectTenant', { body: { tenantId } }, options)).body,
  };
}
