// The settings of mail, as config.ts reads them.
import { BadSetting, optional, setting, text } from '../settings/setting.ts';

export const MAIL_SETTINGS = {
  SMTP_URL: optional(
    'The mail relay, such as smtps://user:password@mail.example.com. Not set: an outbox in memory (GET /dev/mail) on plain http in development, else no mail.',
    smtpUrl,
    true,
  ),
  MAIL_FROM: setting('The sender of invitations and reset links.', 'Trefoil <trefoil@localhost>', text),
} as const;

function smtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isSmtp = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  if (!isSmtp) throw new BadSetting('must look like smtps://user:password@mail.example.com:465.');
  return value;
}
