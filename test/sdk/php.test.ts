// The PHP client: the cases that all clients run, and a journey against the service itself. Skipped where there is no PHP with curl.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PHP_FILE, phpText } from '../../scripts/php-types.ts';
import { readOperations } from '../../scripts/sdk-operations.ts';
import { createTenant, generateBody } from '../support/house.ts';
import { test } from '../support/long.ts';
import { LIVE, openLiveHouse } from '../support/money.ts';

const FOLDER = join(import.meta.dirname, '../../packages/php');

const php = (
  args: string[],
  env: Record<string, string> = {},
): Promise<{ text: string; fault: Error | null }> =>
  new Promise((resolve) =>
    execFile('php', args, { env: { ...process.env, ...env } }, (fault, stdout, stderr) =>
      resolve({ text: stdout + stderr, fault }),
    ),
  );
const { text: found } = await php(['-r', 'echo PHP_VERSION_ID >= 80100 && extension_loaded("curl");']);
const skip = found === '1' ? false : 'there is no PHP from 8.1 on with curl here (Debian: php-cli, php-curl)';

test('the generated part of the PHP client is up to date, with a method for each operation', () => {
  const text = readFileSync(PHP_FILE, 'utf8');
  assert.ok(text === phpText(), 'stale: npm run sdk');
  for (const { id } of readOperations().operations) assert.ok(text.includes(`public function ${id}(`), id);
});

test('the PHP client repeats, and takes or refuses webhooks, as the shared cases say', { skip }, async () => {
  const { text, fault } = await php([join(FOLDER, 'run_cases.php')]);
  assert.equal(fault, null, text);
  const { run, wrong } = JSON.parse(text);
  assert.deepEqual(wrong, []);
  assert.ok(run > 75);
});

test('without the curl extension it says so', { skip }, async () => {
  const call = `require '${join(FOLDER, 'Trefoil.php')}'; (new Trefoil\\Transport())->send('GET', 'http://service.test', [], null, 1);`;
  // Without its ini files Debian's PHP has no extension that is a file of its own.
  const { text: bare } = await php(['-n', '-r', 'echo function_exists("curl_init") ? "has" : "lacks";']);
  if (bare === 'lacks') assert.match((await php(['-n', '-r', call])).text, /needs the curl extension/);
});

test('a POST whose connection breaks is sent by the client alone, which then knows that its outcome is unknown', {
  skip,
}, async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/v1/oauth/token') {
        response.end(JSON.stringify({ access_token: 'token', expires_in: 900 }));
        return;
      }
      seen.push(request.method ?? '');
      if (seen.length === 1) request.socket.destroy();
      else response.writeHead(403).end(JSON.stringify({ code: 'forbidden', message: 'No.' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const call = `require '${PHP_FILE}'; $client = new Trefoil\\Trefoil(getenv('ORIGIN'), 't', 'c', 's');
      try { $client->generateReport([]); } catch (Trefoil\\Forbidden $error) { echo json_encode($error->outcomeUnknown()); }`;
    const ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    assert.equal((await php(['-r', call], { ORIGIN })).text, 'true');
    assert.deepEqual(seen, ['POST', 'POST']);
  } finally {
    server.close();
  }
});

const JOURNEY = `
declare(strict_types=1);
require getenv('CLIENT_FILE');
use Trefoil\\{NotFound, RateLimited, Trefoil, TrefoilError, Unauthorized, ValidationError};
function check(bool $holds, mixed $found): void { if (!$holds) { echo json_encode($found), "\\n"; exit(1); } }
function refused(string $kind, callable $call): TrefoilError {
    try { $call(); } catch (TrefoilError $error) { check($error instanceof $kind && $error->requestId !== null, $error->getMessage()); return $error; }
    check(false, "no $kind");
}
$body = json_decode(getenv('BODY'), true);
[$origin, $tenant, $id] = [getenv('ORIGIN'), getenv('TENANT'), getenv('CLIENT')];
$client = new Trefoil($origin, $tenant, $id, getenv('SECRET'));
$test = [...$body, 'test' => true];
$done = $client->generateReport([...$test, 'externalReference' => 'php-1'])['data'];
check($done['status'] === 'complete', $done);
check($client->readReport($done['creditReportId'])['data']['creditReport'] === $done['creditReport'], 'read again');
check(str_starts_with($client->pdf($done['creditReportId']), '%PDF-'), 'a PDF');
$challenged = [...$test, 'challengeOptions' => ['status' => 'challenge']];
$first = $client->generateReport($challenged, idempotencyKey: 'php-key');
check($first === $client->generateReport($challenged, idempotencyKey: 'php-key'), 'the same key gets the same answer');
[$report, $challenge] = [$first['data']['creditReportId'], ['challengeId' => $first['data']['challenge']['challengeId']]];
check($client->submitOtp($report, [...$challenge, 'code' => '000000'])['data']['status'] === 'retry', 'retry');
check($client->resendSms($report, $challenge)['data']['smsSentCount'] === 2, 'resend');
$client->resendSms($report, $challenge);
refused(RateLimited::class, fn () => $client->resendSms($report, $challenge));
check($client->submitOtp($report, [...$challenge, 'code' => '123456'])['data']['status'] === 'complete', 'complete');
$wrong = refused(ValidationError::class, fn () => $client->generateReport([...$test, 'dateOfBirth' => '1985-02-30']));
check(array_column($wrong->details, 'path') === ['/dateOfBirth'] && $wrong->help && $wrong->idempotencyKey, $wrong->details);
refused(NotFound::class, fn () => $client->readReport('0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10'));
refused(Unauthorized::class, fn () => (new Trefoil($origin, $tenant, $id, 'wrong'))->readTenant());
check($client->generateReport($body)['meta']['wallet']['cost'] === 300, 'the cost');
$listed = iterator_to_array($client->pages($client->listReports(...), pageSize: 2));
check(count($listed) === 3, count($listed));
$csv = $client->csv('credit-reports', createdFrom: '2026-01-01');
check(count(explode("\\r\\n", trim($csv))) === 4, $csv);
$endpoint = $client->createWebhookEndpoint(['url' => 'https://hooks.example.com/php', 'mode' => 'test'])['endpoint']['id'];
check($client->disableWebhookEndpoint($endpoint)['state'] === 'disabled', 'a POST without a body');
check($client->deleteWebhookEndpoint($endpoint) === null, 'an answer without a body');
echo 'done';
`;

test('the PHP client walks the same journey against the service as the others', { skip }, async () => {
  const { house } = await openLiveHouse();
  try {
    await house.service.app.listen({ host: '127.0.0.1', port: 0 });
    const { tenantId, clientId, clientSecret } = await createTenant(house, { balanceCredits: 1_000 });
    const { text } = await php(['-r', JOURNEY], {
      CLIENT_FILE: PHP_FILE,
      ORIGIN: `http://127.0.0.1:${(house.service.app.server.address() as AddressInfo).port}`,
      TENANT: tenantId,
      CLIENT: clientId,
      SECRET: clientSecret,
      BODY: JSON.stringify(generateBody(LIVE)),
    });
    assert.equal(text.trim(), 'done');
  } finally {
    await house.close();
  }
});
