// What a sandbox refuses: whatever would ask a real bureau or supplier, text a real phone or take real money.
import { BUREAU_IDS, type BureauId } from '../domain/reports/credit-report.ts';

type Judged = {
  SANDBOX: boolean;
  SMS_GATEWAYS: readonly string[];
  STRIPE_SECRET_KEY: string | null;
  IDEAL_POSTCODES_KEY: string | null;
} & Record<`${Uppercase<BureauId>}_URL`, string | null>;

export function sandboxProblems(config: Judged): string[] {
  if (!config.SANDBOX) return [];
  const isReal = (id: BureauId): boolean => config[`${id.toUpperCase() as Uppercase<BureauId>}_URL`] !== null;
  return [
    ...(config.SMS_GATEWAYS.some((id) => id !== 'outbox')
      ? ['SMS_GATEWAYS must be outbox where SANDBOX is true: no text of a rehearsal may reach a phone.']
      : []),
    ...(config.STRIPE_SECRET_KEY?.includes('_live_')
      ? ['STRIPE_SECRET_KEY must not be a live key where SANDBOX is true: a rehearsal takes no money.']
      : []),
    ...(config.IDEAL_POSTCODES_KEY !== null
      ? [
          'IDEAL_POSTCODES_KEY must not be set where SANDBOX is true: a rehearsal looks up simulated addresses.',
        ]
      : []),
    ...BUREAU_IDS.filter(isReal).map(
      (id) =>
        `${id.toUpperCase()}_URL must not be set where SANDBOX is true: a rehearsal asks simulated bureaus alone.`,
    ),
  ];
}
