// What the adapter's answer to a check means for the operator, in words: outcomes, notes, notices. Never the bureau's own words.
import { BUREAU_NAMES, type BureauId, type BureauNote } from '../../domain/reports/credit-report.ts';
import type { BureauAnswer } from '../bureau.ts';
import type { Finding } from './findings.ts';

export function judgeAnswer(
  answer: BureauAnswer,
  needs: {
    bureau: BureauId;
    /** A reply to the search came, and is of the kind that was asked for. */
    isReadable: boolean;
    notices: string[];
    faults: string[];
  },
): Finding[] {
  const { bureau } = needs;
  const name = BUREAU_NAMES[bureau];
  const prefix = bureau.toUpperCase();
  const file = answer.status === 'ok' ? answer.file : undefined;
  const say = (severity: Finding['severity'], what: string, todo: string): Finding => ({
    severity,
    path: '',
    what,
    todo,
  });
  const outcome = (): Finding[] => {
    switch (answer.status) {
      case 'ok':
        return [];
      case 'no-trace':
        return [say('look', `${name} has no file on this person.`, ANOTHER_PERSON)];
      case 'ambiguous-address':
        return [say('look', `${name} cannot tell which home the address means.`, ANOTHER_PERSON)];
      case 'rejected-credentials':
        return [
          say(
            'fails',
            `${name} refused the credentials.`,
            `Check the ${prefix}_ settings against your contract. An expired password is refused too: change it at the bureau first. Do not repeat this often, or the account may be locked.`,
          ),
        ];
      case 'rejected-request':
        return [
          say(
            'fails',
            `${name} refused the request.`,
            `Check the ${prefix}_ settings (purpose, version, paths) and the person's details against your contract, then ask the bureau why.`,
          ),
        ];
      case 'timeout':
        return [say('fails', `${name} did not answer in time.`, `Check ${prefix}_URL and the network.`)];
      default:
        return [
          needs.isReadable
            ? say('fails', ...NOT_READ)
            : say(
                'fails',
                `${name} is not available.`,
                `Check ${prefix}_URL, the network and the certificate, then try again later.`,
              ),
        ];
    }
  };
  return [
    ...outcome(),
    ...(file?.notes ?? []).map((note) => say('look', ...NOTES[note])),
    ...needs.notices.map((notice) =>
      say('look', notice, 'See "A bureau\'s password expires" in docs/operations.md.'),
    ),
    ...needs.faults.map((fault) =>
      say('fails', `The adapter has a fault: ${fault}.`, 'Report it with this output.'),
    ),
  ];
}

const ANOTHER_PERSON =
  'Use a test person whom the bureau has a file on, with the address as the bureau has it.';

const NOT_READ: [string, string] = [
  'A reply came, and the adapter could not read it as a file of this person.',
  'See the other findings. If there are none, the reference or the birthday in the reply is not the one that was asked for.',
];

const NOTES: Record<BureauNote, [string, string]> = {
  'built-in-codes': [
    'The code tables could not be loaded. Codes were read by the list that is built in.',
    'Ask the bureau whether your contract has the look-up.',
  ],
  'records-missing': [
    'The bureau counts more records than the reply has.',
    'Ask the bureau whether your contract limits the number of records.',
  ],
  'codes-unknown': [
    'A kind, a status or a currency has a code that is in no list.',
    'The findings below name its path. Ask the bureau for its meaning.',
  ],
  'short-term-not-asked': [
    'The bureau files short-term credit apart, and was not asked for it.',
    'Add 256 to TRANSUNION_DATASETS if your contract has real-time accounts.',
  ],
};
