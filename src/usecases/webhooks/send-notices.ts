// Sends the mails that events are worth: an endpoint that fails or was disabled. To the roles that can do something about it.
import type { Role } from '../../domain/permissions.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Database } from '../../storage/connection/database.ts';
import { listAddresses, markSent, type Notice, takeNotices } from '../../storage/webhooks/notices.ts';

export type SendNotices = () => Promise<number>;

/** Answers how many were sent. A mail that cannot be sent is tried again later. */
export function createSendNotices(needs: {
  database: Database;
  mailer: Mailer;
  publicUrl: string;
  at: () => Date | null;
  onFault: (error: unknown) => void;
}): SendNotices {
  const { database, mailer, publicUrl, at } = needs;
  return async () => {
    let sent = 0;
    for (const notice of await takeNotices(database, at())) {
      const mail = write(notice, publicUrl);
      try {
        for (const to of await listAddresses(database, notice.tenantId, mail.roles))
          await mailer.send({ to, subject: mail.subject, text: mail.text });
        await markSent(database, notice, at());
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
  const { facts } = event;
  const where = `${publicUrl}/app`;
  const address = url ?? 'an endpoint that was deleted since';
  if (event.type === 'endpoint.failing')
    return {
      roles: ['owner', 'developer'],
      subject: `${tenantName}: a webhook endpoint fails`,
      text: `${address} has not taken an event since ${inWords(facts.failingSince)}; ${facts.failures} tries failed.\n\nIf none succeeds, it is disabled on ${inWords(facts.disabledAt)}. Events are kept for 30 days, and you can have them sent when it works again.\n\nIts log is at ${where}.\n`,
    };
  return {
    roles: ['owner', 'developer'],
    subject: `${tenantName}: a webhook endpoint was disabled`,
    text: `${address} was disabled, because ${WHY[String(facts.reason)] ?? 'it failed'}.\n\nNothing is sent to it any more. What happens meanwhile is kept for 30 days: when you enable it again, you are asked whether to send what it missed.\n\nEnable it at ${where}.\n`,
  };
}

function inWords(time: unknown): string {
  return `${new Date(String(time)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
