// The SDKs as they are published: packed, unpacked into a folder of their own and used from there, without the project and without a
// network. The types hold what they promise: a switch that forgets an outcome does not compile.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { CLIENTS } from '../../src/http/routes/service/sdk.ts';
import { after, before, test } from '../support/long.ts';

const ROOT = join(import.meta.dirname, '../..');
const BYTES_MAX = 70 * 1024;
const run = promisify(execFile);

let folder: string;
let tarball: string;
let installed: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trefoil-sdk-'));
  tarball = await packAsTheImage(join(folder, 'image'));
  installed = join(folder, 'app/node_modules/@trefoil/sdk');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'app/package.json'), '{ "type": "module" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** By the stage of the image that packs the clients: what it copies, nothing else, and its command. The tarball's path. */
async function packAsTheImage(image: string): Promise<string> {
  const text = readFileSync(join(ROOT, 'docs/deploy/Containerfile'), 'utf8');
  const [, stage = ''] = /^FROM .* AS clients$(.*?)^FROM/ms.exec(text) ?? [];
  for (const [, files = '', to = ''] of stage.matchAll(/^COPY (.+) (\S+)$/gm))
    for (const file of files.split(' '))
      cpSync(join(ROOT, file), join(image, to, to.endsWith('/') ? basename(file) : ''), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const [command = '', ...args] = /^RUN (node_modules.*)$/m.exec(stage)?.[1]?.split(' ') ?? [];
  await run(join(image, command), args, { cwd: image });
  assert.match(text, /^COPY --from=clients \/app\/dist\/sdk \.\/dist\/sdk$/m);
  assert.deepEqual(
    readdirSync(join(image, 'dist/sdk')),
    [...CLIENTS.values()]
      .flatMap(({ path }) => (path.startsWith('dist/sdk/') ? [basename(path)] : []))
      .sort(),
  );
  return join(
    image,
    'dist/sdk',
    readdirSync(join(image, 'dist/sdk')).find((name) => name.endsWith('.tgz')) ?? '',
  );
}

/** Runs a program in the folder of the application; its output, or what it died of. */
async function inApp(command: string, ...args: string[]): Promise<{ code: number; text: string }> {
  // Only the way to programs: nothing of the test run's own hooks.
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  return run(command, args, { cwd: join(folder, 'app'), env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

test('the tarball has JavaScript, types, README and licence, no TypeScript, no dependency, and is small', () => {
  const files = readdirSync(installed);
  for (const name of [
    'LICENSE',
    'README.md',
    'browser.d.ts',
    'browser.js',
    'index.d.ts',
    'index.js',
    'testing.js',
  ])
    assert.ok(files.includes(name), name);
  assert.deepEqual(
    files.filter((name) => /(?<!\.d)\.ts$|\.map$|test/.test(name) && !name.startsWith('testing.')),
    [],
  );
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  assert.doesNotMatch(readme, /\]\((?!https:|#)|127\.0\.0\.1/, 'no link to a file that is not there');
  const { size } = statSync(tarball);
  assert.ok(size <= BYTES_MAX, `${size} bytes`);
  const described = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([described.dependencies, described.scripts], [undefined, undefined]);
  assert.equal(described.repository.directory, 'packages/sdk');
  for (const name of files.filter((file) => file.endsWith('.js')))
    assert.doesNotMatch(readFileSync(join(installed, name), 'utf8'), /from '(?!\.\/[\w-]+\.js')/, name);
});

const PROGRAM = `
import { InsufficientFunds, Trefoil, verifyWebhook } from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
const fake = fakeTrefoil();
const input = { sessionId: 's', bureaus: ['equifax'], ipAddress: '203.0.113.7', searchType: 'pcp', firstName: 'Ada', lastName: 'Sample',
  dateOfBirth: '1985-04-12', addresses: [], test: true, challengeOptions: { status: 'challenge' } };
const begun = await fake.trefoil.reports.generate(input);
const right = await begun.challenge.submit('123456');
fake.next('generateReport', { status: 402, code: 'insufficient-funds' });
const poor = await fake.trefoil.reports.generate(input).catch((error) => error instanceof InsufficientFunds && String(error));
console.log(begun.status, right.status, poor, typeof Trefoil, typeof verifyWebhook);
`;

test('it runs from the tarball, on the Node of the project and on the one that npm was started with', async () => {
  writeFileSync(join(folder, 'app/program.js'), PROGRAM);
  for (const node of [process.execPath, 'node']) {
    const { text } = await inApp(node, 'program.js');
    assert.equal(
      text.trim(),
      'authentication-required complete InsufficientFunds: 402 insufficient-funds (request fake-request): Refused by the fake. function function',
    );
  }
});

const WHOLE = `
import { Trefoil, type GenerateOutcome, type GenerateRequest } from '@trefoil/sdk';
export function words(outcome: GenerateOutcome): string {
  switch (outcome.status) {
    case 'complete': return String(outcome.creditReport.consumerData.records.length);
    case 'authentication-required': return outcome.challenge.challengeId;
    case 'blocked': return 'blocked';
    case 'failed': return outcome.errorMessage;
  }
}
export const trefoil = new Trefoil({ baseUrl: 'https://x.test', tenantId: 't', clientId: 'c', clientSecret: 's' });
export async function first(input: GenerateRequest): Promise<string | undefined> {
  for await (const report of trefoil.reports.list({ status: 'failed' })) return report.externalReference;
  const event = await trefoil.webhooks.verify('', {}, 'whsec_');
  return event.type === 'report.failed' ? event.data.creditReportId : (await trefoil.reports.generate(input)).creditReportId;
}
// What may be missing is handed on as it is.
export function waiting(outcome: GenerateOutcome, idempotencyKey?: string, signal?: AbortSignal, after?: string) {
  const sent = { accepted: 'sent', unknown: 'sent', refused: 'not sent', none: 'not sent' };
  if (outcome.status === 'authentication-required') return sent[outcome.challenge.sms];
  return [trefoil.events.page({ after }, { signal }), trefoil.reports.challenge({ creditReportId: '', challengeId: '' }).resend({ idempotencyKey })];
}
`;
/** Each is WHOLE with one mistake, and what the compiler must say of it. */
const MISTAKES: [name: string, from: string, to: string, said: RegExp][] = [
  ['forgets blocked', "    case 'blocked': return 'blocked';\n", '', /TS2366/],
  ['misspells a status', "case 'failed'", "case 'failure'", /TS2678/],
  ['reads a report that is not there', "return 'blocked';", 'return String(outcome.creditReport);', /TS2551/],
  ['filters by a status that is none', "status: 'failed' }", "status: 'broken' }", /TS2322/],
];

test('what is right compiles against the packed types, and a switch that forgets an outcome does not', async () => {
  const app = join(folder, 'app');
  writeFileSync(join(app, 'whole.ts'), WHOLE);
  for (const [at, [, from, to]] of MISTAKES.entries()) {
    assert.ok(WHOLE.includes(from));
    writeFileSync(join(app, `mistake-${at}.ts`), WHOLE.replace(from, to));
  }
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
  };
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  const { code, text } = await inApp(
    process.execPath,
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--pretty',
    'false',
  );
  assert.notEqual(code, 0);
  const said = text.split('\n').filter((line) => line.includes('error TS'));
  assert.deepEqual(
    said.filter((line) => !line.startsWith('mistake-')),
    [],
    'the right one, and the types themselves',
  );
  for (const [at, [name, , , expected]] of MISTAKES.entries())
    assert.ok(
      said.some((line) => line.startsWith(`mistake-${at}.ts`) && expected.test(line)),
      `${name}: ${text}`,
    );
});

test('the Python client is a file that a zip can hold and Python can import from', async (context) => {
  const python = join(folder, 'python');
  mkdirSync(python);
  cpSync(join(ROOT, 'packages/python/trefoil.py'), join(python, 'trefoil.py'));
  const zip =
    "import zipfile, sys; z = zipfile.ZipFile(sys.argv[2], 'w'); z.write(sys.argv[1], 'trefoil.py')";
  const archive = join(folder, 'trefoil.zip');
  const made = await inApp('python3', '-c', zip, join(python, 'trefoil.py'), archive);
  if (made.code !== 0) return context.skip('there is no python3 here');
  const use = `import sys; sys.path.insert(0, ${JSON.stringify(archive)}); import trefoil; print(trefoil.Trefoil.generate_report.__doc__, trefoil.__file__)`;
  const { text } = await inApp('python3', '-c', use);
  assert.match(text, /report.*trefoil\.zip/);
  return undefined;
});

/** What a reader of the README has of their own. */
const READERS_NAMES = `from trefoil import CreditReport
session_id = code = "x"
def show(report: CreditReport) -> None: ...
def stop() -> None: ...`;

test('the Python client, its test run and the code of its README have no error under mypy --strict', async (context) => {
  // Debian's mypy belongs to Debian's Python, which need not be the first one.
  for (const python of ['python3', '/usr/bin/python3']) {
    const { text } = await inApp(python, '-m', 'mypy', '--version');
    if (!text.startsWith('mypy')) continue;
    const files = ['trefoil.py', 'run_cases.py'].map((file) => join(ROOT, 'packages/python', file));
    const readme = readFileSync(join(ROOT, 'packages/python/README.md'), 'utf8');
    const [, block = ''] = /^```python\n(.*?)^```$/ms.exec(readme) ?? [];
    const sample = join(folder, 'sample.py');
    writeFileSync(sample, `${READERS_NAMES}\n${block}`);
    files.push(sample);
    const checked = await inApp(python, '-m', 'mypy', '--strict', '--cache-dir', folder, ...files);
    assert.equal(checked.code, 0, checked.text);
    return undefined;
  }
  return context.skip('there is no mypy here (Debian: python3-mypy)');
});
