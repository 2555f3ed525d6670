// `bureau check`: one look-up and one search of a test person at a bureau, and a report of the shape that came. No database. Nothing of a
// person is printed, and none of the bureau's own words.
import { readFileSync } from 'node:fs';
import { type CheckNeeds, type CheckReport, checkBureau } from '../bureaus/checking/check-bureau.ts';
import type { Severity } from '../bureaus/checking/findings.ts';
import { connectionOf } from '../bureaus/settings.ts';
import { PERSONAS } from '../bureaus/simulation/population/personas.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import { currentFirst } from '../domain/reports/coverage.ts';
import { BUREAU_IDS, BUREAU_NAMES, type BureauId } from '../domain/reports/credit-report.ts';
import { BadSetting } from '../settings/setting.ts';
import { type Command, CommandFailed, CommandRefused, type Given, type Output, optional } from './command.ts';

export type BureauTools = {
  /** The settings of the bureaus, for one of them. Refuses in words. */
  settingsFor: (bureau: BureauId) => CheckNeeds['settings'];
  /** A person from the fields of a generate request, and the problems with them in words. */
  toConsumer: (body: unknown) => Consumer | { problems: string[] };
  /** A line for people, beside the output. */
  note: (line: string) => void;
  between?: CheckNeeds['between'];
};

/** Something must be looked at, or the bureau refused: the report is printed all the same. */
export class CheckFound extends CommandFailed {
  readonly output: Output;
  constructor(message: string, exitCode: number, output: Output) {
    super(message, exitCode);
    this.output = output;
  }
}

/** Wrong use or settings. */
export const EXIT_WRONG = 2;
const EXIT = { read: 0, look: 1, refused: 3 } as const;
const VERDICTS: Record<CheckReport['verdict'], string> = {
  read: 'The reply was read whole. Nothing to do.',
  look: 'Something has to be looked at: see the findings.',
  refused: 'The bureau could not be asked, or refused: see the findings.',
};

export const BUREAU_COMMANDS: Command<BureauTools>[] = [
  {
    name: 'bureau check',
    operands: ['<bureau>'],
    options: [
      optional('person', 'a JSON file with a test person of the bureau: the fields of a generate request'),
    ],
    help: 'Make one search of a test person and report the shape of the reply, without any value of a person. Against the simulator where no address is set. Exit code 0 read whole, 1 something to look at, 2 wrong usage or settings, 3 not asked or refused.',
    run: check,
  },
];

async function check(tools: BureauTools, { operands, options }: Given): Promise<Output> {
  const bureau = BUREAU_IDS.find((id) => id === operands[0]);
  if (bureau === undefined) throw new CommandRefused(`<bureau> must be one of ${BUREAU_IDS.join(', ')}.`);
  const settings = tools.settingsFor(bureau);
  const name = BUREAU_NAMES[bureau];
  const isSimulated = connectionOf(settings, bureau).url === null;
  if (!isSimulated && options.person === undefined) {
    throw new CommandRefused(
      `--person is needed, since ${bureau.toUpperCase()}_URL is set: name a test person that your contract allows.`,
    );
  }
  const consumer = options.person === undefined ? persona() : readPerson(tools, options.person);
  tools.note(
    isSimulated
      ? `${bureau.toUpperCase()}_URL is not set. This asks our simulator of ${name}, which proves nothing about the bureau.`
      : `This makes one search at ${name}. It may be billed.`,
  );
  const { between } = tools;
  const needs = { bureau, settings, consumer, ...(between !== undefined && { between }) };
  const report = await checkBureau(needs).catch((error: unknown) => {
    if (error instanceof BadSetting) throw new CommandFailed(error.message, EXIT_WRONG);
    throw error;
  });
  const output = { say: checkInWords(report), data: { ...report, exitCode: EXIT[report.verdict] } };
  if (report.verdict === 'read') return output;
  throw new CheckFound(VERDICTS[report.verdict], EXIT[report.verdict], output);
}

/** Of the simulators: the first persona. */
function persona(): Consumer {
  const person = PERSONAS[0]?.person;
  if (person === undefined) throw new Error('There is no persona.');
  const { title, forename, surname, dateOfBirth, addresses } = person;
  return {
    title,
    firstName: forename,
    lastName: surname,
    dateOfBirth,
    ipAddress: '192.0.2.1',
    addresses: addresses.map(({ address }) => ({ ukAddress: address })),
  };
}

const PERSON_BYTES_MAX = 100_000;

function readPerson(tools: BureauTools, path: string): Consumer {
  let body: unknown;
  try {
    const text = readFileSync(path, 'utf8');
    body = text.length > PERSON_BYTES_MAX ? null : JSON.parse(text);
  } catch {
    throw new CommandRefused('The file of --person cannot be read as JSON.');
  }
  const read = tools.toConsumer(body);
  if (!('problems' in read)) return currentFirst(read);
  throw new CommandRefused(['The person of --person is not acceptable:', ...read.problems].join('\n  '));
}

const SEVERITIES: Record<Severity, string> = { fails: 'Fails', look: 'Look at it', note: 'For information' };

function checkInWords(report: CheckReport): string {
  const { answer, findings, paths } = report;
  const count = (use: string) => paths.filter((one) => one.use === use).length;
  return [
    `${BUREAU_NAMES[report.bureau]}${report.isSimulated ? ', our simulator' : ''}`,
    '',
    'What came',
    ...report.replies.map(
      ({ kind, httpStatus, kilobytes }) => `  ${kind}: HTTP ${httpStatus}, ${kilobytes} KB`,
    ),
    ...(report.replies.length === 0 ? ['  nothing'] : []),
    '',
    `Shape: ${paths.length} paths, ${count('read')} that the adapter reads, ${count('known')} known, ${count('unknown')} not known`,
    ...paths.map(lineOf),
    '',
    'What the adapter made of it',
    `  outcome: ${answer.outcome}`,
    `  accounts: ${answer.accounts}, searches: ${answer.searches}, addresses: ${answer.addresses}`,
    ...answer.leftOut.map(
      ({ reason, accounts, searches }) => `  left out, ${reason}: accounts ${accounts}, searches ${searches}`,
    ),
    ...answer.altered.map(({ field, change }) => `  sent otherwise than given: ${field} (${change})`),
    '',
    findings.length === 0 ? 'Findings: none' : 'Findings',
    ...findings.flatMap(({ severity, path, what, todo }) => [
      `  ${SEVERITIES[severity]}: ${path === '' ? '' : `${path} `}${what}`,
      `      ${todo}`,
    ]),
    ...(report.verdict === 'read' ? ['', VERDICTS.read] : []),
  ].join('\n');
}

/** In the tree's own order, each name below its parent. */
function lineOf({ path, kinds, times, use, codes = [] }: CheckReport['paths'][number]): string {
  const steps = path.split('/');
  const marks = [
    kinds.join(' or '),
    times === 1 ? 'once' : `${times} times`,
    use === 'read' ? '' : use,
    codes.join(' '),
  ];
  return `${'  '.repeat(steps.length)}${steps.at(-1)}: ${marks.filter((mark) => mark !== '').join(', ')}`;
}
