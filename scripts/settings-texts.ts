// The texts that are made from the list of settings: .env.example, in the order of the list, and docs/settings.md, by subject.

import { SETTINGS } from '../src/config/config.ts';
import { DEVELOPMENT_ENCRYPTION_KEY } from '../src/config/unsafe-settings.ts';
import { BUREAU_IDS, BUREAU_NAMES } from '../src/domain/reports/credit-report.ts';
import type { Setting } from '../src/settings/setting.ts';
import { GATEWAY_IDS } from '../src/sms/gateway.ts';

const ALL = Object.entries(SETTINGS) as [string, Setting<unknown>][];

const ENV_HEAD = `# Every setting of the service, with its default. The service reads a file named .env in the folder that it is started
# in; what the environment already says wins. A setting that is empty counts as not set.
`;

export function envExample(): string {
  const blocks = ALL.map(([name, one]) =>
    [
      `# ${one.help}`,
      ...(one.isSecret ? [`# A secret: ${name}_FILE may name a file that holds it instead.`] : []),
      `# ${name}=${one.fallback ?? ''}`,
    ].join('\n'),
  );
  return `${[ENV_HEAD.trimEnd(), ...blocks].join('\n\n')}\n`;
}

const PAGE_HEAD = `# Settings

Made from the code by \`npm run settings\`; do not edit. All settings are environment variables, or lines of a file named \`.env\` in the
folder that the service is started in; the environment wins. A setting that is empty counts as not set. A *secret* also takes
\`NAME_FILE\`, the path of a file that holds the value. The service reports every mistake at its start, all at once.

[.env.example](../.env.example) is the same list as a file to copy. What production mode refuses: [going-live.md](going-live.md).`;

type Subject = { title: string; names: RegExp; note?: string };

/** A setting belongs to the first subject whose pattern its name matches; the last one takes the rest. */
const SUBJECTS: Subject[] = [
  {
    title: 'Database',
    names: /^(EMBEDDED_)?DATABASE_/,
    note: `\`DATABASE_URL\` may name a primary and its standbys:
\`postgres://user:password@a:5432,b:5432/trefoil?target_session_attrs=read-write\`. The service uses the host that accepts writes, and finds
the other one after a failover, without a restart. On a database of your own nothing is seeded. Behind PgBouncer see
[deploy/README.md](deploy/README.md#a-pooler).`,
  },
  {
    title: 'Keys, erasure, archive',
    names: /^(ENCRYPTION_|ERASURE_|ARCHIVE_)/,
    note: 'How to replace the key: [operations.md](operations.md#keys). What the journal is for: [operations.md](operations.md#backup-and-restore).',
  },
  {
    title: 'Limits on requests',
    names: /^(RATE_LIMIT_|REQUESTS_IN_FLIGHT_|REQUEST_DEADLINE_|CONNECTIONS_)/,
    note: 'All limits, those that are fixed too: [limits.md](limits.md).',
  },
  {
    title: 'Logs, metrics, traces',
    names: /^(METRICS_|LOG_|REQUEST_LOG|OTEL_)/,
    note: 'What a trace holds: [src/telemetry/README.md](../src/telemetry/README.md).',
  },
  {
    title: 'Bureaus',
    names: /^(BUREAU|SIMULATED_)/,
    note: 'Without an address a simulator answers for a bureau; in production that is refused.',
  },
  ...BUREAU_IDS.map((id) => ({ title: BUREAU_NAMES[id], names: startingWith(id), note: readmeOf(id) })),
  {
    title: 'SMS',
    names: /^SMS_/,
    note: 'Delivery receipts need a `PUBLIC_URL` that the gateway can reach. See [src/sms/README.md](../src/sms/README.md).',
  },
  {
    title: 'Webhooks',
    names: /^WEBHOOK_/,
    note: 'What is sent, and how it is signed: [webhooks.md](webhooks.md).',
  },
  { title: 'SMS gateways', names: startingWith(...GATEWAY_IDS) },
  {
    title: 'Risk',
    names: /^RISK_/,
    note: 'The rules and their points: [src/risk/built-in/README.md](../src/risk/built-in/README.md).',
  },
  {
    title: 'Sign-in with another OpenID provider',
    names: /^IDENTITY_/,
    note: 'All three or none. Register the redirect address `<PUBLIC_URL>/v1/auth/callback` there.',
  },
  {
    title: 'Agreements',
    names: /^MOTOR_/,
    note: 'What the file holds, and how it is checked: [agreements.md](agreements.md#the-scheme-file).',
  },
  { title: 'Mail', names: /^(SMTP_|MAIL_)/ },
  { title: 'Payments', names: /^(PAYMENT_|SELLER_|INVOICE_|STRIPE_)/ },
  { title: 'The process', names: /./ },
];

/** The settings of bureaus and gateways begin with their id. */
function startingWith(...ids: string[]): RegExp {
  return new RegExp(`^(${ids.join('|').toUpperCase()})_`);
}

export function settingsPage(): string {
  const subjectOf = (name: string): Subject | undefined => SUBJECTS.find(({ names }) => names.test(name));
  const sections = [...SUBJECTS.slice(-1), ...SUBJECTS.slice(0, -1)].map((subject) => {
    const rows = ALL.filter(([name]) => subjectOf(name) === subject).map(rowOf);
    const table = ['| Setting | Default | What it is |', '|---|---|---|', ...rows].join('\n');
    return [`## ${subject.title}`, ...(subject.note === undefined ? [] : [subject.note]), table].join('\n\n');
  });
  return `${[PAGE_HEAD, ...sections].join('\n\n')}\n`;
}

function rowOf([name, { help, fallback, isSecret }]: [string, Setting<unknown>]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return `| \`${name}\` | ${cell(defaultOf(fallback))} | ${cell(help)}${isSecret ? ' *Secret.*' : ''} |`;
}

function defaultOf(fallback: string | null): string {
  if (fallback === null || fallback === '') return 'not set';
  return fallback === DEVELOPMENT_ENCRYPTION_KEY ? 'a public development key' : `\`${fallback}\``;
}

function readmeOf(bureau: string): string {
  return `See [src/bureaus/${bureau}/README.md](../src/bureaus/${bureau}/README.md).`;
}
