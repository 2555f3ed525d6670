<?php

// Runs packages/retry-cases.json and packages/webhook-cases.json against Trefoil.php, with a scripted transport in place of the network.
// test/sdk/php.test.ts starts it.

declare(strict_types=1);

require __DIR__ . '/Trefoil.php';

final class Scripted extends Trefoil\Transport
{
    public array $calls = [];
    public array $pauses = [];
    public int $tokens = 0;
    private float $clock = 0.0;

    public function __construct(private array $tries, private array $tokenTries = []) {}

    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): array|string
    {
        if (str_ends_with($url, '/v1/oauth/token')) {
            $this->tokens++;
            return $this->answer(array_shift($this->tokenTries), ['access_token' => "token-$this->tokens", 'expires_in' => 900], 'error');
        }
        $this->calls[] = [$headers['idempotency-key'] ?? null, $body, $headers['authorization']];
        return $this->answer(array_shift($this->tries), ['meta' => [], 'data' => ['status' => 'blocked', 'creditReportId' => 'r']], 'code');
    }

    private function answer(array|string|null $answer, array $good, string $named): array|string
    {
        if ($answer === null || $answer === 'ok') {
            return [200, [], json_encode($good)];
        }
        if (is_string($answer)) {
            return $answer === 'late' ? 'timeout' : 'no-answer';
        }
        $this->clock += ($answer['takesMs'] ?? 0) / 1000;
        $refusal = ['message' => 'No.', ...array_diff_key($answer, ['code' => 0]), $named => $answer['code']];
        $text = $answer['code'] ? json_encode($refusal) : '<html>Bad gateway</html>';
        $asked = isset($answer['retryAfter']) ? ['retry-after' => (string) $answer['retryAfter']] : [];
        return [$answer['status'], ['x-request-id' => 'r-1', ...$asked], $text];
    }

    public function now(): float
    {
        return $this->clock;
    }

    public function sleep(float $seconds): void
    {
        $this->pauses[] = (int) round($seconds * 1000);
        $this->clock += $seconds;
    }

    public function chance(): float
    {
        return 1.0;
    }
}

function check(bool $holds, mixed $found): void
{
    if (!$holds) {
        throw new LogicException(is_string($found) ? $found : json_encode($found));
    }
}

function run(array $case): void
{
    $transport = new Scripted($case['tries'], $case['tokenTries'] ?? []);
    $told = [];
    $client = new Trefoil\Trefoil('http://service.test/', 't', 'c', 's', transport: $transport, onTry: function ($try) use (&$told) {
        $told[] = $try;
    });
    $ends = 'ok';
    $isKeyed = !in_array($case['call'], ['read', 'keyless'], true);
    try {
        match ($case['call']) {
            'generate' => $client->generateReport(['firstName' => 'Ada']),
            'submit' => $client->submitOtp('r', ['challengeId' => 'c', 'code' => '123456']),
            'resend' => $client->resendSms('r', ['challengeId' => 'c']),
            'read' => $client->readReport('r'),
            'keyless' => $client->disableWebhookEndpoint('e'),
        };
    } catch (Trefoil\TrefoilError $error) {
        $ends = str_replace(['Trefoil\\', 'ConnectionFailed'], ['', 'ConnectionError'], $error::class);
        check(!preg_match('/Ada|Bad gateway/', $error->getMessage()), $error->getMessage());
        check($transport->calls === [] || $error->idempotencyKey === $transport->calls[0][0], 'the error has the key');
        check(($error->idempotencyKey !== null) === $isKeyed, $error->idempotencyKey);
        $said = [$error->retryable(), $error->outcomeUnknown()];
        check($said === [$case['retryable'], $case['outcomeUnknown']], $said);
        check($error->help === ($case['help'] ?? $error->help), $error->help);
        $code = $case['code'] ?? ($error->status > 0 ? $error->errorCode : 'no-answer');
        $isTold = $error->status > 0 || str_contains($error->getMessage(), "$code: The service at service.test ");
        check($isTold && $error->errorCode === $code && !str_contains($error->getMessage(), '  '), $error->getMessage());
    }
    $asked = ['generate' => 'generateReport', 'submit' => 'submitOtp', 'resend' => 'resendSms', 'read' => 'readReport',
        'keyless' => 'disableWebhookEndpoint'];
    check(array_diff(array_column($told, 'operation'), ['token', $asked[$case['call']]]) === [] && min(array_column($told, 'ms')) >= 0, $told);
    check(count($told) === count($transport->calls) + $transport->tokens && !str_contains(json_encode($told), 'Ada'), $told);
    $keys = array_unique(array_column($transport->calls, 0));
    $bodies = array_unique(array_column($transport->calls, 1));
    check([count($keys), count($bodies)] === array_fill(0, 2, min($case['sent'], 1)), 'one key and one body');
    check($keys === [] || ($keys[0] !== null) === $isKeyed, $keys);
    $found = [$ends, count($transport->calls), $transport->pauses, $transport->tokens];
    check($found === [$case['ends'], $case['sent'], $case['pauses'], $case['tokens'] ?? 1], $found);
}

