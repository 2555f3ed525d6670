<?php

/**
 * Client of the Trefoil credit-report service: one file, PHP 8.1 and later with curl, no dependencies.
 *
 *     $trefoil = new Trefoil\Trefoil('https://reports.example.invalid', $tenantId, $clientId, $clientSecret);
 *     $answer = $trefoil->generateReport(['sessionId' => $sessionId, 'bureaus' => ['equifax'], ...]);
 *     $next = match ($answer['data']['status']) {
 *         'complete' => ..., 'authentication-required' => ..., 'blocked', 'failed' => ...,
 *     };
 *
 * Every operation that a credential may call has a method. Those that make or move something get an idempotency key before the first try,
 * which every retry and the error carry: repeating a request never charges twice. Errors hold no personal data.
 */

declare(strict_types=1);

namespace Trefoil;

/** A refusal of the service. Decide by `errorCode`; `idempotencyKey` repeats the request without paying twice. */
class TrefoilError extends \RuntimeException
{
    public ?string $idempotencyKey = null;
    /** @internal */
    public bool $isRead = false;
    /** @internal An earlier try of the call may have been done. */
    public bool $isOpen = false;
    /** @internal It is no answer to the call: there was no token. */
    public bool $isApart = false;

    /**
     * @param list<array{path: string, message: string}> $details
     * @param array<string, string> $headers
     */
    final public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly ?string $requestId = null,
        public ?string $help = null,
        public readonly ?float $retryAfter = null,
        public readonly array $details = [],
        public readonly array $headers = [],
    ) {
        parent::__construct(ltrim(($status ?: '') . " $errorCode: $message"));
        $this->help ??= $this->helpFor($message);
    }

    /** By the code, and by its cause where the message tells one. It names fields, never what was sent. */
    private function helpFor(string $message): ?string
    {
        // What a proxy answers may have another form.
        $paths = array_filter(array_column($this->details, 'path'), is_string(...));
        if ($this->errorCode === 'validation-error' && $paths !== []) {
            $more = count($paths) > 5 ? ' and ' . (count($paths) - 5) . ' more' : '';
            return 'Fix each field listed in details: ' . implode(', ', array_slice($paths, 0, 5)) . "$more.";
        }
        $told = Operations::HELP[$this->errorCode] ?? null;
        foreach (array_reverse(Operations::HELP_BY_MESSAGE) as [$own, $said, $help]) {
            $told = $own === $this->errorCode && str_contains($message, $said) ? $help : $told;
        }
        return $told === null || $this->retryAfter === null ? $told : str_replace('Retry-After', "$this->retryAfter seconds", $told);
    }

    /** The same request may succeed later: with the same `idempotencyKey`, where there is one. */
    public function retryable(): bool
    {
        return $this->isCutOff() || in_array($this->errorCode, ['rate-limited', 'temporarily_unavailable'], true);
    }

    /** Whether the work was done, by this try or an earlier one, is not known. The same key and body get its answer, and never do it twice. */
    public function outcomeUnknown(): bool
    {
        $mayBeDone = $this->isOpen && ($this->isApart || $this->isUnheard());
        return !$this->isRead && ($mayBeDone || ($this->isCutOff() && !$this->isApart));
    }

    /** Refused before the service looked at what is asked, or by a proxy: it does not say what became of an earlier try. */
    private function isUnheard(): bool
    {
        return in_array($this->status, [401, 403], true) || ($this->status === 429 && $this->errorCode !== 'no-sends-left')
            || $this->errorCode === 'unknown';
    }

    private function isCutOff(): bool
    {
        return $this->status === 0 || $this->status >= 500 || $this->errorCode === 'request-in-progress';
    }

    /** @internal The class that fits a status and a code. */
    public static function of(int $status, string $code, string $message, mixed ...$facts): self
    {
        $kind = match ($code) {
            'request-in-progress' => OutcomeUnknown::class,
            'challenge-expired' => ChallengeExpired::class,
            'no-sends-left' => NoSendsLeft::class,
            default => match ($status) {
                0 => ConnectionFailed::class,
                400 => ValidationError::class,
                401 => Unauthorized::class,
                402 => InsufficientFunds::class,
                403 => Forbidden::class,
                404 => NotFound::class,
                409 => Conflict::class,
                410 => Gone::class,
                422 => KeyReused::class,
                429 => RateLimited::class,
                default => $status >= 500 ? Unavailable::class : self::class,
            },
        };
        return new $kind($status, $code, $message, ...$facts);
    }
}

/** 400: `details` has every field that is wrong; of a token's `invalid_scope` it is empty. */
class ValidationError extends TrefoilError {}
/** 401: the client id or secret is wrong, or was revoked. */
class Unauthorized extends TrefoilError {}
/** 402: the tenant's wallet is empty. Never show it to a consumer. */
class InsufficientFunds extends TrefoilError {}
/** 403: the message says whether a scope is missing or the tenant is out of reach: another's, none or disabled, which are not told apart. */
class Forbidden extends TrefoilError {}
/** 404: no such report, challenge, endpoint of this tenant. */
class NotFound extends TrefoilError {}
/** 409: it does not go with the present state. */
class Conflict extends TrefoilError {}
/** 409 `request-in-progress`: the first try is still at work after the timeout. Ask again with the same `idempotencyKey`. */
class OutcomeUnknown extends TrefoilError {}
/** 410: no right code came in time. A new generate is needed. */
class ChallengeExpired extends TrefoilError {}
/** 410: the report was deleted when its time was over, or on request. */
class Gone extends TrefoilError {}
/** 422: this idempotency key was sent before with another body. A new request needs a new key. */
class KeyReused extends TrefoilError {}
/** 429 `rate-limited`, of the token endpoint `temporarily_unavailable`: too many requests; `retryAfter` says when to send the next. */
class RateLimited extends TrefoilError {}
/** 429 `no-sends-left`: no more texts for this challenge, because all were sent (the last code still works) or no gateway took them: `help` says which. */
class NoSendsLeft extends RateLimited {}
/** 5xx, after the retries. Whether the work was done is unknown: try later with the same `idempotencyKey`. */
class Unavailable extends TrefoilError {}
/** No answer, after the retries. Whether the work was done is unknown: try later with the same `idempotencyKey`. */
class ConnectionFailed extends TrefoilError {}
/** The signature does not fit, is too old, or what was given is not what arrived. Answer 401 and do nothing. */
class WebhookRefused extends \RuntimeException {}

/** One exchange; a test puts its own in place. */
class Transport
{
    private ?\CurlHandle $curl = null;

    /**
     * @param array<string, string> $headers
     * @return array{int, array<string, string>, string}|string Status, headers in small letters, body; where no answer came, or not all of
     *   it, `no-answer` or `timeout`.
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): array|string
    {
        if (!function_exists('curl_init')) {
            throw new \RuntimeException('Trefoil.php needs the curl extension of PHP (Debian: php-curl).');
        }
        // One handle: a GET uses the connection again.
        $curl = $this->curl ??= curl_init();
        curl_reset($curl);
        $got = [];
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            // What breaks on a connection that is used again, libcurl sends again by itself: a POST would be sent twice and told of once.
            CURLOPT_FRESH_CONNECT => $method !== 'GET',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$got): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $got = [];
                }
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $got[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($curl);
        if (is_string($text)) {
            return [(int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $got, $text];
        }
        return curl_errno($curl) === CURLE_OPERATION_TIMEDOUT ? 'timeout' : 'no-answer';
    }

    public function now(): float
    {
        return microtime(true);
    }

    public function sleep(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    public function chance(): float
    {
        return random_int(0, 1_000_000) / 1_000_000;
    }
}

abstract class Core
{
    public const VERSION = '0.1.0';
    private const FIRST_PAUSE = 0.5;
    private const PAUSE_MAX = 8.0;
    private const ASKED_MAX = 20;
    private const RENEW_AT = 0.8;
    private const AGENT = 'trefoil-php/' . self::VERSION;

    protected string $tenant;
    private string $base;
    private string $basic;
    private string $tokenName;
    /** @var array{token: string, renewAt: float, endsAt: float}|null */
    private ?array $token = null;

