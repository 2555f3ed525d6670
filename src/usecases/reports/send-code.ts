// Send: hands a message to a gateway, counted and its price held. One that no gateway took is taken back: it is free and no send. An
// accepted one is charged when the gateway reports its delivery.
import type { ChallengeStore } from '../../storage/reports/challenges.ts';
import type { RefusedSend, TakenBack } from '../../storage/reports/refused-sends.ts';
import type { Message, World } from '../../world/world.ts';
import type { GuardChallenge } from './guard-challenge.ts';

type Send = { reportId: string } & Pick<RefusedSend, 'priceCredits' | 'codeHash' | 'earlier'>;
type HandedOver = { sms: 'accepted' | 'unknown'; takenBack: null } | { sms: 'refused'; takenBack: TakenBack };

export type SendCode = (world: World, message: Message, send: Send) => Promise<HandedOver>;

export function createSendCode(needs: {
  challenges: Pick<ChallengeStore, 'takeBackSend'>;
  guard: Pick<GuardChallenge, 'giveBack'>;
}): SendCode {
  return async (world, message, send) => {
    const sms = await world.sendCode(message).catch(() => 'refused' as const);
    if (sms !== 'refused') return { sms, takenBack: null };
    const { tenantId, smsId } = message;
    const takenBack = await needs.challenges.takeBackSend({ tenantId, smsId, ...send });
    if (!world.isFree) await needs.guard.giveBack({ tenantId, smsCredits: send.priceCredits });
    return { sms, takenBack };
  };
}
