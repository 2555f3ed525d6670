// A simulated payment history as its bureau's adapter should read it: the same months are lost, by the bureau's codes and its length.
import type {
  MonthMark,
  SimulatedAccount,
} from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { monthNumber, monthText } from '../../../src/domain/days/months.ts';
import type { AccountStatus, BureauId, PaymentMonths } from '../../../src/domain/reports/credit-report.ts';

type Reading = { months: number; codes: Record<Exclude<MonthMark, number>, string>; newest: Newest };
type Newest = (account: SimulatedAccount, code: string) => string;

const CODES = {
  default: 'd',
  settled: 's',
  dormant: 'o',
  arrangement: 'a',
  query: 'q',
  transferred: 't',
  unclassified: '.',
};

const OF_STATUS: Record<AccountStatus, string> = {
  ...CODES,
  open: '0',
  closed: '0',
  delinquent: '1',
  'written-off': 'w',
  unknown: '.',
};

const READINGS: Partial<Record<BureauId, Reading>> = {
  // No code for a settled, arranged or queried month; the newest carries some statuses.
  experian: {
    months: 12,
    codes: { ...CODES, settled: '.', arrangement: '.', query: '.', transferred: 'd' },
    newest: ({ status }, code) =>
      ['default', 'dormant', 'written-off', 'unknown'].includes(status) ? OF_STATUS[status] : code,
  },
  // The newest mark is the status.
  equifax: {
    months: 36,
    codes: CODES,
    newest: ({ status }, code) => (status === 'delinquent' && /[1-6]/.test(code) ? code : OF_STATUS[status]),
  },
  // No code for a month of an arrangement or after a sale.
  transunion: {
    months: 36,
    codes: { ...CODES, arrangement: '.', transferred: '.' },
    newest: (_, code) => code,
  },
};

export function historyOnWire(bureau: BureauId, account: SimulatedAccount): PaymentMonths | undefined {
  const reading = READINGS[bureau];
  if (reading === undefined) return undefined;
  // A real-time account has one month: how many payments are overdue.
  if (bureau === 'transunion' && account.isToldDailyOnly) {
    const [behind] = account.history;
    const months = String(Math.min(typeof behind === 'number' ? behind : 0, 6));
    return { newest: account.lastUpdated.slice(0, 7), months };
  }
  const [newest = '.', ...older] = account.history
    .slice(0, reading.months)
    .map((mark) => (typeof mark === 'number' ? String(Math.min(mark, 6)) : reading.codes[mark]));
  const codes = [reading.newest(account, newest), ...older].join('');
  const months = codes.replace(/^\.+|\.+$/g, '');
  const unknown = /^\.*/.exec(codes)?.[0].length ?? 0;
  return months === ''
    ? undefined
    : { newest: monthText(monthNumber(account.lastUpdated) - unknown), months };
}
