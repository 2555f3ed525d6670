// A test clock: the time that test reports go by, set by a tenant and moved on at will. It goes as the real one does, so far ahead of it
// or behind it, and is moved forward only.

export const TEST_CLOCK_LIFETIME_DAYS = 7;
/** Ahead of the real time, or behind it: two years, one of them a leap year. */
export const TEST_CLOCK_DAYS_MAX = 731;
/** Of one tenant at a time. */
export const TEST_CLOCKS_MAX = 100;

const DATES = '(?:\\d{1,4}W|(?:\\d{1,4}Y)?(?:\\d{1,4}M)?(?:\\d{1,4}D)?)';
const TIMES = '(?:T(?=\\d)(?:\\d{1,6}H)?(?:\\d{1,6}M)?(?:\\d{1,8}(?:\\.\\d{1,3})?S)?)?';
/** An ISO 8601 duration: no sign, so that a clock never goes back; weeks alone. */
export const DURATION = new RegExp(`^P(?=\\d|T)${DATES}${TIMES}$`);

/** Of some length: nought of anything moves no clock. */
export function isDuration(text: string): boolean {
  return DURATION.test(text) && /[1-9]/.test(text);
}
