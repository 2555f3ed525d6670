// Every SOAP reply of Equifax says when our password expires. The operator is warned once a day in the last two weeks: with an
// expired password the bureau stops answering.
import { at, isoDate, yesNo } from '../reading/wire-values.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 14;

export function createPasswordWatch(needs: { nowMs: () => number; onNotice: (notice: string) => void }): {
  see(envelope: unknown): void;
} {
  let isQuietUntilMs = Number.NEGATIVE_INFINITY;
  return {
    see(envelope) {
      const nowMs = needs.nowMs();
      const notice = noticeOf(envelope, nowMs);
      if (notice === undefined || nowMs < isQuietUntilMs) return;
      isQuietUntilMs = nowMs + DAY_MS;
      needs.onNotice(notice);
    },
  };
}

function noticeOf(envelope: unknown, nowMs: number): string | undefined {
  const security = at(envelope, 'Envelope', 'Header', 'PasswordExpiryInformation', 'PasswordSecurity');
  const lastDay = isoDate(at(security, 'latestDateOfPasswordChange'));
  if (lastDay !== undefined) {
    const daysLeft = Math.floor((Date.parse(lastDay) - nowMs) / DAY_MS) + 1;
    if (daysLeft <= 0) return 'Equifax: the password has to be changed now (EQUIFAX_PASSWORD).';
    if (daysLeft <= WARN_DAYS) {
      return `Equifax: the password has to be changed within ${daysLeft} days (EQUIFAX_PASSWORD).`;
    }
  }
  const mustChange = yesNo(at(security, 'mustChangePassword')) === true;
  return mustChange ? 'Equifax: the password has to be changed now (EQUIFAX_PASSWORD).' : undefined;
}