    /**
     * Without an address and a credential they are those of the environment: TREFOIL_URL, TREFOIL_TENANT, TREFOIL_CLIENT_ID,
     * TREFOIL_CLIENT_SECRET.
     *
     * @param ?object $cache Keeps the token for the next request of your site: any cache with `get` and `set` of PSR-16. Without one, each
     *   client asks for its own.
     * @param ?\Closure(array{operation: string, method: string, attempt: int, status: int, code: ?string, ms: float, requestId: ?string, idempotencyKey: ?string, headers: array<string, string>}): void $onTry
     *   Called after each try, for your log: it is given no body and nothing personal. `operation` is the `operationId`, or `token`; `status` is 0
     *   where no answer came.
     */
    public function __construct(
        ?string $baseUrl = null,
        ?string $tenantId = null,
        ?string $clientId = null,
        #[\SensitiveParameter] ?string $clientSecret = null,
        private ?string $scope = null,
        private float $timeout = 30.0,
        private int $maxRetries = 2,
        private ?object $cache = null,
        private ?\Closure $onTry = null,
        private Transport $transport = new Transport(),
    ) {
        $given = ['baseUrl' => $baseUrl, 'tenantId' => $tenantId, 'clientId' => $clientId, 'clientSecret' => $clientSecret];
        // Only where none is given: a secret must not go to the address of another.
        if (array_filter($given, fn ($value) => $value !== null) === []) {
            $names = ['TREFOIL_URL', 'TREFOIL_TENANT', 'TREFOIL_CLIENT_ID', 'TREFOIL_CLIENT_SECRET'];
            $given = array_combine($names, array_map(fn ($name) => $_ENV[$name] ?? getenv($name), $names));
        }
        foreach ($given as $name => $value) {
            if ((string) $value === '') {
                throw new \InvalidArgumentException("Trefoil needs $name: is its setting there?");
            }
        }
        [$baseUrl, $tenantId, $clientId, $clientSecret] = array_values($given);
        // Seen at once, not after the retries.
        $parts = parse_url($baseUrl) ?: [];
        $isWeb = in_array($parts['scheme'] ?? '', ['http', 'https'], true) && ($parts['host'] ?? '') !== '';
        if (!$isWeb || isset($parts['query']) || isset($parts['fragment'])) {
            throw new \InvalidArgumentException('baseUrl must be the address of the service, such as https://reports.example.invalid.');
        }
        $this->base = rtrim($baseUrl, '/');
        $this->tenant = rawurlencode($tenantId);
        $this->basic = base64_encode(rawurlencode($clientId) . ':' . rawurlencode($clientSecret));
        $this->tokenName = 'trefoil_' . substr(hash('sha256', json_encode([$this->base, $this->basic, $scope])), 0, 40);
    }

    /** No secret in a dump of the client. */
    public function __debugInfo(): array
    {
        return ['base' => $this->base, 'tenant' => $this->tenant];
    }

    /**
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     */
    protected function call(
        string $operation,
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        bool $keyed = false,
        ?string $idempotencyKey = null,
        string $accept = 'application/json',
    ): mixed {
        $asked = array_map(self::text(...), array_filter($query, fn ($value) => $value !== null));
        $url = $this->base . $path . ($asked ? '?' . http_build_query($asked, '', '&', PHP_QUERY_RFC3986) : '');
        // Made here, before the first try, and never again.
        $key = $keyed ? ($idempotencyKey ?? self::uuid()) : null;
        $headers = ['accept' => $accept, 'user-agent' => self::AGENT];
        if ($key !== null) {
            $headers['idempotency-key'] = $key;
        }
        $data = null;
        if ($body !== null) {
            $headers['content-type'] = 'application/json';
            // An empty array is an empty list to PHP; a body is an object.
            $data = $body === [] ? '{}' : json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        }
        $isOpen = false;
        for ($isFresh = false; ; $isFresh = true) {
            $token = null;
            try {
                $token = $this->currentToken($isFresh);
                $authorised = [...$headers, 'authorization' => "Bearer $token"];
                return $this->repeat($operation, $method, $url, $authorised, $data, $method !== 'POST' || $key !== null, $isOpen);
            } catch (TrefoilError $error) {
                $error->idempotencyKey = $key;
                $error->isRead = $method === 'GET';
                if ($token === null) { // It is no answer to the call.
                    [$error->isApart, $error->isOpen] = [true, $isOpen];
                }
                $isOpen = $error->outcomeUnknown();
                // A secret or a signing key was rotated: one fresh token settles it, or nothing does.
                if ($error->status !== 401 || $token === null || $isFresh) {
                    throw $error;
                }
            }
        }
    }

    private function currentToken(bool $isFresh): string
    {
        $now = $this->transport->now();
        $known = $isFresh ? null : ($this->token ?? $this->cache?->get($this->tokenName));
        if ($known !== null && $now < $known['renewAt']) {
            return $known['token'];
        }
        $form = ['grant_type' => 'client_credentials', ...($this->scope === null ? [] : ['scope' => $this->scope])];
        $headers = [
            'authorization' => "Basic $this->basic",
            'content-type' => 'application/x-www-form-urlencoded',
            'accept' => 'application/json',
            'user-agent' => self::AGENT,
        ];
        try {
            $answer = $this->repeat('token', 'POST', "$this->base/v1/oauth/token", $headers, http_build_query($form), true);
        } catch (ConnectionFailed $failure) {
            if ($known !== null && $this->transport->now() < $known['endsAt']) {
                return $known['token'];
            }
            throw $failure;
        }
        $life = $answer['expires_in'];
        $this->token = ['token' => $answer['access_token'], 'renewAt' => $now + $life * self::RENEW_AT, 'endsAt' => $now + $life];
        $this->cache?->set($this->tokenName, $this->token, $life);
        return $this->token['token'];
    }

    /** @param array<string, string> $headers */
    private function repeat(
        string $operation,
        string $method,
        string $url,
        array $headers,
        ?string $data,
        bool $repeatable,
        bool $isOpen = false,
    ): mixed {
        [$retries, $since] = [0, null];
        for ($count = 1; ; $count++) {
            $begun = $this->transport->now();
            $told = ['operation' => $operation, 'method' => $method, 'attempt' => $count, 'idempotencyKey' => $headers['idempotency-key'] ?? null];
            try {
                [$answer, $status, $got] = $this->attempt($method, $url, $headers, $data);
                $this->tell([...$told, 'status' => $status, 'code' => null, 'requestId' => $got['x-request-id'] ?? null, 'headers' => $got], $begun);
                return $answer;
            } catch (TrefoilError $failure) {
                $this->tell([...$told, 'status' => $failure->status, 'code' => $failure->errorCode,
                    'requestId' => $failure->requestId, 'headers' => $failure->headers], $begun);
                $failure->isOpen = $isOpen;
                $isOpen = $failure->outcomeUnknown();
                $now = $this->transport->now();
                $isInProgress = $failure->errorCode === 'request-in-progress';
                $since ??= $isInProgress ? $now : null;
                $pause = $this->pauseBefore($failure, $retries, $repeatable, $since === null ? 0.0 : $now - $since);
                if ($pause === null) {
                    throw $failure;
                }
                $retries += $isInProgress ? 0 : 1;
                $this->transport->sleep($pause);
            }
        }
    }

