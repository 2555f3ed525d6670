// The words that people read: one word for one thing, and none of the private English that the console once had. Comments, code in
// documents and identifiers are for those who change the project, and are left alone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Our word for each of twelve things, and what it must not be called beside it. */
const GLOSSARY: Record<string, RegExp> = {
  tenant: /workspaces?|(client|customer) accounts?/i,
  member: /team ?mates?|team members?/i,
  invitation: /\b(an|the|your) invite\b/i,
  credential: /(API|access) keys?/i,
  report: /credit checks?/i,
  bureau: /credit (reference )?agenc(y|ies)/i,
  wallet: /\bpurses?\b|credit accounts?/i,
  credits: /credit points/i,
  'security code': /[Pp]ass ?codes?\b|[Oo]ne-time (passwords?|codes?)|\bOTPs?\b/,
  'two-step verification': /second[- ](step|factor)s?|two-factor|\b2FA\b|\bMFA\b/i,
  'audit log': /audit trails?/i,
  'e-mail': /\b(an|your|by|their) (email|mail)\b|\bemail address/i,
};

/** What was said before, and what is said instead. A word in quotation marks is a whole label. */
const OLD: Record<string, string> = {
  'One press buys': 'This makes a test token. It works for 15 minutes.',
  'password of now': 'current password',
  'Second step': 'Two-step verification',
  'Ask everybody for': 'Require …',
  'Nothing needs you': 'All clear.',
  'Make a credential': 'Create credential',
  'Make a tenant': 'New tenant',
  '"Make it"': 'Create …',
  'Take back': 'Cancel invitation',
  'Last here': 'Last active',
  'Works until': 'Expires',
  '"Look"': 'Appearance',
  'As the system says': 'Match system',
  '"Go on"': 'Continue',
  'Given back': 'Released',
  'Hold ran out': 'Hold expired',
  'of what was held': '40 from hold',
  'Asked as usual': 'Healthy',
  'failed too often': 'Paused after failures',
  'How it went is of the last hour': 'Last hour, this server process.',
  'Who searched before': 'Previous searches',
  '"At the start"': 'Original amount',
  'Part of the route': 'Path contains',
  '5xx our fault': '5xx server error',
  'Mend each entry of': 'Fix each field listed …',
  '"Answer"': 'Status',
  '"Took"': 'Duration',
  '"By"': 'Caller',
  '"Did"': 'Action',
  'Programs call the API with them': 'For server-to-server calls.',
  'No reports here': 'No reports match these filters.',
  'Requests for this page': 'API calls on this page',
  '"TEST only"': 'Test only',
  '"TEST"': 'Test',
  'Look at your mail': 'Check your e-mail',
  'Secret of unknown ending': 'Ending unknown',
  'Lender not named': 'Lender not given',
  'Make a link': 'Create link',
  '"Begin"': 'Continue',
  'Told when': 'Notify when …',
  'verified, risk': 'Device verified, code needed',
};

const ROOT = join(import.meta.dirname, '..');
/** What is shown: the console, the pages, the API document with its reference, the documents for users. */
const SHOWN =
  /^(console\/.*\.tsx?|src\/(pages|manual)\/.*\.ts|src\/identity\/pages\/.*\.ts|src\/http\/routes\/(sign-in|account)-pages\.ts|src\/domain\/error-help\.ts|docs\/[^/]+\.(md|json))$/;
/** For those who change the project; and settings, which have the names that vendors give them. */
const NOT_SHOWN = /\.test\.ts$|^docs\/(testing|dependencies|licences|settings)\.md$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => SHOWN.test(file) && !NOT_SHOWN.test(file) && existsSync(join(ROOT, file)));

/** The text without comments and code, with every line in its place. */
function shownIn(file: string, text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  if (file.endsWith('.md')) return text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, blank);
  if (file.endsWith('.json')) return text;
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|^import .*$/gm, blank);
}

/** A phrase may be broken over lines; a label stands between quotation marks or tags. */
function patternOf(phrase: string): RegExp {
  const label = /^"(.*)"$/.exec(phrase)?.[1];
  const words = (label ?? phrase).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+');
  return label === undefined
    ? new RegExp(words, 'gi')
    : new RegExp(`(?<=['"\`>]\\s*)${words}(?=\\s*['"\`<])`, 'g');
}

function foundIn(file: string, text: string): string[] {
  const shown = shownIn(file, text);
  const lineOf = (place: number): number => shown.slice(0, place).split('\n').length;
  const told = (pattern: RegExp, instead: string): string[] =>
    [...shown.matchAll(new RegExp(pattern, [...new Set(`${pattern.flags}g`)].join('')))].map(
      (match) => `${file}:${lineOf(match.index)}: "${match[0].replace(/\s+/g, ' ')}" -> ${instead}`,
    );
  return [
    ...Object.entries(OLD).flatMap(([phrase, instead]) => told(patternOf(phrase), instead)),
    ...Object.entries(GLOSSARY).flatMap(([word, others]) => told(others, word)),
  ];
}

test('one word for one thing, and none of the old words, in all that people read', () => {
  assert.ok(files.length > 80, `${files.length} files`);
  for (const file of ['docs/openapi.json', 'docs/errors.md', 'console/pages/people/members.tsx'])
    assert.ok(files.includes(file), file);
  assert.equal(Object.keys(GLOSSARY).length, 12);
  assert.deepEqual(
    files.flatMap((file) => foundIn(file, readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
});

test('an old word is found with its line, also broken over lines; comments, code and longer words are left alone', () => {
  const source =
    "// Take back\nconst a = 'Take back';\n<p>\n  Nothing needs\n  you.\n</p>\nhead={['By', 'Bypass']}\n";
  assert.deepEqual(foundIn('console/pages/a.tsx', source), [
    'console/pages/a.tsx:4: "Nothing needs you" -> All clear.',
    'console/pages/a.tsx:2: "Take back" -> Cancel invitation',
    'console/pages/a.tsx:7: "By" -> Caller',
  ]);
  assert.deepEqual(foundIn('docs/a.md', 'Set `2FA`.\n\nUse 2FA.\n'), [
    'docs/a.md:3: "2FA" -> two-step verification',
  ]);
});
