// Send: hands a message to a gateway, counted and its price held. One that no gateway took is taken back: it is free and no send. An
// accepted one is charged when the gateway reports its delivery. The event says that a code was sent once a gateway has it.
import { writeWhenBack } from '../../storage/engine/connection/when-back.ts';
import type { ChallengeStore } from '../../storage/reports/challenges.ts';
import type { RefusedSend, TakenBack } from '../../storage/reports/refused-sends.ts';
import type { SentCode, SmsMessageStore } from '../../storage/reports/sms-messages.ts';
import type { Message, World } from '../../world/world.ts';
import type { GuardChallenge } from './guard-challenge.ts';

type Send = Pick<SentCode, 'reportId' | 'challengeId' | 'atMs' | 'status' | 'sends'> &
  Pick<RefusedSend, 'priceCredits' | 'codeHash' | 'earlier'>;
type HandedOver = { sms: 'accepted' | 'unknown'; takenBack: null } | { sms: 'refused'; takenBack: TakenBack };

export type SendCode = (world: World, message: Message, send: Send) => Promise<HandedOver>;

export function createSendCode(needs: {
  challenges: Pick<ChallengeStore, 'takeBackSend'>;
  messages: Pick<SmsMessageStore, 'recordSent'>;
  guard: Pick<GuardChallenge, 'giveBack'>;
}): SendCode {
  return async (world, message, send) => {
    const { tenantId, smsId } = message;
    const { reportId, challengeId, atMs, status, sends, ...charge } = send;
    const sms = await world.sendCode(message).catch(() => 'refused' as const);
    if (sms !== 'refused') {
      const sent = { tenantId, smsId, reportId, challengeId, isTest: world.isFree, atMs, status, sms, sends };
      await writeWhenBack(() => needs.messages.recordSent(sent));
      return { sms, takenBack: null };
    }
    const takenBack = await needs.challenges.takeBackSend({ tenantId, smsId, reportId, ...charge });
    if (!world.isFree) await needs.guard.giveBack({ tenantId, smsCredits: send.priceCredits });
    return { sms, takenBack };
  };
}
