// The default mailer: mail is kept and can be read in development, never sent, in a store that all processes share. In production, or behind
// https, there is no mail without a relay.
import { isSameEmail } from '../domain/people/email.ts';
import type { Mail, Mailer } from './mailer.ts';

export type OutboxMail = Mail & { id: number; sentAtMs: number };

/** Where mail is kept: src/storage/activity/outbox.ts. */
type MailStore = {
  insertMail(mail: Mail, sentAtMs: number): Promise<void>;
  listMails(): Promise<OutboxMail[]>;
};

export type MailOutbox = Mailer & {
  /** Newest first; those to one address, or all. */
  list(to?: string): Promise<OutboxMail[]>;
};

export function createMailOutbox({ store, nowMs }: { store: MailStore; nowMs: () => number }): MailOutbox {
  return {
    send: (mail) => store.insertMail(mail, nowMs()),
    close: () => {},
    list: async (to) =>
      (await store.listMails()).filter((mail) => to === undefined || isSameEmail(mail.to, to)),
  };
}

/** No relay is configured: every mail is rejected. */
export function createNoMailer(): Mailer {
  return {
    send: () => Promise.reject(new Error('no mail relay is set up: set SMTP_URL')),
    close: () => {},
  };
}
