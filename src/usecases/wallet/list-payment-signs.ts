// What payments need of an operator, over all tenants.
import { forOperators, type OperatorKind } from '../../domain/wallet/payment-signs.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { listAllSigns } from '../../storage/wallet/payment-signs.ts';

export type OperatorAttention = {
  tenantId: string;
  tenantName: string;
  kind: OperatorKind;
  message: string;
  paymentId: string | null;
  since: Date | null;
};

export type ListPaymentSigns = () => Promise<OperatorAttention[]>;

export function createListPaymentSigns(needs: {
  database: Queryable;
  provider: { id: string } | null;
}): ListPaymentSigns {
  return async () =>
    (await listAllSigns(needs.database, needs.provider?.id ?? 'manual')).flatMap(
      ({ tenantId, tenantName, ...sign }) => {
        const said = forOperators(sign);
        return said === null
          ? []
          : [{ tenantId, tenantName, ...said, paymentId: sign.id, since: sign.since }];
      },
    );
}