function verify(array $case): void
{
    $body = isset($case['bodyBase64']) ? base64_decode($case['bodyBase64']) : $case['body'];
    try {
        $found = Trefoil\Webhook::verify($body, $case['headers'], $case['secrets'], $case['now'])['id'];
    } catch (Trefoil\WebhookRefused $refused) {
        $found = null;
        check(str_contains($refused->getMessage(), $case['says'] ?? ''), $refused->getMessage());
    }
    check($found === $case['id'], $found ?? 'refused');
}

/** What a framework hands over: lists of values, or PHP's own names. */
function takesHeadersOfAllKinds(): void
{
    $secret = 'whsec_' . base64_encode('a secret of the endpoint');
    $headers = Trefoil\Webhook::sign('{"type":"ping"}', $secret, 'e-1', 1_700_000_000);
    $ids = array_map(fn () => Trefoil\Webhook::sign('{}', $secret)['webhook-id'], [1, 2]);
    check($ids[0] !== '' && $ids[0] !== $ids[1], $ids);
    $server = [];
    foreach ($headers as $name => $value) {
        $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
    }
    foreach ([$headers, array_map(fn ($value) => [$value], $headers), $server] as $given) {
        check(Trefoil\Webhook::verify('{"type":"ping"}', $given, $secret, 1_700_000_000)['id'] === 'e-1', $given);
    }
}

/** A cache outlives the client, as it does between two requests of a site. */
function keepsTheToken(): void
{
    $cache = new class {
        public array $kept = [];

        public function get(string $name): mixed
        {
            return $this->kept[$name] ?? null;
        }

        public function set(string $name, mixed $value, int $seconds): void
        {
            check($seconds === 900, $seconds);
            $this->kept[$name] = $value;
        }
    };
    $asked = [];
    foreach ([['s', []], ['s', []], ['other', []], ['s', [['status' => 401, 'code' => 'unauthorized']]]] as [$secret, $tries]) {
        $transport = new Scripted($tries);
        (new Trefoil\Trefoil('http://service.test', 't', 'c', $secret, cache: $cache, transport: $transport))->readReport('r');
        $asked[] = $transport->tokens;
    }
    check($asked === [1, 0, 1, 1], $asked);
}

function hidesTheSecret(): void
{
    $client = new Trefoil\Trefoil('http://service.test', 't', 'c', 'a-secret');
    check(!preg_match('/a-secret|' . base64_encode('c:a-secret') . '/', print_r($client, true)), 'the secret is in a dump');
}

function readsTheEnvironment(): void
{
    foreach (['URL' => 'http://env.test', 'TENANT' => 't', 'CLIENT_ID' => 'c', 'CLIENT_SECRET' => 's'] as $name => $value) {
        putenv("TREFOIL_$name=$value");
    }
    $client = new Trefoil\Trefoil();
    check($client->__debugInfo() === ['base' => 'http://env.test', 'tenant' => 't'], 'the environment was not read');
    putenv('TREFOIL_TENANT');
    foreach (['TREFOIL_TENANT' => [], 'clientSecret' => ['http://other.test', 't', 'c']] as $lacking => $some) {
        try {
            new Trefoil\Trefoil(...$some);
        } catch (InvalidArgumentException $error) {
            check(str_contains($error->getMessage(), $lacking), $error->getMessage());
            continue;
        }
        throw new LogicException('the environment filled in what was left out');
    }
}

takesHeadersOfAllKinds();
readsTheEnvironment();
keepsTheToken();
hidesTheSecret();
foreach (['reports.example.com', 'ftp://x.test', 'https://x.test/?a=1', ''] as $bad) {
    try {
        new Trefoil\Trefoil($bad, 't', 'c', 's');
    } catch (InvalidArgumentException) {
        continue;
    }
    throw new LogicException("$bad was taken for an address");
}
$result = ['run' => 0, 'wrong' => []];
foreach (['retry-cases.json' => run(...), 'webhook-cases.json' => verify(...)] as $file => $try) {
    foreach (json_decode(file_get_contents(__DIR__ . "/../$file"), true)['cases'] as $case) {
        $result['run']++;
        try {
            $try($case);
        } catch (Throwable $error) {
            $result['wrong'][] = "$file: {$case['name']}: {$error->getMessage()}";
        }
    }
}
echo json_encode($result), "\n";
