// Tries the credentials of the SMS gateways once, after the start, by a call that costs nothing: a wrong account would otherwise show as
// consumers without codes. It only warns; a gateway that is down must not keep the service from starting.
import type { Logger } from 'pino';
import type { Gateway } from '../sms/gateway.ts';
import { GATEWAYS } from '../sms/gateways.ts';

export async function tryGateways(gateways: readonly Gateway[], logger: Pick<Logger, 'warn'>): Promise<void> {
  await Promise.all(
    gateways.map(async (gateway) => {
      const credentials = await gateway.tryCredentials();
      if (credentials !== 'good') logger.warn({ gateway: gateway.id }, warning(gateway, credentials));
    }),
  );
}

function warning({ id }: Gateway, credentials: 'refused' | 'unknown'): string {
  const { required, url } = GATEWAYS[id];
  return credentials === 'refused'
    ? `${id} refuses our account: no code can be sent through it. Compare ${required.join(', ')} with its dashboard, then start again.`
    : `${id} did not answer when its account was tried: codes may not be sent. Check ${url}, and that this machine can reach it.`;
}
