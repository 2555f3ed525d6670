// The alerts of a tenant as its people set them: thresholds of the balance, of what is spent in an hour, of texts that do not arrive. Each is
// told by mail and as an event.
import type { Database } from '../../storage/engine/connection/database.ts';
import { type Alert, listAlerts, replaceAlerts } from '../../storage/wallet/alerts.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

type AlertSettings = { low: number[]; velocity?: number; undelivered?: number };

export type Alerts = ReturnType<typeof createAlerts>;

export function createAlerts(needs: { database: Database }) {
  const { database } = needs;
  return {
    list: (tenantId: string) => listAlerts(database, tenantId),
    set(caller: Caller, { low, velocity, undelivered }: AlertSettings, from: From): Promise<Alert[]> {
      const { tenantId } = caller;
      const object = { kind: 'tenant', id: tenantId };
      return makeAudited(database, { caller, from, action: 'alerts-changed', object }, async (tx) => {
        const before = settingsOf(await listAlerts(tx, tenantId));
        const wanted = [
          ...low.map((threshold) => ({
            kind: 'low' as const,
            threshold,
            recoversAt: recoversAt(threshold),
          })),
          ...(velocity === undefined ? [] : [exact('velocity', velocity)]),
          ...(undelivered === undefined ? [] : [exact('undelivered', undelivered)]),
        ];
        await replaceAlerts(tx, tenantId, wanted);
        const after = { low, velocity, undelivered };
        return { result: await listAlerts(tx, tenantId), before, after };
      });
    },
  };
}

function exact(kind: 'velocity' | 'undelivered', threshold: number) {
  return { kind, threshold, recoversAt: threshold };
}

/** A tenth more, so that a balance that hovers about the threshold is one alert. */
export function recoversAt(threshold: number): number {
  return threshold + Math.ceil(threshold / 10);
}

export function settingsOf(alerts: readonly Alert[]): AlertSettings {
  const of = (kind: Alert['kind']): number[] =>
    alerts.filter((alert) => alert.kind === kind).map(({ threshold }) => threshold);
  const [[velocity], [undelivered]] = [of('velocity'), of('undelivered')];
  return {
    low: of('low'),
    ...(velocity !== undefined && { velocity }),
    ...(undelivered !== undefined && { undelivered }),
  };
}
