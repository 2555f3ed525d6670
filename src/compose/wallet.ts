// Composes what reads money: prices, the statement, usage. Money is moved by reports (reports.ts) and by operators.
import type { AlertNeeds } from '../http/routes/wallet/alerts.ts';
import type { BillingNeeds } from '../http/routes/wallet/billing.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import { findTenant } from '../storage/people/tenants.ts';
import { listProducts } from '../storage/wallet/prices.ts';
import { createAlerts } from '../usecases/wallet/alerts.ts';
import { createPriceBook, createResolvePrice, type PricesOf } from '../usecases/wallet/prices.ts';
import { createListReportStatement } from '../usecases/wallet/read-report-statement.ts';
import {
  createListTransactions,
  createReadUsage,
  createStreamTransactions,
} from '../usecases/wallet/read-statement.ts';

export function composeWallet(given: { database: Database; steadyMs: () => number }): {
  pricesOf: PricesOf;
  forApp: BillingNeeds & AlertNeeds;
} {
  const { database, steadyMs } = given;
  const ofTenant = (tenantId: string) => listProducts(database, tenantId);
  const pricesOf = createPriceBook({ listProducts: ofTenant, nowMs: steadyMs });
  return {
    pricesOf,
    forApp: {
      findTenant: (tenantId) => findTenant(database, tenantId),
      listProducts: ofTenant,
      resolvePrice: createResolvePrice({ pricesOf }),
      listTransactions: createListTransactions({ database }),
      streamTransactions: createStreamTransactions({ database }),
      readUsage: createReadUsage({ database }),
      listReportStatement: createListReportStatement({ database }),
      alerts: createAlerts({ database }),
    },
  };
}
