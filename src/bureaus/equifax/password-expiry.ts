// Every SOAP reply of Equifax says when our password expires. The operator is warned once a day in the last two weeks: with an
// expired password the bureau stops answering, and says that in a fault.
import { createNotices } from '../asking/notices.ts';
import { at, isoDate, yesNo } from '../reading/wire-values.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 14;

const NOW = 'Equifax: the password has to be changed now (EQUIFAX_PASSWORD).';
const EXPIRED = 'Equifax: the password has expired: change it (EQUIFAX_PASSWORD).';

export function createPasswordWatch(needs: { nowMs: () => number; onNotice: (notice: string) => void }): {
  see(envelope: unknown): void;
  sayExpired(): void;
} {
  const say = createNotices(needs);
  return {
    see(envelope) {
      const notice = noticeOf(envelope, needs.nowMs());
      if (notice !== undefined) say(notice);
    },
    sayExpired: () => say(EXPIRED),
  };
}

function noticeOf(envelope: unknown, nowMs: number): string | undefined {
  const security = at(envelope, 'Envelope', 'Header', 'PasswordExpiryInformation', 'PasswordSecurity');
  if (yesNo(at(security, 'mustChangePassword')) === true) return NOW;
  const lastDay = isoDate(at(security, 'latestDateOfPasswordChange'));
  if (lastDay === undefined) return undefined;
  const daysLeft = Math.floor((Date.parse(lastDay) - nowMs) / DAY_MS) + 1;
  if (daysLeft <= 0) return NOW;
  if (daysLeft > WARN_DAYS) return undefined;
  return `Equifax: the password has to be changed within ${daysLeft} days (EQUIFAX_PASSWORD).`;
}
