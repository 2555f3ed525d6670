// Sends the mails that events are worth: endpoints that fail, the wallet, texts, secrets. To the roles that can do something about it.
import { londonTime } from '../../domain/days/london-days.ts';
import type { Role } from '../../domain/people/permissions.ts';
import { pounds } from '../../domain/wallet/invoice.ts';
import { FAILURE_WORDS } from '../../domain/wallet/payment.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { listAddresses, markSent, type Notice, takeNotices } from '../../storage/webhooks/notices.ts';

type SendNotices = () => Promise<number>;

/** Answers how many were sent. A mail that cannot be sent is tried again later. */
export function createSendNotices(needs: {
  database: Database;
  mailer: Mailer;
  publicUrl: string;
  onFault: (error: unknown) => void;
}): SendNotices {
  const { database, mailer, publicUrl } = needs;
  return async () => {
    let sent = 0;
    for (const notice of await takeNotices(database)) {
      const mail = write(notice, publicUrl);
      try {
        for (const to of await listAddresses(database, notice.tenantId, mail.roles))
          await mailer.send({ to, subject: mail.subject, text: mail.text });
        await markSent(database, notice);
        sent += 1;
      } catch (error) {
        needs.onFault(error);
      }
    }
    return sent;
  };
}

type Written = { roles: readonly Role[]; subject: string; text: string };

const WHY: Record<string, string> = {
  failing: 'it did not take an event for five days',
  gone: 'it answered 410, Gone',
  asked: 'it asked for it with the header webhook-delivery: disable',
};

function write({ tenantName, event, url }: Notice, publicUrl: string): Written {
  const { type, facts } = event;
  const where = `${publicUrl}/app`;
  const address = url ?? 'an endpoint that was deleted since';
  const money = { roles: ['owner', 'admin', 'finance'] as const };
  const makers = { roles: ['owner', 'admin', 'developer'] as const };
  const about = (what: string): string => `${tenantName}: ${what}`;
  switch (type) {
    case 'endpoint.failing':
      return {
        roles: ['owner', 'developer'],
        subject: about('a webhook endpoint fails'),
        text: `${address} has not taken an event since ${timeInWords(facts.failingSince)}; ${facts.failures} tries failed.\n\nIf none succeeds, it is disabled on ${timeInWords(facts.disabledAt)}. Events are kept for 30 days, and you can have them sent when it works again.\n\nIts log is at ${where}.\n`,
      };
    case 'endpoint.disabled':
      return {
        roles: ['owner', 'developer'],
        subject: about('a webhook endpoint was disabled'),
        text: `${address} was disabled, because ${WHY[String(facts.reason)] ?? 'it failed'}.\n\nNothing is sent to it any more. What happens meanwhile is kept for 30 days: when you enable it again, you are asked whether to send what it missed.\n\nEnable it at ${where}.\n`,
      };
    case 'wallet.low':
      return {
        ...money,
        subject: about('the wallet runs low'),
        text: `${facts.available} credits are available, fewer than the ${facts.threshold} that you wanted to be told of.\n\nTop up the wallet, or change the threshold, at ${where}.\n`,
      };
    case 'wallet.depleted':
      return {
        ...money,
        subject: about('the wallet is empty'),
        text: `No credits are available any more: live reports are refused until the wallet is topped up.\n\nSee ${where}.\n`,
      };
    case 'wallet.recovered':
      return {
        ...money,
        subject: about('the wallet has recovered'),
        text: `${facts.available} credits are available again.\n`,
      };
    case 'wallet.velocity':
      return {
        ...money,
        subject: about('much is spent'),
        text: `${facts.spentLastHour} credits were spent within an hour; you wanted to be told from ${facts.threshold} on.\n\nSee which reports they were spent on at ${where}.\n`,
      };
    case 'sms.failing':
      return {
        ...makers,
        subject: about('texts do not arrive'),
        text: `${facts.undelivered} of ${facts.texts} texts of the last hour were not delivered; you wanted to be told from ${facts.threshold} % on.\n\nSee the messages at ${where}.\n`,
      };
    case 'payment.failed':
      return {
        ...money,
        subject: about(facts.reason === 'reversed' ? 'a payment was taken back' : 'a payment failed'),
        text:
          facts.reason === 'reversed'
            ? `A payment of ${pounds(Number(facts.totalPence))} was taken back by its bank, and so were its ${facts.credits} credits.\n\nSee ${where}.\n`
            : `The automatic top-up of ${facts.credits} credits (${pounds(Number(facts.totalPence))}) failed: ${FAILURE_WORDS[String(facts.reason)] ?? 'the payment did not succeed'}. It is tried again after an hour; after three failures it is switched off.\n\nCheck the card, or top up by hand, at ${where}.\n`,
      };
    case 'top-up.needs-action':
      return {
        ...money,
        subject: about('the bank has a question'),
        text: `The automatic top-up of ${facts.credits} credits (${pounds(Number(facts.totalPence))}) waits: the bank wants you to confirm it.\n\nConfirm it under Wallet at ${where}.\n`,
      };
    case 'invoice.issued':
      return {
        ...money,
        subject: about(`${facts.kind === 'invoice' ? 'invoice' : 'credit note'} ${facts.number}`),
        text: `${facts.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${facts.number} over ${pounds(Number(facts.totalPence))} was issued.\n\nRead it under Wallet at ${where}.\n`,
      };
    case 'card.expiring':
      return {
        ...money,
        subject: about('the card of automatic top-ups expires'),
        text: `The card ending in ${facts.last4} expires at the end of ${String(facts.expiryMonth).padStart(2, '0')}/${facts.expiryYear}. Automatic top-ups fail after that.\n\nAdd another card under Wallet at ${where}.\n`,
      };
    case 'credential.expiring':
      return {
        ...makers,
        subject: about('a secret ends while it is in use'),
        text: `The old secret of a credential ends on ${timeInWords(facts.expiresAt)}, and was last used on ${timeInWords(facts.lastUsedAt)}. What still uses it then gets no token.\n\nSwitch it to the new secret, or let the old one work for longer, at ${where}.\n`,
      };
    default:
      throw new Error(`there is no mail about ${type}`);
  }
}

function timeInWords(time: unknown): string {
  return `${londonTime(new Date(String(time)))} (UK time)`;
}
