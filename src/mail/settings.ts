// The settings of mail, as config.ts reads them.
import { BadSetting, optional, setting, text } from '../settings/setting.ts';

export const MAIL_SETTINGS = {
  SMTP_URL: optional(
    'The mail relay, such as smtps://user:password@mail.example.com. Not set: an outbox in memory in development, no mail in production.',
    smtpUrl,
    true,
  ),
  MAIL_FROM: setting('The sender of invitations and reset links.', 'Trefoil <trefoil@localhost>', text),
} as const;

function smtpUrl(value: string): string {
  const isSmtp = URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol);
  if (!isSmtp) throw new BadSetting('must look like smtps://user:password@mail.example.com:465.');
  return value;
}
