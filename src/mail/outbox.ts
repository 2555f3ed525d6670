// The default mailer: mail is kept in memory and can be read in development, never sent. In production, or behind https, there is
// no mail without a relay.
import { isSameEmail } from '../domain/email.ts';
import type { Mail, Mailer } from './mailer.ts';

export const MAIL_OUTBOX_MAX = 200;

export type OutboxMail = Mail & { id: number; sentAtMs: number };

export type MailOutbox = Mailer & {
  /** Newest first; those to one address, or all. */
  list(to?: string): OutboxMail[];
};

export function createMailOutbox(needs: { nowMs: () => number }): MailOutbox {
  const kept: OutboxMail[] = [];
  let count = 0;
  return {
    send: async ({ to, subject, text }) => {
      count += 1;
      kept.unshift({ id: count, to, subject, text, sentAtMs: needs.nowMs() });
      kept.length = Math.min(kept.length, MAIL_OUTBOX_MAX);
    },
    close: () => {},
    list: (to) => kept.filter((mail) => to === undefined || isSameEmail(mail.to, to)),
  };
}

/** No relay is configured: every mail is rejected. */
export function createNoMailer(): Mailer {
  return {
    send: () => Promise.reject(new Error('no mail relay is set up: set SMTP_URL')),
    close: () => {},
  };
}