    /** @param array<string, mixed> $try */
    private function tell(array $try, float $begun): void
    {
        if ($this->onTry !== null) {
            ($this->onTry)([...$try, 'ms' => ($this->transport->now() - $begun) * 1000]);
        }
    }

    /** Seconds until the next try; null when there is none. packages/retry-cases.json has the cases. */
    private function pauseBefore(TrefoilError $failure, int $retries, bool $repeatable, float $inProgress): ?float
    {
        $asked = $failure->retryAfter;
        // Our own first try is at work: its answer is what we want, so this is no failure and no retry.
        if ($failure->errorCode === 'request-in-progress') {
            $pause = $asked ?? 1.0;
            return $inProgress + $pause <= $this->timeout ? $pause : null;
        }
        if ($retries >= $this->maxRetries) {
            return null;
        }
        // Full jitter: clients that failed together must not come back together.
        $own = $this->transport->chance() * min(self::FIRST_PAUSE * 2 ** $retries, self::PAUSE_MAX);
        if ($failure->status === 429 && !$failure->retryable()) {
            return null; // Waiting does not help: no texts left, for one.
        }
        if ($failure->status === 429 || ($failure->status === 503 && $repeatable && $asked !== null)) {
            return $asked === null || $asked > self::ASKED_MAX ? null : max($asked, $own);
        }
        return $repeatable && ($failure->status === 0 || $failure->status >= 500) ? $own : null;
    }

    /**
     * @param array<string, string> $headers
     * @return array{mixed, int, array<string, string>}
     */
    private function attempt(string $method, string $url, array $headers, ?string $data): array
    {
        $answer = $this->transport->send($method, $url, $headers, $data, $this->timeout);
        if (is_string($answer)) {
            throw $this->noAnswer($answer);
        }
        [$status, $got, $text] = $answer;
        $read = json_decode($text, true);
        if ($status >= 200 && $status < 300) {
            if ($headers['accept'] !== 'application/json') {
                return [$text, $status, $got];
            }
            // What was read is left out of the error: it may be about a person.
            return $text === '' || is_array($read) ? [$read, $status, $got] : throw $this->noAnswer();
        }
        $read = is_array($read) ? $read : [];
        $asked = $got['retry-after'] ?? '';
        // A proxy on the way may answer in a form of its own.
        $words = array_filter($read, is_string(...));
        throw TrefoilError::of(
            $status,
            $words['code'] ?? $words['error'] ?? 'unknown',
            $words['message'] ?? $words['error_description'] ?? "The service answered $status.",
            requestId: $got['x-request-id'] ?? null,
            help: $words['help'] ?? null,
            retryAfter: ctype_digit($asked) ? (float) $asked : null,
            details: is_array($read['details'] ?? null) ? $read['details'] : [],
            headers: $got,
        );
    }

    private function noAnswer(string $code = 'no-answer'): TrefoilError
    {
        $port = parse_url($this->base, PHP_URL_PORT);
        $host = parse_url($this->base, PHP_URL_HOST) . ($port === null ? '' : ":$port");
        $said = $code === 'timeout' ? "did not answer within $this->timeout seconds." : 'could not be reached, or its answer broke off.';
        return TrefoilError::of(0, $code, "The service at $host $said");
    }

    private static function text(mixed $value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}

/** Webhooks: what came to your endpoint is checked, and what your tests send to it is signed. */
final class Webhook
{
    /**
     * Checks the signature of a request that came to your endpoint, and answers its event, with its `id`.
     *
     * @param string $rawBody As it arrived: `file_get_contents('php://input')`.
     * @param array<string, mixed> $headers `getallheaders()`, `$_SERVER`, or the headers of your framework.
     * @param string|list<string> $secrets
     * @return array<string, mixed>
     */
    public static function verify(string $rawBody, array $headers, #[\SensitiveParameter] string|array $secrets, ?int $now = null): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $value = is_array($value) ? ($value[0] ?? null) : $value;
            if (is_string($value)) {
                $given[strtolower(strtr(preg_replace('/^HTTP_/', '', (string) $name), '_', '-'))] = $value;
            }
        }
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (($given[$name] ?? '') === '') {
                throw new WebhookRefused("The header $name is missing: it is no webhook of the service, or something on the way dropped it.");
            }
        }
        $sent = $given['webhook-timestamp'];
        if (preg_match('/\A[0-9]{1,12}\z/', $sent) !== 1 || abs(($now ?? time()) - (int) $sent) > 300) {
            throw new WebhookRefused('The webhook is too old or from the future: compare the clocks.');
        }
        $id = $given['webhook-id'];
        foreach ((array) $secrets as $secret) {
            $wanted = self::signature($id, $sent, $rawBody, $secret);
            foreach (explode(' ', $given['webhook-signature']) as $one) {
                if (hash_equals($wanted, $one)) {
                    return [...self::event($rawBody), 'id' => $id];
                }
            }
        }
        throw new WebhookRefused('No signature fits: it is another secret, or the body was changed on its way.');
    }

    /**
     * The headers of a delivery, signed as the service signs it: to test your receiver without the service.
     *
     * @return array<string, string>
     */
    public static function sign(string $rawBody, #[\SensitiveParameter] string $secret, ?string $id = null, ?int $now = null): array
    {
        $id ??= bin2hex(random_bytes(16));
        $moment = (string) ($now ?? time());
        return [
            'webhook-id' => $id,
            'webhook-timestamp' => $moment,
            'webhook-signature' => self::signature($id, $moment, $rawBody, $secret),
        ];
    }

    private static function signature(string $id, string $moment, string $body, #[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(preg_replace('/\Awhsec_/', '', $secret), true);
        if ($key === false || $key === '') { // Anybody could sign with an empty one.
            throw new WebhookRefused('The secret is empty or not in base64: it begins with whsec_.');
        }
        return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$moment.$body", $key, true));
    }

    /** @return array<string, mixed> */
    private static function event(string $body): array
    {
        if (!json_decode($body) instanceof \stdClass) {
            throw new WebhookRefused('The body is signed and is no event: a JSON object is expected.');
        }
        return json_decode($body, true);
    }
}

