// Test reports from the command line. Ids, statuses and reasons are printed; the document, which is about a person, only where it is asked
// for.
import type { GenerateRequest, Trefoil } from '@trefoil/sdk';
import { BUREAU_IDS } from '../../domain/reports/credit-report.ts';
import { VERDICTS, type Verdict } from '../../domain/reports/report.ts';
import { SCENARIO_LIST } from '../../world/scenario-names.ts';
import { TEST_NUMBERS } from '../../world/test-numbers.ts';
import {
  CommandFailed,
  CommandRefused,
  flag,
  type Given,
  type Output,
  optional,
  required,
} from '../command.ts';
import { type ClientCommand, calling, openClient } from './tools.ts';

export const REPORT_COMMANDS: ClientCommand[] = [
  calling({
    name: 'report new',
    operands: [],
    options: [
      optional('scenario', `one of ${SCENARIO_LIST.map(({ name }) => name).join(', ')}`),
      optional('number', 'a test number, its last three digits or its effect: see trefoil scenarios'),
      optional('branch', `one of ${VERDICTS.join(', ')}; allow by default`),
      optional('clock', 'the id of a test clock that it goes by'),
      optional('reference', 'your own reference for it'),
      flag('document', 'print the document too'),
    ],
    help: 'Make a report in test mode: nothing is asked, sent or charged. The code of a challenge is 123456.',
    run: async (tools, { options }) => {
      const { trefoil } = await openClient(tools, options);
      return outputOf(await trefoil.reports.generate(testRequest(options)), options);
    },
  }),
  calling({
    name: 'report otp',
    operands: ['<report-id>', '<code>'],
    options: [flag('document', 'print the document too')],
    help: 'Submit the code of a challenge.',
    run: async (tools, { operands: [id = '', code = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      return outputOf(await (await challengeOf(trefoil, id)).submit(code), options);
    },
  }),
  calling({
    name: 'report resend',
    operands: ['<report-id>'],
    options: [],
    help: 'Send the code of a challenge again.',
    run: async (tools, { operands: [id = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      const sent = await (await challengeOf(trefoil, id)).resend();
      return { say: `Sent again. ${JSON.stringify(withoutDocument(sent))}`, data: sent };
    },
  }),
  calling({
    name: 'report show',
    operands: ['<report-id>'],
    options: [flag('document', 'print the document too')],
    help: 'The status of a report.',
    run: async (tools, { operands: [id = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      return outputOf(await trefoil.reports.read(id), options);
    },
  }),
  calling({
    name: 'clock new',
    operands: [],
    options: [optional('at', 'the time that it shows, such as 2026-11-15T09:30:00Z; now by default')],
    help: 'Make a test clock; report new --clock lets a report go by it.',
    run: async (tools, { options }) => {
      const { trefoil } = await openClient(tools, options);
      const clock = await trefoil.testClocks.create(options.at === undefined ? {} : { at: options.at });
      return { say: `Test clock ${clock.id}.`, data: clock };
    },
  }),
  calling({
    name: 'clock advance',
    operands: ['<clock-id>'],
    options: [required('by', 'how far, such as PT5M1S, P30D')],
    help: 'Move a test clock on: codes expire, texts arrive, reports are purged.',
    run: async (tools, { operands: [id = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      const clock = await trefoil.testClocks.advance(id, options.by ?? '');
      return { say: `Moved on by ${options.by}. ${JSON.stringify(clock)}`, data: clock };
    },
  }),
];

/** The body of a test report about an invented person. */
export function testRequest(options: Given['options']): GenerateRequest {
  const { scenario, number, branch = 'allow', clock, reference } = options;
  if (!(VERDICTS as readonly string[]).includes(branch))
    throw new CommandRefused(`--branch must be one of ${VERDICTS.join(', ')}.`);
  const known = SCENARIO_LIST.find(({ name, prefix }) => scenario === name || scenario === prefix);
  if (scenario !== undefined && known === undefined)
    throw new CommandRefused(
      `--scenario must be one of ${SCENARIO_LIST.map(({ name }) => name).join(', ')}.`,
    );
  const prefix = known === undefined || known.name === 'default' ? 'ada' : known.prefix;
  return {
    test: true,
    challengeOptions: { status: branch as Verdict },
    ...(clock !== undefined && { testOptions: { clock } }),
    ...(reference !== undefined && { externalReference: reference }),
    sessionId: 'test',
    bureaus: [...BUREAU_IDS],
    ipAddress: '203.0.113.7',
    searchType: 'pcp',
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    email: `${prefix}@example.com`,
    mobileNumber: numberOf(number),
    addresses: [
      {
        type: 'current',
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'Example Street',
          townOrCity: 'Leeds',
          postcode: 'LS1 4AB',
        },
      },
    ],
  };
}

function numberOf(wanted: string | undefined): string {
  if (wanted === undefined) return '+447700900123';
  const found = TEST_NUMBERS.find(
    ({ number, effect }) => number === wanted || effect === wanted || number.endsWith(`900${wanted}`),
  );
  if (found === undefined)
    throw new CommandRefused('--number must be one that trefoil scenarios lists: its digits or its effect.');
  return found.number;
}

export async function challengeOf(trefoil: Trefoil, creditReportId: string) {
  const report = await trefoil.reports.read(creditReportId);
  if (!('challenge' in report))
    throw new CommandFailed(`The report waits for no code: its status is ${report.status}.`);
  return trefoil.reports.challenge({ creditReportId, challengeId: report.challenge.challengeId });
}

type Outcome = { status: string; creditReportId: string; reason?: string };

function outputOf(outcome: Outcome, options: Given['options']): Output {
  const data = options.document === undefined ? withoutDocument(outcome) : outcome;
  const { status, creditReportId, reason } = outcome;
  const { challenge } = outcome as { challenge?: { expiresAt?: string; attemptsRemaining?: number } };
  const more = [
    ...(reason === undefined ? [] : [`reason ${reason}`]),
    ...(challenge?.expiresAt === undefined ? [] : [`code until ${challenge.expiresAt}`]),
    ...(challenge?.attemptsRemaining === undefined ? [] : [`${challenge.attemptsRemaining} tries left`]),
  ];
  const said = [`${creditReportId}  ${status}`, ...more].join('  ');
  return { say: options.document === undefined ? said : `${said}\n${JSON.stringify(data, null, 2)}`, data };
}

function withoutDocument(outcome: object): Record<string, unknown> {
  const { creditReport: _document, ...rest } = outcome as Record<string, unknown>;
  return rest;
}
