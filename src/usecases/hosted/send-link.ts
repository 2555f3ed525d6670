// Send a link for its tenant: by text, at the price and within the limits of every text, or by e-mail. Never twice for one request. The
// address is used once and kept nowhere; the link itself is made anew from our key. Test mode only pretends.
import { Refusal } from '../../domain/refusal.ts';
import { priceOfSms, total } from '../../domain/wallet/pricing.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Sms } from '../../sms/index.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { insertSend, noteSend, type SendMade, takeBackLink } from '../../storage/hosted/sends.ts';
import type { Session } from '../../storage/hosted/session-rows.ts';
import type { SmsMessageStore } from '../../storage/reports/sms-messages.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import type { GuardChallenge } from '../reports/guard-challenge.ts';
import { insufficientFunds, type PricesOf } from '../wallet/prices.ts';

/** Without an address: to the one that the tenant filled in. */
export type LinkTo = { by: 'sms'; mobileNumber?: string } | { by: 'email'; email?: string };

export type SendLink = (
  caller: Caller,
  given: { session: Session; url: string; to: LinkTo },
  from: From,
  requestId: string,
) => Promise<void>;

type Needs = {
  database: Database;
  sms: Pick<Sms, 'readPhone' | 'sendLink'>;
  messages: Pick<SmsMessageStore, 'recordHandOver'>;
  mailer: Pick<Mailer, 'send'>;
  nameOf: (tenantId: string) => Promise<string>;
  guard: Pick<GuardChallenge, 'beforeLink' | 'giveBack'>;
  pricesOf: PricesOf;
};

export function createSendLink(needs: Needs): SendLink {
  return async (caller, { session, url, to }, from, requestId) => {
    mustBeSendable(session);
    const { tenantId } = caller;
    const address = to.by === 'sms' ? phoneOf(needs.sms, to, session) : emailOf(to, session);
    const isFree = session.isTest || to.by === 'email';
    const priceCredits = isFree ? 0 : total(priceOfSms(await needs.pricesOf(tenantId)));
    if (!session.isTest)
      await needs.guard.beforeLink({ tenantId, by: to.by, address, smsCredits: priceCredits });
    const made = await makeAudited(
      needs.database,
      {
        caller,
        from,
        action: 'consumer-session-sent',
        object: { kind: 'consumer-session', id: session.id },
      },
      async (tx) => {
        const result = await insertSend(tx, {
          tenantId,
          id: requestId,
          sessionId: session.id,
          by: to.by,
          priceCredits,
          credentialId: caller.credentialId,
          personId: caller.person.id,
        });
        return { result, after: { by: to.by }, isRepeated: result.kind !== 'made' };
      },
    );
    const giveBack = () =>
      to.by === 'sms' && !session.isTest
        ? needs.guard.giveBack({ tenantId, smsCredits: priceCredits })
        : Promise.resolve();
    if (!isNew(made)) {
      await giveBack();
      if (made.kind === 'insufficient') throw insufficientFunds(priceCredits, made.availableCredits);
      return;
    }
    if (session.isTest) return noteSend(needs.database, tenantId, requestId, 'delivered');
    if (to.by === 'email') return mail(needs, tenantId, requestId, { address, url });
    const sms = await needs.sms
      .sendLink({ tenantId, smsId: requestId, mobileNumber: address, url })
      .catch(() => 'refused' as const);
    if (sms !== 'refused') {
      needs.messages.recordHandOver({ tenantId, smsId: requestId, gateway: null });
      return noteSend(needs.database, tenantId, requestId, 'on-its-way');
    }
    await takeBackLink(needs.database, { tenantId, id: requestId, priceCredits });
    await giveBack();
  };
}

/** A process that died after it was made may have sent it: it is not sent again. */
const isNew = (made: SendMade): made is { kind: 'made' } => made.kind === 'made';

async function mail(
  { mailer, nameOf, database }: Needs,
  tenantId: string,
  id: string,
  { address, url }: { address: string; url: string },
): Promise<void> {
  const name = await nameOf(tenantId);
  const text = `${name} asks for your credit report. This link is for you alone:\n\n${url}\n\nIf you do not know ${name}, do not open it.\n`;
  const isSent = await mailer
    .send({ key: id, to: address, subject: `${name}: your credit report`, text })
    .then(
      () => true,
      () => false,
    );
  await noteSend(database, tenantId, id, isSent ? 'on-its-way' : 'refused');
}

function mustBeSendable({ state }: Session): void {
  if (state !== 'created')
    throw new Refusal(
      'conflict',
      'This link was started or has ended, so it is of no use to send. Make a new one.',
    );
}

function phoneOf(
  sms: Pick<Sms, 'readPhone'>,
  to: { mobileNumber?: string },
  { prefill, isTest }: Session,
): string {
  const number = to.mobileNumber ?? prefill.mobileNumber;
  if (number === undefined) throw missing('/mobileNumber');
  // Made-up numbers are for test mode.
  if (isTest) return number;
  const phone = sms.readPhone(number);
  if (phone.kind === 'ok') return phone.to;
  throw unacceptable('/mobileNumber', phone.why);
}

function emailOf(to: { email?: string }, { prefill }: Session): string {
  const email = to.email ?? prefill.email;
  if (email === undefined) throw missing('/email');
  return email;
}

const missing = (path: string): Refusal =>
  unacceptable(path, 'is required, because the link was made without one');

const unacceptable = (path: string, message: string): Refusal =>
  new Refusal('validation-error', 'The link cannot be sent there. See details.', {
    details: [{ path, message }],
  });
