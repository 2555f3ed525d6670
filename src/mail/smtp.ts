// Mail by SMTP: through the relay that SMTP_URL names (smtps:// for TLS from the start, smtp:// with STARTTLS where offered).
// The library is loaded with the first mail: most processes never send one.
import type { Transporter } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

export function createSmtpMailer(needs: { url: string; from: string }): Mailer {
  let loading: Promise<Transporter> | null = null;
  const load = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const options = {
      url: needs.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    return createTransport(options, { from: needs.from });
  };
  return {
    send: async ({ to, subject, text }) => {
      loading ??= load();
      const transport = await loading;
      // As an object, so that a comma in an address cannot become a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
    close: () => void loading?.then((transport) => transport.close()),
  };
}
