// What needs attention now on a tenant, for the bell and the overview: of what the caller may see.
import { type Attention, type AttentionFacts, attentionOf } from '../../domain/activity/attention.ts';
import { isFailing } from '../../domain/webhooks/webhooks.ts';
import { readWatched, type Watched } from '../../storage/activity/overview.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { findOpenRequests } from '../../storage/hosted/consumer-requests.ts';
import { listCredentials } from '../../storage/people/credential-secrets.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import { listAlerts } from '../../storage/wallet/alerts.ts';
import { listSignsOf } from '../../storage/wallet/payment-signs.ts';
import { type Caller, isKeptToTest } from '../caller.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import type { Once } from './once.ts';
import type { ReadStats } from './read-stats.ts';

type Signs = Pick<
  AttentionFacts,
  'fired' | 'openRequests' | 'endingSecrets' | 'brokenEndpoints' | 'simulators' | 'paymentSigns'
>;

export type ReadAttention = ReturnType<typeof createReadAttention>;

export function createReadAttention(needs: {
  database: Queryable;
  endpoints: Pick<Endpoints, 'list'>;
  nowMs: () => number;
  readStats: ReadStats;
  once: Once;
  /** The parts of the live world that are not real. */
  listSimulators: () => string[];
}) {
  const { database, endpoints } = needs;

  const watch = async (caller: Caller): Promise<Watched & Signs> => {
    const { tenantId, permissions } = caller;
    const now = new Date(needs.nowMs());
    const seesRequests = permissions.includes('reports:reveal') && !isKeptToTest(caller);
    const [watched, alerts, credentials, listed, paymentSigns, openRequests] = await Promise.all([
      needs.once(['watched', tenantId], () => readWatched(database, tenantId, now)),
      listAlerts(database, tenantId),
      permissions.includes('credentials:manage') ? listCredentials(database, tenantId) : [],
      permissions.includes('webhooks:read') ? endpoints.list(caller) : [],
      // Payments are of live mode as a whole.
      isKeptToTest(caller) ? [] : listSignsOf(database, tenantId),
      seesRequests ? findOpenRequests(database, tenantId) : null,
    ]);
    return {
      ...watched,
      simulators: needs.listSimulators(),
      paymentSigns,
      openRequests,
      fired: alerts.filter(({ state }) => state === 'fired'),
      endingSecrets: credentials.flatMap(({ id, name, revokedAt, oldExpiresAt, oldWarnedAt }) =>
        revokedAt === null && oldExpiresAt !== null && oldWarnedAt !== null
          ? [{ id, name, expiresAt: oldExpiresAt, warnedAt: oldWarnedAt }]
          : [],
      ),
      brokenEndpoints: listed.flatMap(
        ({ id, url, isTest, missedSince, failingSince, failures, disabledReason }) => {
          const since = missedSince ?? failingSince;
          const isDisabled = missedSince !== null;
          if (since === null || disabledReason === 'by-you') return [];
          if (!isDisabled && !isFailing(now.getTime() - since.getTime(), failures)) return [];
          return [{ id, host: new URL(url).host, isTest, isDisabled, since }];
        },
      ),
    };
  };

  return {
    /** What it is made of besides the balance and the spending. */
    watch,
    async read(caller: Caller): Promise<Attention[]> {
      const { tenantId } = caller;
      const [tenant, spentLastWeek, watched] = await Promise.all([
        findTenant(database, tenantId),
        needs.readStats.spentLastWeek(tenantId),
        watch(caller),
      ]);
      if (tenant === null) throw new Error('a tenant that was entered must be there');
      return attentionOf({ ...watched, balance: tenant.balance, spentLastWeek });
    },
  };
}