// --- Generated from docs/openapi.json by scripts/php-types.ts: npm run sdk. Do not edit from here to the end mark.
abstract class Operations extends Core
{
    public const HELP = [
        'validation-error' => 'Fix each field listed in details.',
        'unauthorized' => 'Get a new one at POST /v1/oauth/token.',
        'insufficient-funds' => 'Top the wallet up, then send the request again; the same Idempotency-Key may be used.',
        'forbidden' => 'The message says what is missing: a scope, a role, the right tenant or a proof.',
        'not-found' => 'Compare with /openapi.json.',
        'credit-report-not-found' => 'Use data.creditReportId of the generate answer, with the same tenant.',
        'challenge-not-found' => 'Use data.challenge.challengeId of the same generate answer.',
        'method-not-allowed' => 'Use one of the methods in Allow.',
        'conflict' => 'Read the thing again, then decide.',
        'request-in-progress' => 'Wait and send it once more: you get the first one\'s answer.',
        'challenge-already-completed' => 'Read the report with GET /{tenantId}/v1/credit-reports/{creditReportId}.',
        'challenge-closed' => 'It was passed: read the report. It failed, after three wrong codes for one: send a new generate request.',
        'credit-report-not-complete' => 'Submit the code if it waits for one; otherwise send a new generate request.',
        'challenge-expired' => 'Send a new generate request.',
        'credit-report-purged' => 'Send a new generate request if a report is still needed.',
        'payload-too-large' => 'Send less: the message names the limit of the address.',
        'unsupported-media-type' => 'Send Content-Type: application/json; another charset than UTF-8 is not taken, nor a Content-Encoding.',
        'idempotency-key-reused' => 'Use a new key for a new request, and the same caller with the very same body for a repeat.',
        'rate-limited' => 'Wait for Retry-After.',
        'no-sends-left' => 'Submit the code that was sent last, or send a new generate request.',
        'internal-error' => 'Send the request again with the same Idempotency-Key, and give the operator the X-Request-Id.',
        'service-unavailable' => 'Wait and send the request again, with the same Idempotency-Key if it had one.',
        'invalid_client' => 'Compare the client id and the secret: the secret may have been rotated, the credential revoked or the tenant disabled.',
        'invalid_scope' => 'Ask for scopes that the credential has, or leave scope out.',
        'temporarily_unavailable' => 'Wait for Retry-After.',
        'no-answer' => 'Compare the address of the service with your setting, then send the request again with the same Idempotency-Key.',
        'aborted' => 'Send the request again with the same Idempotency-Key, where its outcome is unknown.',
        'timeout' => 'Send the request again with the same Idempotency-Key: the work may have been done.',
    ];
    public const HELP_BY_MESSAGE = [
        ['challenge-closed', 'device could not be verified', 'Load the fingerprint script on the consumer\'s page, and send a new generate request with its session id.'],
        ['no-sends-left', 'No gateway took', 'Check the mobile number, then send a new generate request.'],
        ['forbidden', 'access to this tenant', 'Use the tenant of the credential (GET /v1/my/tenants); if it is that one, ask the operator whether it is disabled.'],
        ['forbidden', 'the access token does not carry', 'Ask for the scope when getting the token, or leave scope out to get all that the credential has.'],
        ['forbidden', 'for test mode only', 'Set test to true, or use a credential that an owner or an admin made for live reports.'],
    ];

