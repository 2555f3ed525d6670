// The providers of this configuration, for the operator's page: each bureau, the risk assessor, each SMS gateway, mail. A simulator
// is listed as one, wherever it runs. Of a secret the list says only whether it is set.
import { type Config, SETTINGS } from '../config/config.ts';
import { BUREAU_IDS, BUREAU_NAMES, type BureauId } from '../domain/reports/credit-report.ts';
import { isOnThisMachine } from '../outbound/loopback.ts';
import type { Setting } from '../settings/setting.ts';
import type { Sms } from '../sms/index.ts';
import type { ProviderOutcomes, ProviderView } from '../telemetry/provider-outcomes.ts';
import type { Live } from './live-world.ts';

const PREFIXES: Record<string, string> = { outbox: 'SMS_' };

export type Providers = {
  list(): Promise<ProviderView[]>;
  /** The simulators that live reports are made with. */
  simulators(): string[];
};

export function createProviders(given: {
  config: Config;
  outcomes: ProviderOutcomes;
  sms: Sms;
  live: Live | null;
}): Providers {
  const { config, outcomes, sms, live } = given;
  const view = (
    kind: ProviderView['kind'],
    id: string,
    state: ProviderView['state'],
    names: (name: string) => boolean,
  ) => ({ kind, id, state, settings: settingsOf(config, names) });

  const all = () => [
    ...BUREAU_IDS.map((id) => {
      const isOff = live === null || !config.BUREAUS.includes(id);
      const state = isOff ? 'off' : live.simulatedBureaus.includes(id) ? 'simulator' : 'configured';
      return view('bureau', id, state, startingWith(`${id.toUpperCase()}_`));
    }),
    view('risk', config.RISK_ASSESSOR, riskState(config, live), startingWith('RISK_')),
    ...sms.gateways.map(({ id, isSimulated }) =>
      view(
        'sms',
        id,
        isSimulated ? 'simulator' : 'configured',
        startingWith(PREFIXES[id] ?? `${id.toUpperCase()}_`),
      ),
    ),
    view('mail', 'smtp', mailState(config), (name) => name === 'SMTP_URL' || name === 'MAIL_FROM'),
  ];

  // Once: each overview tells of them.
  const ofReports = all().filter(({ kind, state }) => kind !== 'mail' && state === 'simulator');
  const names = ofReports.map(({ kind, id }) =>
    kind === 'bureau' ? BUREAU_NAMES[id as BureauId] : kind === 'sms' ? 'texts' : `${kind} (${id})`,
  );
  const simulators = live === null ? [] : [...new Set(names)];

  return {
    list: async () => {
      const knownOf = await outcomes.read();
      return all().map((one) => ({ ...one, ...knownOf(one.kind === 'risk' ? 'risk' : one.id) }));
    },
    simulators: () => simulators,
  };
}

function riskState(config: Config, live: Live | null): ProviderView['state'] {
  if (live === null) return 'off';
  if (config.RISK_ASSESSOR === 'built-in') return 'built-in';
  const { RISK_HTTP_URL: url } = config;
  return url === null || isOnThisMachine(url) ? 'simulator' : 'configured';
}

function mailState(config: Config): ProviderView['state'] {
  if (config.SMTP_URL !== null) return 'configured';
  return config.NODE_ENV === 'development' ? 'simulator' : 'off';
}

function startingWith(prefix: string) {
  return (name: string): boolean => name.startsWith(prefix);
}

function settingsOf(config: Config, isOwn: (name: string) => boolean): ProviderView['settings'] {
  const all = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting<unknown>][];
  return all
    .filter(([name]) => isOwn(name))
    .map(([name, { help, isSecret = false }]) => {
      const value: unknown = config[name];
      const isSet = value !== null && value !== '';
      return { name, help, isSecret, isSet, value: isSet && !isSecret ? asText(value) : null };
    });
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(asText).join(',');
  return String(value);
}
