// Mail by SMTP: through the relay that SMTP_URL names (smtps:// for TLS from the start, smtp:// with STARTTLS where offered).
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

export function createSmtpMailer(needs: { url: string; from: string }): Mailer {
  const transport = createTransport(needs.url, {
    from: needs.from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    send: async ({ to, subject, text }) => {
      // As an object, so that a comma in an address cannot become a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