    /**
     * Generate a credit report.
     *
     * @param array{sessionId: string, bureaus: list<'equifax'|'experian'|'transunion'>, ipAddress: string, searchType: 'pcp', firstName: string, lastName: string, dateOfBirth: string, addresses: list<array{type?: string, ukAddress: array{subBuildingName?: string, buildingName?: string, buildingNumber?: string, thoroughfare?: string, district?: string, townOrCity: string, county?: string, country?: string, postcode: string}}>, previousNames?: list<array{firstName?: string, middleName?: string, lastName: string}>, title?: string, middleName?: string, gender?: 'M'|'F', mobileNumber?: string, email?: string, externalReference?: string, test?: bool, challengeOptions?: array{status: 'challenge'|'allow'|'block'}, testOptions?: array{bureaus?: array{equifax?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout', experian?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout', transunion?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout'}, bureauDelayMs?: array{equifax?: int, experian?: int, transunion?: int}, sms?: 'accepted'|'refused'|'refused-first'|'unknown'|'undelivered'|'delivered'|'no-receipt', delayMs?: int, on?: array{resendSms?: 'insufficient-funds'|'rate-limited'|'internal-error'|'service-unavailable'|'hang', read?: 'rate-limited'|'internal-error'|'service-unavailable'|'hang', forMs?: int}, walletBalance?: int, clock?: string}} $body
     * @return array<string, mixed>
     */
    public function generateReport(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('generateReport', 'POST', '/' . $this->tenant . '/v1/credit-reports', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * List credit reports.
     * @return array<string, mixed>
     */
    public function listReports(?int $pageSize = null, ?string $pageToken = null, ?string $status = null, ?bool $test = null, ?string $externalReference = null, ?string $referenceStart = null, ?string $sort = null, ?bool $count = null, ?bool $details = null, ?string $createdFrom = null, ?string $createdTo = null, ?string $bureau = null, ?string $bureauAnswer = null): array
    {
        return $this->call('listReports', 'GET', '/' . $this->tenant . '/v1/credit-reports', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'status' => $status, 'test' => $test, 'externalReference' => $externalReference, 'referenceStart' => $referenceStart, 'sort' => $sort, 'count' => $count, 'details' => $details, 'createdFrom' => $createdFrom, 'createdTo' => $createdTo, 'bureau' => $bureau, 'bureauAnswer' => $bureauAnswer]);
    }

    /**
     * Submit the security code.
     *
     * @param array{challengeId: string, code: string} $body
     * @return array<string, mixed>
     */
    public function submitOtp(string $creditReportId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('submitOtp', 'POST', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/otp-challenge', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Send a new code.
     *
     * @param array{challengeId: string} $body
     * @return array<string, mixed>
     */
    public function resendSms(string $creditReportId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('resendSms', 'POST', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/resend-sms', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Read a credit report back.
     * @return array<string, mixed>
     */
    public function readReport(string $creditReportId, ?string $reason = null, ?string $include = null): array
    {
        return $this->call('readReport', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId), query: ['reason' => $reason, 'include' => $include]);
    }

    /**
     * The motor-finance agreements of a credit report.
     * @return array<string, mixed>
     */
    public function readAgreements(string $creditReportId, ?string $reason = null, ?string $kind = null): array
    {
        return $this->call('readAgreements', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/agreements', query: ['reason' => $reason, 'kind' => $kind]);
    }

    /**
     * Figures worked out from a credit report.
     * @return array<string, mixed>
     */
    public function readAttributes(string $creditReportId, ?string $reason = null, ?string $asOf = null, ?int $incomePence = null): array
    {
        return $this->call('readAttributes', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/attributes', query: ['reason' => $reason, 'asOf' => $asOf, 'incomePence' => $incomePence]);
    }

    /**
     * What changed since an earlier credit report.
     * @return array<string, mixed>
     */
    public function readChanges(string $creditReportId, string $since, ?string $reason = null): array
    {
        return $this->call('readChanges', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/changes', query: ['reason' => $reason, 'since' => $since]);
    }

    /**
     * The evidence pack of a credit report.
     */
    public function readEvidence(string $creditReportId, ?string $reason = null): string
    {
        return $this->call('readEvidence', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/evidence', query: ['reason' => $reason], accept: 'application/zip');
    }

    /**
     * Create a link to the hosted page.
     *
     * @param array{bureaus: list<'equifax'|'experian'|'transunion'>, searchType: 'pcp', consentTextId: string, externalReference?: string, prefill?: array{title?: string, firstName?: string, middleName?: string, lastName?: string, dateOfBirth?: string, gender?: 'M'|'F', email?: string, mobileNumber?: string, addresses?: list<array{type?: string, ukAddress: array{subBuildingName?: string, buildingName?: string, buildingNumber?: string, thoroughfare?: string, district?: string, townOrCity: string, county?: string, country?: string, postcode: string}}>, previousNames?: list<array{firstName?: string, middleName?: string, lastName: string}>}, returnUrl?: string, embedOrigins?: list<string>, lifetimeHours?: int, showReport?: bool, consumerMayChange?: list<'firstName'|'lastName'|'dateOfBirth'|'mobileNumber'|'addresses'|'previousNames'>, showReportIfChanged?: bool, test?: bool, challengeOptions?: array{status: 'challenge'|'allow'|'block'}, testOptions?: array{bureaus?: array{equifax?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout', experian?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout', transunion?: 'no-trace'|'ambiguous-address'|'rejected-credentials'|'rejected-request'|'unavailable'|'timeout'}, bureauDelayMs?: array{equifax?: int, experian?: int, transunion?: int}, sms?: 'accepted'|'refused'|'refused-first'|'unknown'|'undelivered'|'delivered'|'no-receipt', delayMs?: int, on?: array{resendSms?: 'insufficient-funds'|'rate-limited'|'internal-error'|'service-unavailable'|'hang', read?: 'rate-limited'|'internal-error'|'service-unavailable'|'hang', forMs?: int}, walletBalance?: int, clock?: string}} $body
     * @return array<string, mixed>
     */
    public function createConsumerSession(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('createConsumerSession', 'POST', '/' . $this->tenant . '/v1/consumer-sessions', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * List consumer sessions.
     * @return array<string, mixed>
     */
    public function listConsumerSessions(?int $pageSize = null, ?string $pageToken = null, ?string $status = null, ?bool $test = null, ?string $externalReference = null, ?string $createdFrom = null, ?string $createdTo = null): array
    {
        return $this->call('listConsumerSessions', 'GET', '/' . $this->tenant . '/v1/consumer-sessions', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'status' => $status, 'test' => $test, 'externalReference' => $externalReference, 'createdFrom' => $createdFrom, 'createdTo' => $createdTo]);
    }

    /**
     * Make a new link for a report that failed.
     *
     * @param array{consentTextId?: string, mobileNumber?: string} $body
     * @return array<string, mixed>
     */
    public function renewLink(string $creditReportId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('renewLink', 'POST', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/new-link', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Read a consumer session.
     * @return array<string, mixed>
     */
    public function readConsumerSession(string $consumerSessionId): array
    {
        return $this->call('readConsumerSession', 'GET', '/' . $this->tenant . '/v1/consumer-sessions/' . rawurlencode($consumerSessionId));
    }

    /**
     * Send a link by text or e-mail.
     *
     * @param array{by: 'sms'|'email', mobileNumber?: string, email?: string} $body
     * @return array<string, mixed>
     */
    public function sendConsumerSession(string $consumerSessionId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('sendConsumerSession', 'POST', '/' . $this->tenant . '/v1/consumer-sessions/' . rawurlencode($consumerSessionId) . '/send', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Cancel a consumer session.
     * @return array<string, mixed>
     */
    public function cancelConsumerSession(string $consumerSessionId): array
    {
        return $this->call('cancelConsumerSession', 'POST', '/' . $this->tenant . '/v1/consumer-sessions/' . rawurlencode($consumerSessionId) . '/cancel');
    }

    /**
     * List complaints and erasure requests.
     * @return array<string, mixed>
     */
    public function listConsumerRequests(?int $pageSize = null, ?string $pageToken = null, ?string $status = null, ?string $kind = null, ?string $number = null, ?bool $test = null): array
    {
        return $this->call('listConsumerRequests', 'GET', '/' . $this->tenant . '/v1/consumer-requests', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'status' => $status, 'kind' => $kind, 'number' => $number, 'test' => $test]);
    }

    /**
     * Read a complaint or an erasure request.
     * @return array<string, mixed>
     */
    public function readConsumerRequest(string $consumerRequestId): array
    {
        return $this->call('readConsumerRequest', 'GET', '/' . $this->tenant . '/v1/consumer-requests/' . rawurlencode($consumerRequestId));
    }

    /**
     * Close a complaint or an erasure request.
     *
     * @param array{outcome: 'accepted'|'rejected'} $body
     * @return array<string, mixed>
     */
    public function closeConsumerRequest(string $consumerRequestId, array $body): array
    {
        return $this->call('closeConsumerRequest', 'POST', '/' . $this->tenant . '/v1/consumer-requests/' . rawurlencode($consumerRequestId) . '/close', body: $body);
    }

    /**
     * List consent texts.
     * @return array<string, mixed>
     */
    public function listConsentTexts(): array
    {
        return $this->call('listConsentTexts', 'GET', '/' . $this->tenant . '/v1/consent-texts');
    }

    /**
     * Begin a consent text.
     *
     * @param array{name: string, locale?: 'en-GB'|'cy', body?: string} $body
     * @return array<string, mixed>
     */
    public function createConsentText(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('createConsentText', 'POST', '/' . $this->tenant . '/v1/consent-texts', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Read a consent text with its versions.
     * @return array<string, mixed>
     */
    public function readConsentText(string $consentTextId): array
    {
        return $this->call('readConsentText', 'GET', '/' . $this->tenant . '/v1/consent-texts/' . rawurlencode($consentTextId));
    }

    /**
     * Change the draft of a consent text.
     *
     * @param array{name?: string, locale?: 'en-GB'|'cy', body?: string} $body
     * @return array<string, mixed>
     */
    public function changeConsentText(string $consentTextId, array $body): array
    {
        return $this->call('changeConsentText', 'PATCH', '/' . $this->tenant . '/v1/consent-texts/' . rawurlencode($consentTextId), body: $body);
    }

    /**
     * Publish the draft as the next version.
     * @return array<string, mixed>
     */
    public function publishConsentText(string $consentTextId): array
    {
        return $this->call('publishConsentText', 'POST', '/' . $this->tenant . '/v1/consent-texts/' . rawurlencode($consentTextId) . '/publish');
    }

    /**
     * How the hosted pages look.
     * @return array<string, mixed>
     */
    public function readBranding(): array
    {
        return $this->call('readBranding', 'GET', '/' . $this->tenant . '/v1/branding');
    }

    /**
     * Change how the hosted pages look.
     *
     * @param array{name?: string, contact?: string, regulatedAs?: string, fcaNumber?: string, privacyUrl?: string, colour?: string|null, logo?: string|null} $body
     * @return array<string, mixed>
     */
    public function changeBranding(array $body): array
    {
        return $this->call('changeBranding', 'PATCH', '/' . $this->tenant . '/v1/branding', body: $body);
    }

    /**
     * Make a test clock.
     *
     * @param array{at?: string} $body
     * @return array<string, mixed>
     */
    public function createTestClock(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('createTestClock', 'POST', '/' . $this->tenant . '/v1/test-clocks', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * List test clocks.
     * @return array<string, mixed>
     */
    public function listTestClocks(): array
    {
        return $this->call('listTestClocks', 'GET', '/' . $this->tenant . '/v1/test-clocks');
    }

    /**
     * Read a test clock.
     * @return array<string, mixed>
     */
    public function readTestClock(string $clockId): array
    {
        return $this->call('readTestClock', 'GET', '/' . $this->tenant . '/v1/test-clocks/' . rawurlencode($clockId));
    }

    /**
     * Delete a test clock.
     */
    public function deleteTestClock(string $clockId): void
    {
        $this->call('deleteTestClock', 'DELETE', '/' . $this->tenant . '/v1/test-clocks/' . rawurlencode($clockId));
    }

    /**
     * Move a test clock on.
     *
     * @param array{by: string} $body
     * @return array<string, mixed>
     */
    public function advanceTestClock(string $clockId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('advanceTestClock', 'POST', '/' . $this->tenant . '/v1/test-clocks/' . rawurlencode($clockId) . '/advance', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * The tenant's own lenders.
     * @return array<string, mixed>
     */
    public function listLenders(): array
    {
        return $this->call('listLenders', 'GET', '/' . $this->tenant . '/v1/lenders');
    }

    /**
     * Replace the tenant's own lenders.
     *
     * @param array{csv: string} $body
     * @return array<string, mixed>
     */
    public function putLenders(array $body): array
    {
        return $this->call('putLenders', 'PUT', '/' . $this->tenant . '/v1/lenders', body: $body);
    }

    /**
     * Remove the tenant's own lenders.
     */
    public function deleteLenders(): void
    {
        $this->call('deleteLenders', 'DELETE', '/' . $this->tenant . '/v1/lenders');
    }

    /**
     * The tenant and its balance.
     * @return array<string, mixed>
     */
    public function readTenant(): array
    {
        return $this->call('readTenant', 'GET', '/' . $this->tenant . '/v1');
    }

    /**
     * Products and prices.
     * @return array<string, mixed>
     */
    public function listProducts(): array
    {
        return $this->call('listProducts', 'GET', '/' . $this->tenant . '/v1/products');
    }

    /**
     * What a request would cost.
     *
     * @param array{bureaus: list<'equifax'|'experian'|'transunion'>, smsCount?: int, test?: bool} $body
     * @return array<string, mixed>
     */
    public function resolvePrice(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('resolvePrice', 'POST', '/' . $this->tenant . '/v1/products/resolve-price', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * The statement, line by line.
     * @return array<string, mixed>
     */
    public function listTransactions(?int $pageSize = null, ?string $pageToken = null, ?string $kind = null, ?string $reportId = null, ?string $dateFrom = null, ?string $dateTo = null): array
    {
        return $this->call('listTransactions', 'GET', '/' . $this->tenant . '/v1/billing/transactions', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'kind' => $kind, 'reportId' => $reportId, 'dateFrom' => $dateFrom, 'dateTo' => $dateTo]);
    }

    /**
     * The statement, one item a report.
     * @return array<string, mixed>
     */
    public function listReportStatement(?int $pageSize = null, ?string $pageToken = null, ?string $dateFrom = null, ?string $dateTo = null): array
    {
        return $this->call('listReportStatement', 'GET', '/' . $this->tenant . '/v1/billing/reports', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'dateFrom' => $dateFrom, 'dateTo' => $dateTo]);
    }

    /**
     * Credits spent, by product.
     * @return array<string, mixed>
     */
    public function readCreditUsage(string $dateFrom, string $dateTo, ?string $timeZone = null): array
    {
        return $this->call('readCreditUsage', 'GET', '/' . $this->tenant . '/v1/billing/credit-usage', query: ['dateFrom' => $dateFrom, 'dateTo' => $dateTo, 'timeZone' => $timeZone]);
    }

    /**
     * The alerts of the tenant, and which have fired.
     * @return array<string, mixed>
     */
    public function listAlerts(): array
    {
        return $this->call('listAlerts', 'GET', '/' . $this->tenant . '/v1/alerts');
    }

    /**
     * Set the alerts of the tenant.
     *
     * @param array{low: list<int>, velocity?: int, undelivered?: int} $body
     * @return array<string, mixed>
     */
    public function setAlerts(array $body): array
    {
        return $this->call('setAlerts', 'PUT', '/' . $this->tenant . '/v1/alerts', body: $body);
    }

    /**
     * Whether tenants pay here, the rate of VAT, and the debt.
     * @return array<string, mixed>
     */
    public function readPaymentSettings(): array
    {
        return $this->call('readPaymentSettings', 'GET', '/' . $this->tenant . '/v1/payment-settings');
    }

    /**
     * Buy credits.
     *
     * @param array{credits: int, keepCard?: bool} $body
     * @return array<string, mixed>
     */
    public function makeTopUp(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('makeTopUp', 'POST', '/' . $this->tenant . '/v1/top-ups', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Pay the debt of the wallet.
     * @return array<string, mixed>
     */
    public function settleDebt(?string $idempotencyKey = null): array
    {
        return $this->call('settleDebt', 'POST', '/' . $this->tenant . '/v1/settlements', keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * The payments of the tenant.
     * @return array<string, mixed>
     */
    public function listPayments(?int $pageSize = null, ?string $pageToken = null): array
    {
        return $this->call('listPayments', 'GET', '/' . $this->tenant . '/v1/payments', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken]);
    }

    /**
     * One payment.
     * @return array<string, mixed>
     */
    public function readPayment(string $paymentId): array
    {
        return $this->call('readPayment', 'GET', '/' . $this->tenant . '/v1/payments/' . rawurlencode($paymentId));
    }

    /**
     * Ask the provider about a payment now.
     * @return array<string, mixed>
     */
    public function refreshPayment(string $paymentId, ?string $idempotencyKey = null): array
    {
        return $this->call('refreshPayment', 'POST', '/' . $this->tenant . '/v1/payments/' . rawurlencode($paymentId) . '/refresh', keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Pay in person what waits for it.
     * @return array<string, mixed>
     */
    public function resumePayment(string $paymentId, ?string $idempotencyKey = null): array
    {
        return $this->call('resumePayment', 'POST', '/' . $this->tenant . '/v1/payments/' . rawurlencode($paymentId) . '/resume', keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * The cards that are kept.
     * @return array<string, mixed>
     */
    public function listPaymentMethods(): array
    {
        return $this->call('listPaymentMethods', 'GET', '/' . $this->tenant . '/v1/payment-methods');
    }

    /**
     * Keep a card.
     * @return array<string, mixed>
     */
    public function addPaymentMethod(?string $idempotencyKey = null): array
    {
        return $this->call('addPaymentMethod', 'POST', '/' . $this->tenant . '/v1/payment-methods', keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Remove a card.
     */
    public function removePaymentMethod(string $paymentMethodId): void
    {
        $this->call('removePaymentMethod', 'DELETE', '/' . $this->tenant . '/v1/payment-methods/' . rawurlencode($paymentMethodId));
    }

    /**
     * What is charged by itself.
     * @return array<string, mixed>
     */
    public function readAutomaticTopUp(): array
    {
        return $this->call('readAutomaticTopUp', 'GET', '/' . $this->tenant . '/v1/automatic-top-up');
    }

    /**
     * Set what is charged by itself.
     *
     * @param array{isOn: bool, threshold: int, credits: int, paymentMethodId: string} $body
     * @return array<string, mixed>
     */
    public function setAutomaticTopUp(array $body): array
    {
        return $this->call('setAutomaticTopUp', 'PUT', '/' . $this->tenant . '/v1/automatic-top-up', body: $body);
    }

    /**
     * Whom invoices are made out to.
     * @return array<string, mixed>
     */
    public function readBillingDetails(): array
    {
        return $this->call('readBillingDetails', 'GET', '/' . $this->tenant . '/v1/billing-details');
    }

    /**
     * Set whom invoices are made out to.
     *
     * @param array{name: string, address: string, vatNumber?: string} $body
     * @return array<string, mixed>
     */
    public function setBillingDetails(array $body): array
    {
        return $this->call('setBillingDetails', 'PUT', '/' . $this->tenant . '/v1/billing-details', body: $body);
    }

    /**
     * Invoices and credit notes.
     * @return array<string, mixed>
     */
    public function listInvoices(?int $pageSize = null, ?string $pageToken = null): array
    {
        return $this->call('listInvoices', 'GET', '/' . $this->tenant . '/v1/invoices', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken]);
    }

    /**
     * One invoice, or as a PDF with Accept: application/pdf.
     * @return array<string, mixed>
     */
    public function readInvoice(string $invoiceId): array
    {
        return $this->call('readInvoice', 'GET', '/' . $this->tenant . '/v1/invoices/' . rawurlencode($invoiceId));
    }

    /**
     * The person behind the call.
     * @return array<string, mixed>
     */
    public function readProfile(): array
    {
        return $this->call('readProfile', 'GET', '/v1/my/profile');
    }

    /**
     * The caller's tenants.
     * @return array<string, mixed>
     */
    public function listMyTenants(?int $pageSize = null, ?string $pageToken = null): array
    {
        return $this->call('listMyTenants', 'GET', '/v1/my/tenants', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken]);
    }

    /**
     * Select the tenant to work in.
     *
     * @param array{tenantId: string} $body
     * @return array<string, mixed>
     */
    public function selectTenant(array $body): array
    {
        return $this->call('selectTenant', 'POST', '/v1/my/tenants/select', body: $body);
    }

    /**
     * What the caller may do on this tenant.
     * @return array<string, mixed>
     */
    public function readAccess(): array
    {
        return $this->call('readAccess', 'GET', '/' . $this->tenant . '/v1/access');
    }

    /**
     * Every call, the refused ones too, newest first.
     * @return array<string, mixed>
     */
    public function listRequests(?int $pageSize = null, ?string $pageToken = null, ?string $status = null, ?string $route = null, ?string $credentialId = null, ?string $code = null, ?string $reportId = null, ?bool $test = null, ?string $mode = null, ?string $dateFrom = null, ?string $dateTo = null): array
    {
        return $this->call('listRequests', 'GET', '/' . $this->tenant . '/v1/requests', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'status' => $status, 'route' => $route, 'credentialId' => $credentialId, 'code' => $code, 'reportId' => $reportId, 'test' => $test, 'mode' => $mode, 'dateFrom' => $dateFrom, 'dateTo' => $dateTo]);
    }

    /**
     * Refusals by code and route, with cause and mend.
     * @return array<string, mixed>
     */
    public function listRequestErrors(?string $dateFrom = null, ?string $dateTo = null): array
    {
        return $this->call('listRequestErrors', 'GET', '/' . $this->tenant . '/v1/requests/errors', query: ['dateFrom' => $dateFrom, 'dateTo' => $dateTo]);
    }

    /**
     * One call by its request id.
     * @return array<string, mixed>
     */
    public function readRequest(string $requestId): array
    {
        return $this->call('readRequest', 'GET', '/' . $this->tenant . '/v1/requests/' . rawurlencode($requestId));
    }

    /**
     * A generate request of test mode with its answer, to be sent again.
     * @return array<string, mixed>
     */
    public function readExchange(string $requestId): array
    {
        return $this->call('readExchange', 'GET', '/' . $this->tenant . '/v1/requests/' . rawurlencode($requestId) . '/exchange');
    }

    /**
     * What happened to a credit report, step by step.
     * @return array<string, mixed>
     */
    public function readTimeline(string $creditReportId): array
    {
        return $this->call('readTimeline', 'GET', '/' . $this->tenant . '/v1/credit-reports/' . rawurlencode($creditReportId) . '/timeline');
    }

    /**
     * Text messages: state, gateway, cost.
     * @return array<string, mixed>
     */
    public function listMessages(?int $pageSize = null, ?string $pageToken = null, ?string $state = null): array
    {
        return $this->call('listMessages', 'GET', '/' . $this->tenant . '/v1/messages', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'state' => $state]);
    }

    /**
     * What happened, from a position on.
     * @return array<string, mixed>
     */
    public function listEvents(?string $after = null, ?int $wait = null, ?string $types = null, ?bool $test = null, ?int $pageSize = null): array
    {
        return $this->call('listEvents', 'GET', '/' . $this->tenant . '/v1/events', query: ['after' => $after, 'wait' => $wait, 'types' => $types, 'test' => $test, 'pageSize' => $pageSize]);
    }

    /**
     * Make up an event of any type.
     *
     * @param array{type: 'report.completed'|'report.failed'|'report.blocked'|'report.erased'|'challenge.sent'|'challenge.retry'|'challenge.passed'|'challenge.failed'|'challenge.expired'|'sms.delivered'|'sms.undelivered'|'sms.failing'|'session.created'|'session.opened'|'session.consented'|'session.submitted'|'session.code'|'session.completed'|'session.failed'|'session.blocked'|'session.declined'|'session.withdrawn'|'session.request-received'|'session.expired'|'session.cancelled'|'wallet.low'|'wallet.depleted'|'wallet.recovered'|'wallet.velocity'|'payment.succeeded'|'payment.failed'|'top-up.needs-action'|'invoice.issued'|'card.expiring'|'credential.expiring'|'endpoint.failing'|'endpoint.disabled'|'ping', data?: array{}} $body
     * @return array<string, mixed>
     */
    public function triggerEvent(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('triggerEvent', 'POST', '/' . $this->tenant . '/v1/test-events', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * The webhook endpoints of the tenant.
     * @return array<string, mixed>
     */
    public function listWebhookEndpoints(): array
    {
        return $this->call('listWebhookEndpoints', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints');
    }

    /**
     * Register an endpoint.
     *
     * @param array{url: string, types?: list<'*'|'report.completed'|'report.failed'|'report.blocked'|'report.erased'|'challenge.sent'|'challenge.retry'|'challenge.passed'|'challenge.failed'|'challenge.expired'|'sms.delivered'|'sms.undelivered'|'sms.failing'|'session.created'|'session.opened'|'session.consented'|'session.submitted'|'session.code'|'session.completed'|'session.failed'|'session.blocked'|'session.declined'|'session.withdrawn'|'session.request-received'|'session.expired'|'session.cancelled'|'wallet.low'|'wallet.depleted'|'wallet.recovered'|'wallet.velocity'|'payment.succeeded'|'payment.failed'|'top-up.needs-action'|'invoice.issued'|'card.expiring'|'credential.expiring'|'endpoint.failing'|'endpoint.disabled'|'ping'>, mode: 'live'|'test', description?: string, ordered?: bool, ratePerSecond?: int, asymmetric?: bool} $body
     * @return array<string, mixed>
     */
    public function createWebhookEndpoint(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('createWebhookEndpoint', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * One endpoint.
     * @return array<string, mixed>
     */
    public function readWebhookEndpoint(string $endpointId): array
    {
        return $this->call('readWebhookEndpoint', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId));
    }

    /**
     * Change an endpoint.
     *
     * @param array{url?: string, types?: list<'*'|'report.completed'|'report.failed'|'report.blocked'|'report.erased'|'challenge.sent'|'challenge.retry'|'challenge.passed'|'challenge.failed'|'challenge.expired'|'sms.delivered'|'sms.undelivered'|'sms.failing'|'session.created'|'session.opened'|'session.consented'|'session.submitted'|'session.code'|'session.completed'|'session.failed'|'session.blocked'|'session.declined'|'session.withdrawn'|'session.request-received'|'session.expired'|'session.cancelled'|'wallet.low'|'wallet.depleted'|'wallet.recovered'|'wallet.velocity'|'payment.succeeded'|'payment.failed'|'top-up.needs-action'|'invoice.issued'|'card.expiring'|'credential.expiring'|'endpoint.failing'|'endpoint.disabled'|'ping'>, description?: string, ordered?: bool, ratePerSecond?: int} $body
     * @return array<string, mixed>
     */
    public function changeWebhookEndpoint(string $endpointId, array $body): array
    {
        return $this->call('changeWebhookEndpoint', 'PATCH', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId), body: $body);
    }

    /**
     * Delete an endpoint.
     */
    public function deleteWebhookEndpoint(string $endpointId): void
    {
        $this->call('deleteWebhookEndpoint', 'DELETE', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId));
    }

    /**
     * Give an endpoint a new secret.
     *
     * @param array{overlap: 'now'|'1h'|'24h'|'7d'} $body
     * @return array<string, mixed>
     */
    public function rotateWebhookEndpoint(string $endpointId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('rotateWebhookEndpoint', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/rotate', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Let the old secret sign for longer, or end it now.
     *
     * @param array{overlap: 'now'|'1h'|'24h'|'7d'} $body
     */
    public function setWebhookOverlap(string $endpointId, array $body): void
    {
        $this->call('setWebhookOverlap', 'PUT', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/overlap', body: $body);
    }

    /**
     * Send nothing to an endpoint until it is enabled.
     * @return array<string, mixed>
     */
    public function disableWebhookEndpoint(string $endpointId): array
    {
        return $this->call('disableWebhookEndpoint', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/disable');
    }

    /**
     * Enable an endpoint again, and say what becomes of what it missed.
     *
     * @param array{missed: 'send'|'skip'} $body
     * @return array<string, mixed>
     */
    public function enableWebhookEndpoint(string $endpointId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('enableWebhookEndpoint', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/enable', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * What an endpoint was sent.
     * @return array<string, mixed>
     */
    public function listDeliveries(string $endpointId, ?int $pageSize = null, ?string $pageToken = null, ?string $state = null, ?string $type = null, ?string $eventId = null, ?string $externalReference = null, ?string $dateFrom = null, ?string $dateTo = null): array
    {
        return $this->call('listDeliveries', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/deliveries', query: ['pageSize' => $pageSize, 'pageToken' => $pageToken, 'state' => $state, 'type' => $type, 'eventId' => $eventId, 'externalReference' => $externalReference, 'dateFrom' => $dateFrom, 'dateTo' => $dateTo]);
    }

    /**
     * One delivery with its body and its tries.
     * @return array<string, mixed>
     */
    public function readDelivery(string $endpointId, string $deliveryId): array
    {
        return $this->call('readDelivery', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/deliveries/' . rawurlencode($deliveryId));
    }

    /**
     * Deliveries by the hour.
     * @return array<string, mixed>
     */
    public function countDeliveries(string $endpointId, ?int $hours = null): array
    {
        return $this->call('countDeliveries', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/histogram', query: ['hours' => $hours]);
    }

    /**
     * Send one event again.
     *
     * @param array{eventId: string} $body
     * @return array<string, mixed>
     */
    public function replayEvent(string $endpointId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('replayEvent', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/replay', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Send a test event.
     * @return array<string, mixed>
     */
    public function sendTestEvent(string $endpointId, ?string $idempotencyKey = null): array
    {
        return $this->call('sendTestEvent', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/test', keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Count, or send again, what an endpoint missed in a period.
     *
     * @param array{since: string, until?: string, failedOnly?: bool, preview?: bool} $body
     * @return array<string, mixed>
     */
    public function recoverEvents(string $endpointId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('recoverEvents', 'POST', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/recover', body: $body, keyed: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * How far a recovery is.
     * @return array<string, mixed>
     */
    public function readRecovery(string $endpointId, string $recoveryId): array
    {
        return $this->call('readRecovery', 'GET', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/recoveries/' . rawurlencode($recoveryId));
    }

    /**
     * Cancel a recovery: what it has not sent yet is dropped.
     * @return array<string, mixed>
     */
    public function cancelRecovery(string $endpointId, string $recoveryId): array
    {
        return $this->call('cancelRecovery', 'DELETE', '/' . $this->tenant . '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/recoveries/' . rawurlencode($recoveryId));
    }

    /**
     * Balance, spending, reports and what needs attention.
     * @return array<string, mixed>
     */
    public function readOverview(): array
    {
        return $this->call('readOverview', 'GET', '/' . $this->tenant . '/v1/overview');
    }

    /**
     * What needs attention now.
     * @return array<string, mixed>
     */
    public function readAttention(): array
    {
        return $this->call('readAttention', 'GET', '/' . $this->tenant . '/v1/attention');
    }

    /**
     * Reports, texts, calls, latency and spending, by hour, day or month.
     * @return array<string, mixed>
     */
    public function readStats(?string $from = null, ?string $to = null, ?string $step = null, ?bool $test = null): array
    {
        return $this->call('readStats', 'GET', '/' . $this->tenant . '/v1/stats', query: ['from' => $from, 'to' => $to, 'step' => $step, 'test' => $test]);
    }

    /**
     * How each bureau answered, how fast, and what it cost.
     * @return array<string, mixed>
     */
    public function readBureaus(?string $period = null): array
    {
        return $this->call('readBureaus', 'GET', '/' . $this->tenant . '/v1/bureaus', query: ['period' => $period]);
    }

    /**
     * Find reports, calls and events by the beginning of a reference or an id.
     * @return array<string, mixed>
     */
    public function search(string $q, ?bool $test = null): array
    {
        return $this->call('search', 'GET', '/' . $this->tenant . '/v1/search', query: ['q' => $q, 'test' => $test]);
    }
}

// --- End of what is generated.

/** The service, by its operations. `pages` reads a list to its end, `csv` is one as CSV. */
final class Trefoil extends Operations
{
    /**
     * Every entry of a list: `foreach ($trefoil->pages($trefoil->listReports(...), status: 'complete') as $report)`.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function pages(callable $read, mixed ...$query): \Generator
    {
        $token = null;
        do {
            $answer = $read(...$query, pageToken: $token);
            $page = $answer['data'] ?? $answer;
            foreach ($page['items'] as $item) {
                yield $item;
            }
            $token = $page['token'];
        } while ($token !== null);
    }

    /**
     * All of a list within its filter, as one CSV file.
     *
     * @param 'credit-reports'|'billing/transactions'|'lenders' $kind
     */
    public function csv(string $kind, mixed ...$query): string
    {
        $operation = ['credit-reports' => 'listReports', 'billing/transactions' => 'listTransactions', 'lenders' => 'listLenders'][$kind] ?? $kind;
        return $this->call($operation, 'GET', "/$this->tenant/v1/$kind", query: $query, accept: 'text/csv');
    }

    /** A complete report as a PDF. */
    public function pdf(string $creditReportId, ?string $reason = null): string
    {
        $path = "/$this->tenant/v1/credit-reports/" . rawurlencode($creditReportId);
        return $this->call('readReport', 'GET', $path, query: ['reason' => $reason], accept: 'application/pdf');
    }
}
