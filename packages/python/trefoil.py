"""Client of the Trefoil credit-report service: one file, standard library only, Python 3.11 and later.

    from trefoil import Trefoil, InsufficientFunds

    trefoil = Trefoil("https://reports.example.invalid", tenant_id, client_id, client_secret)
    answer = trefoil.generate_report({"sessionId": session_id, "bureaus": ["equifax"], ...})
    match answer["data"]["status"]:
        case "complete": ...
        case "authentication-required": ...
        case "blocked" | "failed": ...

Every operation that a credential may call has a method. Those that make or move something get an idempotency key before the first try,
which every retry and the error carry: repeating a request never charges twice. Errors hold no personal data.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import hashlib
import hmac
import http.client
import json
import os
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import (Any, AsyncIterator, BinaryIO, Callable, Concatenate, Coroutine, Iterator, Literal, Mapping, NotRequired, ParamSpec,
                    TypedDict, TypeVar, Union, cast)

_P = ParamSpec("_P")
_T = TypeVar("_T")

_FIRST_PAUSE, _PAUSE_MAX, _ASKED_MAX, _RENEW_AT = 0.5, 8.0, 20, 0.8
__version__ = "0.1.0"
_AGENT = f"trefoil-python/{__version__}"


class TrefoilError(Exception):
    """A refusal of the service. Decide by `code`; `idempotency_key` repeats the request without paying twice."""

    def __init__(self, status: int, code: str, message: str, *, request_id: str | None = None, help: str | None = None,
                 idempotency_key: str | None = None, retry_after: float | None = None,
                 details: list[dict[str, str]] | None = None):
        super().__init__(f"{status or ''} {code}: {message}".lstrip())
        self.status, self.code, self.message = status, code, message
        self.request_id, self.idempotency_key, self.retry_after = request_id, idempotency_key, retry_after
        self.details = details or []
        self.help = help or _help(code, message, retry_after, self.details)
        self._is_read = self._is_open = self._is_apart = False
        self._headers: Mapping[str, str] = {}

    @property
    def retryable(self) -> bool:
        """The same request may succeed later: with the same `idempotency_key`, where there is one."""
        return self._is_cut_off or self.code in ("rate-limited", "temporarily_unavailable")

    @property
    def outcome_unknown(self) -> bool:
        """Whether the work was done, by this try or an earlier one, is not known. The same key and body get its answer, and never do it twice."""
        may_be_done = self._is_open and (self._is_apart or self._is_unheard)
        return not self._is_read and (may_be_done or (self._is_cut_off and not self._is_apart))

    @property
    def _is_unheard(self) -> bool:
        """Refused before the service looked at what is asked, or by a proxy: it does not say what became of an earlier try."""
        return self.status in (401, 403) or (self.status == 429 and self.code != "no-sends-left") or self.code == "unknown"

    @property
    def _is_cut_off(self) -> bool:
        return self.status == 0 or self.status >= 500 or self.code == "request-in-progress"


class ValidationError(TrefoilError):
    """400: `details` has every field that is wrong; of a token's `invalid_scope` it is empty."""
class Unauthorized(TrefoilError):
    """401: the client id or secret is wrong, or was revoked."""
class InsufficientFunds(TrefoilError):
    """402: the tenant's wallet is empty. Never show it to a consumer."""
class Forbidden(TrefoilError):
    """403: the message says whether a scope is missing or the tenant is out of reach: another's, none or disabled, which are not told apart."""
class NotFound(TrefoilError):
    """404: no such report, challenge, endpoint of this tenant."""
class Conflict(TrefoilError):
    """409: it does not go with the present state."""
class OutcomeUnknown(TrefoilError):
    """409 `request-in-progress`: the first try is still at work after the timeout. Ask again with the same `idempotency_key`."""
class ChallengeExpired(TrefoilError):
    """410: no right code came in time. A new generate is needed."""
class Gone(TrefoilError):
    """410: the report was deleted when its time was over, or on request."""
class KeyReused(TrefoilError):
    """422: this idempotency key was sent before with another body. A new request needs a new key."""
class RateLimited(TrefoilError):
    """429 `rate-limited`, of the token endpoint `temporarily_unavailable`: too many requests; `retry_after` says when to send the next."""
class NoSendsLeft(RateLimited):
    """429 `no-sends-left`: no more texts for this challenge, because all were sent (the last code still works) or no gateway took them:
    `help` says which."""
class Unavailable(TrefoilError):
    """5xx, after the retries. Whether the work was done is unknown: try later with the same `idempotency_key`."""
class ConnectionFailed(TrefoilError):
    """No answer, after the retries. Whether the work was done is unknown: try later with the same `idempotency_key`."""
class WebhookRefused(Exception):
    """The signature does not fit, is too old, or what was given is not what arrived. Answer 401 and do nothing."""


_CLASSES: dict[int, type[TrefoilError]] = {
    0: ConnectionFailed, 400: ValidationError, 401: Unauthorized, 402: InsufficientFunds, 403: Forbidden, 404: NotFound,
    409: Conflict, 410: Gone, 422: KeyReused, 429: RateLimited,
}
_BY_CODE: dict[str, type[TrefoilError]] = {"request-in-progress": OutcomeUnknown, "challenge-expired": ChallengeExpired,
                                           "no-sends-left": NoSendsLeft}


def _help(code: str, message: str, retry_after: float | None, details: Any) -> str | None:
    """By the code, and by its cause where the message tells one. It names fields, never what was sent."""
    # What a proxy answers may have another form.
    given = [one.get("path") for one in details if isinstance(one, dict)] if isinstance(details, list) else []
    paths = [path for path in given if isinstance(path, str)]
    if code == "validation-error" and paths:
        more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
        return f"Fix each field listed in details: {', '.join(paths[:5])}{more}."
    told = next((help for own, said, help in HELP_BY_MESSAGE if own == code and said in message), HELP.get(code))
    return told if told is None or retry_after is None else told.replace("Retry-After", f"{retry_after:g} seconds")


def _error(status: int, code: str, message: str, **facts: Any) -> TrefoilError:
    other: type[TrefoilError] = Unavailable if status >= 500 else TrefoilError
    kind = _BY_CODE.get(code, _CLASSES.get(status, other))
    return kind(status, code, message, **facts)


def _pause_before(failure: TrefoilError, *, retries: int, max_retries: int, repeatable: bool, in_progress: float,
                  patience: float, chance: float) -> float | None:
    """Seconds until the next try; None when there is none. packages/retry-cases.json has the cases."""
    asked = failure.retry_after
    # Our own first try is at work: its answer is what we want, so this is no failure and no retry.
    if failure.code == "request-in-progress":
        pause = 1.0 if asked is None else asked
        return pause if in_progress + pause <= patience else None
    if retries >= max_retries:
        return None
    # Full jitter: clients that failed together must not come back together.
    own = chance * min(_FIRST_PAUSE * 2**retries, _PAUSE_MAX)
    if failure.status == 429 and not failure.retryable:
        return None  # Waiting does not help: no texts left, for one.
    if failure.status == 429 or (failure.status == 503 and repeatable and asked is not None):
        return None if asked is None or asked > _ASKED_MAX else max(asked, own)
    if not repeatable:
        return None
    return own if failure.status == 0 or failure.status >= 500 else None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """One exchange; a test puts its own in place."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(_NoRedirect)

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        return self._opener.open(request, timeout=timeout)

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def chance(self) -> float:
        return random.random()


class Try(TypedDict):
    """What became of one try. `operation` is the `operationId`, or `token`. `status` is 0 where no answer came; `headers` has the rate limits,
    and whether the answer was replayed."""

    operation: str
    method: str
    attempt: int
    status: int
    code: str | None
    ms: float
    request_id: str | None
    idempotency_key: str | None
    headers: Mapping[str, str]


class _Core:
    def __init__(self, base_url: str | None = None, tenant_id: str | None = None, client_id: str | None = None,
                 client_secret: str | None = None, *, scope: str | None = None,
                 timeout: float = 30.0, max_retries: int = 2, transport: Transport | None = None,
                 on_try: Callable[[Try], None] | None = None):
        """Without an address and a credential they are those of the environment: TREFOIL_URL, TREFOIL_TENANT, TREFOIL_CLIENT_ID,
        TREFOIL_CLIENT_SECRET. `on_try` is called after each try, for your log: it is given no body and nothing personal."""
        given = {"base_url": base_url, "tenant_id": tenant_id, "client_id": client_id, "client_secret": client_secret}
        # Only where none is given: a secret must not go to the address of another.
        if all(value is None for value in given.values()):
            given = {name: os.environ.get(name) for name in ("TREFOIL_URL", "TREFOIL_TENANT", "TREFOIL_CLIENT_ID", "TREFOIL_CLIENT_SECRET")}
        for name, value in given.items():
            if not value:
                raise TypeError(f"Trefoil needs {name}: is its setting there?")
        base_url, tenant_id, client_id, client_secret = (value or "" for value in given.values())
        # Seen at once, not after the retries.
        base = urllib.parse.urlsplit(base_url)
        if base.scheme not in ("http", "https") or not base.netloc or base.query or base.fragment:
            raise TypeError("base_url must be the address of the service, such as https://reports.example.invalid.")
        self._base, self._tenant, self._scope = base_url.rstrip("/"), urllib.parse.quote(tenant_id, safe=""), scope
        basic = f"{urllib.parse.quote(client_id, safe='')}:{urllib.parse.quote(client_secret, safe='')}"
        self.__basic = base64.b64encode(basic.encode()).decode()
        self._timeout, self._max_retries, self._transport = timeout, max_retries, transport or Transport()
        self._on_try = on_try or (lambda _: None)
        self._lock = threading.Lock()
        self._token: tuple[str, float, float] | None = None

    def _call(self, operation: str, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None, keyed: bool = False,
              idempotency_key: str | None = None, accept: str = "application/json") -> Any:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base + path + ("?" + urllib.parse.urlencode(given) if given else "")
        # Made here, before the first try, and never again.
        key = (idempotency_key or str(uuid.uuid4())) if keyed else None
        headers = {"accept": accept, "user-agent": _AGENT}
        if key:
            headers["idempotency-key"] = key
        data = None
        if body is not None:
            headers["content-type"], data = "application/json", json.dumps(body).encode()
        is_open = False
        for is_fresh in (False, True):
            token = None
            try:
                token = self._current_token()
                authorised = {**headers, "authorization": f"Bearer {token}"}
                return self._repeat(operation, method, url, authorised, data, method != "POST" or bool(key), accept, is_open)
            except TrefoilError as error:
                error.idempotency_key, error._is_read = key, method == "GET"
                if token is None:  # It is no answer to the call.
                    error._is_apart, error._is_open = True, is_open
                is_open = error.outcome_unknown
                # A secret or a signing key was rotated: one fresh token settles it, or nothing does.
                if error.status != 401 or token is None or is_fresh:
                    raise
                with self._lock:
                    if self._token and self._token[0] == token:
                        self._token = None

    def _current_token(self) -> str:
        with self._lock:  # One request for a token at a time, whoever waits for it.
            now = self._transport.now()
            if self._token and now < self._token[1]:
                return self._token[0]
            form = {"grant_type": "client_credentials", **({"scope": self._scope} if self._scope else {})}
            headers = {"authorization": f"Basic {self.__basic}", "content-type": "application/x-www-form-urlencoded", "accept": "application/json",
                       "user-agent": _AGENT}
            try:
                answer = self._repeat("token", "POST", f"{self._base}/v1/oauth/token", headers, urllib.parse.urlencode(form).encode(), True)
            except ConnectionFailed:
                if self._token and self._transport.now() < self._token[2]:
                    return self._token[0]
                raise
            life = answer["expires_in"]
            self._token = (answer["access_token"], now + life * _RENEW_AT, now + life)
            return self._token[0]

    def _repeat(self, operation: str, method: str, url: str, headers: dict[str, str], data: bytes | None, repeatable: bool,
                accept: str = "application/json", is_open: bool = False) -> Any:
        retries, since, count = 0, None, 0
        while True:
            count += 1
            begun = self._transport.now()
            told: Try = {"operation": operation, "method": method, "attempt": count, "status": 0, "code": None, "ms": 0.0, "request_id": None,
                         "idempotency_key": headers.get("idempotency-key"), "headers": {}}
            try:
                answer, status, got = self._attempt(urllib.request.Request(url, data, headers, method=method), accept)
                told["status"], told["request_id"], told["headers"] = status, got.get("x-request-id"), got
                told["ms"] = (self._transport.now() - begun) * 1000
                self._on_try(told)
                return answer
            except TrefoilError as failure:
                told["status"], told["code"] = failure.status, failure.code
                told["request_id"], told["headers"] = failure.request_id, failure._headers
                told["ms"] = (self._transport.now() - begun) * 1000
                self._on_try(told)
                failure._is_open = is_open
                is_open = failure.outcome_unknown
                now = self._transport.now()
                if failure.code == "request-in-progress" and since is None:
                    since = now
                pause = _pause_before(failure, retries=retries, max_retries=self._max_retries, repeatable=repeatable,
                                      in_progress=0.0 if since is None else now - since, patience=self._timeout, chance=self._transport.chance())
                if pause is None:
                    raise
                retries += failure.code != "request-in-progress"
                self._transport.sleep(pause)

    def _attempt(self, request: urllib.request.Request, accept: str) -> tuple[Any, int, Mapping[str, str]]:
        try:
            response = self._transport.open(request, self._timeout)
            headers: Mapping[str, str] = getattr(response, "headers", {})
            status = getattr(response, "status", 200)
            if accept != "application/json":
                return response, status, headers
            with response:
                text = response.read()
            return (json.loads(text) if text else None), status, headers
        except urllib.error.HTTPError as refused:
            try:
                with refused:
                    text = refused.read()
            except (OSError, http.client.HTTPException) as lost:
                raise _no_answer(self._base, self._timeout, lost) from None
            raise _refusal(refused.code, cast(Mapping[str, str], refused.headers), text) from None
        except (OSError, http.client.HTTPException, ValueError) as lost:
            # The cause is left out: it may quote the answer.
            raise _no_answer(self._base, self._timeout, lost) from None


def _no_answer(base: str, timeout: float, lost: Exception) -> TrefoilError:
    host = urllib.parse.urlsplit(base).netloc.rpartition("@")[2]
    if isinstance(getattr(lost, "reason", lost), TimeoutError):
        return _error(0, "timeout", f"The service at {host} did not answer within {timeout:g} seconds.")
    return _error(0, "no-answer", f"The service at {host} could not be reached, or its answer broke off.")


def _refusal(status: int, headers: Mapping[str, str], text: bytes) -> TrefoilError:
    try:
        given = json.loads(text)
    except ValueError:
        given = {}
    given = given if isinstance(given, dict) else {}
    asked = headers.get("retry-after", "")
    error = _error(
        status,
        str(given.get("code") or given.get("error") or "unknown"),
        str(given.get("message") or given.get("error_description") or f"The service answered {status}."),
        request_id=headers.get("x-request-id"),
        help=given.get("help"),
        retry_after=float(asked) if asked.isascii() and asked.isdigit() else None,
        details=given.get("details"),
    )
    error._headers = headers
    return error


class _Async:
    def __init__(self, sync: Trefoil):
        self.sync = sync


def _awaited(method: Callable[Concatenate[Any, _P], _T]) -> Callable[Concatenate[_Async, _P], Coroutine[Any, Any, _T]]:
    """The method in a thread of asyncio's pool: the retries, the key and the errors are its own."""

    @functools.wraps(method)
    async def call(self: _Async, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return await asyncio.to_thread(lambda: method(self.sync, *args, **kwargs))

    return call


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _q(value: str) -> str:
    return urllib.parse.quote(value, safe="")


def verify_webhook(raw_body: bytes | str, headers: Mapping[str, str], secrets: str | list[str], now: float | None = None) -> dict[str, Any]:
    """Checks the signature of a request that came to your endpoint, and answers its event, with its `id`."""
    if not isinstance(raw_body, (bytes, str)):
        raise WebhookRefused("Give the body as it arrived (bytes or text), not parsed.")
    body = raw_body.encode("utf-8", "replace") if isinstance(raw_body, str) else raw_body
    given = {name.lower(): value for name, value in headers.items() if isinstance(value, str)}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookRefused(f"The header {name} is missing: it is no webhook of the service, or something on the way dropped it.")
    sent = given["webhook-timestamp"]
    is_time = len(sent) <= 12 and sent.isascii() and sent.isdigit()
    if not is_time or abs((time.time() if now is None else now) - int(sent)) > 300:
        raise WebhookRefused("The webhook is too old or from the future: compare the clocks.")
    signed = f"{given.get('webhook-id', '')}.{sent}.".encode("utf-8", "replace") + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except ValueError:
            key = b""
        if not key:  # Anybody could sign with an empty one.
            raise WebhookRefused("The secret is empty or not in base64: it begins with whsec_.")
        wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        signatures = given.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")
        if any(hmac.compare_digest(one, wanted.encode()) for one in signatures):
            return {**_event(body), "id": given.get("webhook-id", "")}
    raise WebhookRefused("No signature fits: it is another secret, or the body was changed on its way.")


def sign_webhook(raw_body: bytes | str, secret: str, *, id: str | None = None, now: float | None = None) -> dict[str, str]:
    """The headers of a delivery, signed as the service signs it: to test your receiver without the service."""
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    id, moment = id or str(uuid.uuid4()), str(int(time.time() if now is None else now))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{moment}.".encode() + body, hashlib.sha256).digest()
    return {"webhook-id": id, "webhook-timestamp": moment, "webhook-signature": "v1," + base64.b64encode(digest).decode()}


def _event(body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookRefused("The body is signed and is no event: a JSON object is expected.")
    return event


# --- Generated from docs/openapi.json by scripts/python-types.ts: npm run sdk. Do not edit from here to the end mark.
HELP: dict[str, str] = {
    "validation-error": "Fix each field listed in details.",
    "unauthorized": "Get a new one at POST /v1/oauth/token.",
    "insufficient-funds": "Top the wallet up, then send the request again; the same Idempotency-Key may be used.",
    "forbidden": "The message says what is missing: a scope, a role, the right tenant or a proof.",
    "not-found": "Compare with /openapi.json.",
    "credit-report-not-found": "Use data.creditReportId of the generate answer, with the same tenant.",
    "challenge-not-found": "Use data.challenge.challengeId of the same generate answer.",
    "method-not-allowed": "Use one of the methods in Allow.",
    "conflict": "Read the thing again, then decide.",
    "request-in-progress": "Wait and send it once more: you get the first one's answer.",
    "challenge-already-completed": "Read the report with GET /{tenantId}/v1/credit-reports/{creditReportId}.",
    "challenge-closed": "It was passed: read the report. It failed, after three wrong codes for one: send a new generate request.",
    "credit-report-not-complete": "Submit the code if it waits for one; otherwise send a new generate request.",
    "challenge-expired": "Send a new generate request.",
    "credit-report-purged": "Send a new generate request if a report is still needed.",
    "payload-too-large": "Send less: the message names the limit of the address.",
    "unsupported-media-type": "Send Content-Type: application/json; another charset than UTF-8 is not taken, nor a Content-Encoding.",
    "idempotency-key-reused": "Use a new key for a new request, and the same caller with the very same body for a repeat.",
    "rate-limited": "Wait for Retry-After.",
    "no-sends-left": "Submit the code that was sent last, or send a new generate request.",
    "internal-error": "Send the request again with the same Idempotency-Key, and give the operator the X-Request-Id.",
    "service-unavailable": "Wait and send the request again, with the same Idempotency-Key if it had one.",
    "invalid_client": "Compare the client id and the secret: the secret may have been rotated, the credential revoked or the tenant disabled.",
    "invalid_scope": "Ask for scopes that the credential has, or leave scope out.",
    "temporarily_unavailable": "Wait for Retry-After.",
    "no-answer": "Compare the address of the service with your setting, then send the request again with the same Idempotency-Key.",
    "aborted": "Send the request again with the same Idempotency-Key, where its outcome is unknown.",
    "timeout": "Send the request again with the same Idempotency-Key: the work may have been done.",
}
HELP_BY_MESSAGE: list[tuple[str, str, str]] = [
    ("challenge-closed", "device could not be verified", "Load the fingerprint script on the consumer's page, and send a new generate request with its session id."),
    ("no-sends-left", "No gateway took", "Check the mobile number, then send a new generate request."),
    ("forbidden", "access to this tenant", "Use the tenant of the credential (GET /v1/my/tenants); if it is that one, ask the operator whether it is disabled."),
    ("forbidden", "the access token does not carry", "Ask for the scope when getting the token, or leave scope out to get all that the credential has."),
    ("forbidden", "for test mode only", "Set test to true, or use a credential that an owner or an admin made for live reports."),
]

GenerateRequest = TypedDict("GenerateRequest", {
    "sessionId": str,
    "bureaus": list["BureauId"],
    "ipAddress": str,
    "searchType": Literal["pcp"],
    "firstName": str,
    "lastName": str,
    "dateOfBirth": str,
    "addresses": list["GenerateRequestAddressesItem"],
    "previousNames": NotRequired[list["PreviousName"]],
    "title": NotRequired[str],
    "middleName": NotRequired[str],
    "gender": NotRequired[Literal["M", "F"]],
    "mobileNumber": NotRequired[str],
    "email": NotRequired[str],
    "externalReference": NotRequired[str],
    "test": NotRequired[bool],
    "challengeOptions": NotRequired["GenerateRequestChallengeOptions"],
    "testOptions": NotRequired["TestOptions"],
})
BureauId = Literal["equifax", "experian", "transunion"]
GenerateRequestAddressesItem = TypedDict("GenerateRequestAddressesItem", {
    "type": NotRequired[str],
    "ukAddress": "GivenUkAddress",
})
GivenUkAddress = TypedDict("GivenUkAddress", {
    "subBuildingName": NotRequired[str],
    "buildingName": NotRequired[str],
    "buildingNumber": NotRequired[str],
    "thoroughfare": NotRequired[str],
    "district": NotRequired[str],
    "townOrCity": str,
    "county": NotRequired[str],
    "country": NotRequired[str],
    "postcode": str,
})
PreviousName = TypedDict("PreviousName", {
    "firstName": NotRequired[str],
    "middleName": NotRequired[str],
    "lastName": str,
})
GenerateRequestChallengeOptions = TypedDict("GenerateRequestChallengeOptions", {
    "status": Literal["challenge", "allow", "block"],
})
TestOptions = TypedDict("TestOptions", {
    "bureaus": NotRequired["TestOptionsBureaus"],
    "bureauDelayMs": NotRequired["TestOptionsBureauDelayMs"],
    "sms": NotRequired[Literal["accepted", "refused", "refused-first", "unknown", "undelivered", "delivered", "no-receipt"]],
    "delayMs": NotRequired[int],
    "on": NotRequired["TestAnswers"],
    "walletBalance": NotRequired[int],
    "clock": NotRequired[str],
})
TestOptionsBureaus = TypedDict("TestOptionsBureaus", {
    "equifax": NotRequired[Literal["no-trace", "ambiguous-address", "rejected-credentials", "rejected-request", "unavailable", "timeout"]],
    "experian": NotRequired[Literal["no-trace", "ambiguous-address", "rejected-credentials", "rejected-request", "unavailable", "timeout"]],
    "transunion": NotRequired[Literal["no-trace", "ambiguous-address", "rejected-credentials", "rejected-request", "unavailable", "timeout"]],
})
TestOptionsBureauDelayMs = TypedDict("TestOptionsBureauDelayMs", {
    "equifax": NotRequired[int],
    "experian": NotRequired[int],
    "transunion": NotRequired[int],
})
TestAnswers = TypedDict("TestAnswers", {
    "resendSms": NotRequired[Literal["insufficient-funds", "rate-limited", "internal-error", "service-unavailable", "hang"]],
    "read": NotRequired[Literal["rate-limited", "internal-error", "service-unavailable", "hang"]],
    "forMs": NotRequired[int],
})
GenerateAnswer = TypedDict("GenerateAnswer", {
    "meta": "GenerateAnswerMeta",
    "data": Union["Complete", "AuthenticationRequired", "Blocked", "Failed"],
})
GenerateAnswerMeta = TypedDict("GenerateAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
RequestMeta = TypedDict("RequestMeta", {
    "timeTakenMs": int,
})
Wallet = TypedDict("Wallet", {
    "balance": int,
    "cost": int,
})
Complete = TypedDict("Complete", {
    "status": Literal["complete"],
    "challengeType": NotRequired[Literal["none"]],
    "creditReportId": str,
    "creditReport": "CreditReport",
    "bureaus": list["CompleteBureausItem"],
    "costCredits": int,
    "agreements": NotRequired["CompleteAgreements"],
})
CreditReport = TypedDict("CreditReport", {
    "person": "CreditReportPerson",
    "residencies": list["Residency"],
    "consumerData": "CreditReportConsumerData",
    "previousSearches": "CreditReportPreviousSearches",
    "coverage": NotRequired["Coverage"],
    "judgments": NotRequired[list["Judgment"]],
    "insolvencies": NotRequired[list["Insolvency"]],
    "associations": NotRequired[list["CreditReportAssociationsItem"]],
    "aliases": NotRequired[list["CreditReportAliasesItem"]],
    "notices": NotRequired[list["Notice"]],
    "fraudMarkers": NotRequired[list["CreditReportFraudMarkersItem"]],
    "scores": NotRequired[list["CreditReportScoresItem"]],
})
CreditReportPerson = TypedDict("CreditReportPerson", {
    "title": NotRequired[str],
    "firstName": str,
    "lastName": str,
    "dateOfBirth": str,
})
Residency = TypedDict("Residency", {
    "addressId": str,
    "address": "ResidencyAddress",
    "yearsAtAddress": NotRequired[int],
    "monthsAtAddress": NotRequired[int],
    "isCurrent": bool,
    "electoralRoll": NotRequired[list["ResidencyElectoralRollItem"]],
})
ResidencyAddress = TypedDict("ResidencyAddress", {
    "type": Literal["uk"],
    "ukAddress": "UkAddress",
    "addressLine1": str,
    "lines": list[str],
})
UkAddress = TypedDict("UkAddress", {
    "subBuildingName": NotRequired[str],
    "buildingName": NotRequired[str],
    "buildingNumber": NotRequired[str],
    "thoroughfare": NotRequired[str],
    "district": NotRequired[str],
    "townOrCity": str,
    "county": NotRequired[str],
    "country": NotRequired[str],
    "postcode": str,
})
ResidencyElectoralRollItem = TypedDict("ResidencyElectoralRollItem", {
    "from": NotRequired[str],
    "to": NotRequired[str],
    "bureaus": NotRequired[list["BureauId"]],
})
CreditReportConsumerData = TypedDict("CreditReportConsumerData", {
    "records": list["AccountRecord"],
})
AccountRecord = TypedDict("AccountRecord", {
    "recordId": NotRequired[str],
    "title": NotRequired[str],
    "firstName": NotRequired[str],
    "lastName": NotRequired[str],
    "accountNumber": NotRequired[str],
    "accountType": "AccountType",
    "accountStatus": "AccountStatus",
    "companyType": NotRequired["CompanyType"],
    "companyName": NotRequired[str],
    "numberOfPayments": NotRequired[int],
    "repaymentPeriod": NotRequired[int],
    "payment": NotRequired["Money"],
    "startBalance": NotRequired["Money"],
    "balance": NotRequired["Money"],
    "startDate": NotRequired[str],
    "endDate": NotRequired[str],
    "product": NotRequired[Literal["pcp", "balloon-hire-purchase", "hire-purchase", "conditional-sale", "credit-sale", "finance-lease", "operating-lease", "motor-loan"]],
    "balloon": NotRequired["Money"],
    "defaultDate": NotRequired[str],
    "defaultBalance": NotRequired["Money"],
    "creditLimit": NotRequired["Money"],
    "isJoint": NotRequired[bool],
    "lastUpdated": NotRequired[str],
    "history": NotRequired["PaymentHistory"],
    "bureaus": list["AccountRecordBureausItem"],
    "companyNow": NotRequired[list["AccountRecordCompanyNowItem"]],
    "disagreements": NotRequired[list["Disagreement"]],
    "adverse": NotRequired[list["AdverseWord"]],
    "possiblySame": NotRequired[list["AccountRecordPossiblySameItem"]],
    "notices": NotRequired[list["Notice"]],
})
AccountType = Literal["hire-purchase", "credit-card", "store-card", "charge-card", "unsecured-loan", "secured-loan", "mortgage", "current-account", "mail-order", "home-credit", "short-term-loan", "student-loan", "lease", "communications", "utility", "insurance", "rental", "budget-account", "other"]
AccountStatus = Literal["open", "settled", "closed", "default", "delinquent", "arrangement", "dormant", "query", "written-off", "transferred", "unknown"]
CompanyType = Literal["bank", "building-society", "finance-house", "motor-finance", "credit-card-issuer", "mortgage-lender", "retailer", "mail-order", "communications", "utility", "insurer", "debt-purchaser", "credit-union", "leasing", "home-credit", "public-body", "other"]
Money = TypedDict("Money", {
    "amount": int,
    "currency": str,
})
PaymentHistory = TypedDict("PaymentHistory", {
    "newest": str,
    "months": str,
    "bureaus": NotRequired[list["PaymentHistoryBureausItem"]],
})
PaymentHistoryBureausItem = TypedDict("PaymentHistoryBureausItem", {
    "bureau": "BureauId",
    "newest": str,
    "months": str,
})
AccountRecordBureausItem = TypedDict("AccountRecordBureausItem", {
    "id": "BureauId",
    "ref": str,
    "typeCode": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "arrears": NotRequired["Arrears"],
    "accountType": NotRequired["AccountType"],
    "companyType": NotRequired["CompanyType"],
    "startDate": NotRequired[str],
    "lastUpdated": NotRequired[str],
    "balanceWithheld": NotRequired[Literal[True]],
})
Arrears = TypedDict("Arrears", {
    "months": int,
    "oneOrTwo": int,
    "threeOrMore": int,
    "worst": NotRequired[str],
})
AccountRecordCompanyNowItem = TypedDict("AccountRecordCompanyNowItem", {
    "name": str,
    "on": NotRequired[str],
    "what": NotRequired[str],
    "isVerified": bool,
})
Disagreement = TypedDict("Disagreement", {
    "field": Literal["accountStatus", "balance", "accountType", "product", "startDate", "endDate", "defaultDate", "startBalance", "payment", "balloon", "creditLimit", "numberOfPayments", "repaymentPeriod", "isJoint", "companyName", "accountNumber", "firstName", "lastName", "title", "companyType"],
    "values": list["DisagreementValuesItem"],
})
DisagreementValuesItem = TypedDict("DisagreementValuesItem", {
    "bureau": "BureauId",
    "value": Union[str, int, bool, "Money"],
})
AdverseWord = TypedDict("AdverseWord", {
    "bureau": "BureauId",
    "status": Literal["arrangement", "delinquent", "default", "written-off"],
    "date": NotRequired[str],
})
AccountRecordPossiblySameItem = TypedDict("AccountRecordPossiblySameItem", {
    "id": "BureauId",
    "ref": str,
})
Notice = TypedDict("Notice", {
    "id": "BureauId",
    "type": Literal["correction", "dispute", "unsaid"],
    "ref": NotRequired[str],
    "date": NotRequired[str],
    "text": NotRequired[str],
})
CreditReportPreviousSearches = TypedDict("CreditReportPreviousSearches", {
    "providers": list["CreditReportPreviousSearchesProvidersItem"],
})
CreditReportPreviousSearchesProvidersItem = TypedDict("CreditReportPreviousSearchesProvidersItem", {
    "companyName": str,
    "records": list["CreditReportPreviousSearchesProvidersItemRecordsItem"],
})
CreditReportPreviousSearchesProvidersItemRecordsItem = TypedDict("CreditReportPreviousSearchesProvidersItemRecordsItem", {
    "date": str,
    "purpose": NotRequired[Literal["credit-application", "quotation", "identity", "consumer-enquiry", "debt-recovery", "other"]],
    "bureaus": NotRequired[list["CreditReportPreviousSearchesProvidersItemRecordsItemBureausItem"]],
})
CreditReportPreviousSearchesProvidersItemRecordsItemBureausItem = TypedDict("CreditReportPreviousSearchesProvidersItemRecordsItemBureausItem", {
    "id": "BureauId",
    "date": NotRequired[str],
    "purpose": NotRequired[Literal["credit-application", "quotation", "identity", "consumer-enquiry", "debt-recovery", "other"]],
})
Coverage = TypedDict("Coverage", {
    "bureaus": list["CoverageBureausItem"],
    "names": list[str],
    "addresses": list[str],
    "oldestRecord": NotRequired[str],
    "onFileSince": str,
    "notice": str,
})
CoverageBureausItem = TypedDict("CoverageBureausItem", {
    "id": "BureauId",
    "answered": bool,
    "hasFile": bool,
    "names": int,
    "addresses": int,
    "altered": NotRequired[list["AlteredField"]],
    "leftOut": NotRequired[list["LeftOutRecords"]],
    "notes": NotRequired[list[Literal["built-in-codes", "records-missing", "codes-unknown", "short-term-not-asked"]]],
    "notAsked": NotRequired[list[Literal["judgments", "insolvencies", "electoralRoll", "associations", "aliases", "notices", "fraudMarkers", "scores"]]],
})
AlteredField = TypedDict("AlteredField", {
    "field": str,
    "sent": NotRequired[str],
    "change": Literal["folded", "cut", "left-out"],
})
LeftOutRecords = TypedDict("LeftOutRecords", {
    "reason": Literal["another-person", "not-sure"],
    "accounts": int,
    "searches": int,
    "publicRecords": NotRequired[int],
})
Judgment = TypedDict("Judgment", {
    "kind": Literal["county-court-judgment", "high-court-judgment", "decree", "child-support-order"],
    "status": Literal["open", "satisfied", "set-aside"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "satisfiedDate": NotRequired[str],
    "notices": NotRequired[list["Notice"]],
    "bureaus": list["JudgmentBureausItem"],
})
JudgmentBureausItem = TypedDict("JudgmentBureausItem", {
    "id": "BureauId",
    "ref": str,
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "status": NotRequired[Literal["open", "satisfied", "set-aside"]],
})
Insolvency = TypedDict("Insolvency", {
    "kind": Literal["bankruptcy", "individual-voluntary-arrangement", "debt-relief-order", "administration-order", "sequestration", "trust-deed", "debt-arrangement-scheme", "bankruptcy-restrictions", "debt-relief-restrictions", "income-payments", "other"],
    "status": Literal["petition", "in-force", "ended", "annulled"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "caseYear": NotRequired[int],
    "tradingName": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "endDate": NotRequired[str],
    "restriction": NotRequired["InsolvencyRestriction"],
    "notices": NotRequired[list["Notice"]],
    "bureaus": list["InsolvencyBureausItem"],
})
InsolvencyRestriction = TypedDict("InsolvencyRestriction", {
    "kind": NotRequired[Literal["order", "interim-order", "undertaking"]],
    "from": NotRequired[str],
    "to": NotRequired[str],
})
InsolvencyBureausItem = TypedDict("InsolvencyBureausItem", {
    "id": "BureauId",
    "ref": str,
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "status": NotRequired[Literal["petition", "in-force", "ended", "annulled"]],
})
CreditReportAssociationsItem = TypedDict("CreditReportAssociationsItem", {
    "name": str,
    "since": NotRequired[str],
    "lastConfirmed": NotRequired[str],
    "notices": NotRequired[list["Notice"]],
    "bureaus": list["CreditReportAssociationsItemBureausItem"],
})
CreditReportAssociationsItemBureausItem = TypedDict("CreditReportAssociationsItemBureausItem", {
    "id": "BureauId",
})
CreditReportAliasesItem = TypedDict("CreditReportAliasesItem", {
    "name": str,
    "since": NotRequired[str],
    "lastConfirmed": NotRequired[str],
    "notices": NotRequired[list["Notice"]],
    "bureaus": list["CreditReportAliasesItemBureausItem"],
})
CreditReportAliasesItemBureausItem = TypedDict("CreditReportAliasesItemBureausItem", {
    "id": "BureauId",
})
CreditReportFraudMarkersItem = TypedDict("CreditReportFraudMarkersItem", {
    "id": "BureauId",
    "companyName": NotRequired[str],
})
CreditReportScoresItem = TypedDict("CreditReportScoresItem", {
    "id": "BureauId",
    "scale": str,
    "value": int,
    "reasons": NotRequired[list[str]],
})
CompleteBureausItem = TypedDict("CompleteBureausItem", {
    "id": "BureauId",
    "status": "BureauOutcome",
    "simulated": NotRequired[bool],
})
BureauOutcome = Literal["ok", "no-trace", "ambiguous-address", "rejected-credentials", "rejected-request", "unavailable", "timeout"]
CompleteAgreements = TypedDict("CompleteAgreements", {
    "kind": Literal["motor"],
    "asOf": str,
    "scheme": "MotorScheme",
    "agreements": list["MotorAgreement"],
    "notCounted": list["CompleteAgreementsNotCountedItem"],
    "notes": list[str],
})
MotorScheme = TypedDict("MotorScheme", {
    "id": str,
    "version": str,
    "title": str,
    "shortTitle": NotRequired[str],
    "asOf": str,
    "status": str,
    "notice": NotRequired[str],
    "windows": list["MotorSchemeWindowsItem"],
    "discretionaryCommissionBannedFrom": str,
    "productsOutside": list[Literal["hire-purchase", "pcp-likely", "conditional-sale", "lease", "unknown", "pcp", "balloon-hire-purchase", "credit-sale", "finance-lease", "operating-lease", "motor-loan"]],
    "facts": list["MotorSchemeFactsItem"],
})
MotorSchemeWindowsItem = TypedDict("MotorSchemeWindowsItem", {
    "id": str,
    "name": str,
    "from": str,
    "to": str,
    "status": str,
    "source": str,
})
MotorSchemeFactsItem = TypedDict("MotorSchemeFactsItem", {
    "id": str,
    "text": str,
    "source": str,
    "asOf": str,
    "status": str,
})
MotorAgreement = TypedDict("MotorAgreement", {
    "recordId": NotRequired[str],
    "record": int,
    "lender": "MotorAgreementLender",
    "purchaser": NotRequired["MotorAgreementPurchaser"],
    "product": Literal["hire-purchase", "pcp-likely", "conditional-sale", "lease", "unknown", "pcp", "balloon-hire-purchase", "credit-sale", "finance-lease", "operating-lease", "motor-loan"],
    "productCertainty": NotRequired[Literal["stated", "likely"]],
    "certainty": Literal["stated", "likely"],
    "why": list[str],
    "last4": NotRequired[str],
    "isJoint": NotRequired[bool],
    "startDate": NotRequired[str],
    "endDate": NotRequired[str],
    "status": "AccountStatus",
    "startBalance": NotRequired["Money"],
    "balance": NotRequired["Money"],
    "payment": NotRequired["Money"],
    "balloon": NotRequired["Money"],
    "term": NotRequired["MotorAgreementTerm"],
    "bureaus": list["MotorAgreementBureausItem"],
    "disagreements": NotRequired[list["Disagreement"]],
    "windows": list[str],
    "startDates": list["MotorAgreementStartDatesItem"],
    "discretionaryPossible": Union[bool, None],
    "related": NotRequired[list["MotorAgreementRelatedItem"]],
    "unknown": list[str],
})
MotorAgreementLender = TypedDict("MotorAgreementLender", {
    "name": NotRequired[str],
    "names": NotRequired[list["MotorAgreementLenderNamesItem"]],
    "brandOf": NotRequired[str],
    "nowCalled": NotRequired[str],
    "group": NotRequired[str],
    "complaintsAddress": NotRequired[str],
    "motor": NotRequired[Literal[True]],
    "movedTo": NotRequired[list["MotorAgreementLenderMovedToItem"]],
    "seen": NotRequired[list["MotorAgreementLenderSeenItem"]],
    "notVerified": NotRequired[list[Literal["brandOf", "nowCalled", "group", "complaintsAddress", "motor", "movedTo"]]],
})
MotorAgreementLenderNamesItem = TypedDict("MotorAgreementLenderNamesItem", {
    "name": str,
    "bureaus": NotRequired[list["BureauId"]],
})
MotorAgreementLenderMovedToItem = TypedDict("MotorAgreementLenderMovedToItem", {
    "name": str,
    "on": str,
    "what": NotRequired[str],
    "isVerified": bool,
})
MotorAgreementLenderSeenItem = TypedDict("MotorAgreementLenderSeenItem", {
    "where": str,
    "when": str,
    "confirms": list[Literal["brandOf", "nowCalled", "group", "complaintsAddress", "motor", "movedTo"]],
})
MotorAgreementPurchaser = TypedDict("MotorAgreementPurchaser", {
    "name": NotRequired[str],
})
MotorAgreementTerm = TypedDict("MotorAgreementTerm", {
    "payments": NotRequired[int],
    "months": NotRequired[int],
})
MotorAgreementBureausItem = TypedDict("MotorAgreementBureausItem", {
    "id": "BureauId",
    "ref": str,
    "typeCode": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "arrears": NotRequired["Arrears"],
    "accountType": NotRequired["AccountType"],
    "companyType": NotRequired["CompanyType"],
    "startDate": NotRequired[str],
    "lastUpdated": NotRequired[str],
    "balanceWithheld": NotRequired[Literal[True]],
})
MotorAgreementStartDatesItem = TypedDict("MotorAgreementStartDatesItem", {
    "date": str,
    "bureaus": NotRequired[list["BureauId"]],
    "window": str,
    "discretionaryPossible": bool,
})
MotorAgreementRelatedItem = TypedDict("MotorAgreementRelatedItem", {
    "record": int,
    "relation": Literal["same-day", "began-as-it-ended", "ended-as-it-began"],
})
CompleteAgreementsNotCountedItem = TypedDict("CompleteAgreementsNotCountedItem", {
    "recordId": NotRequired[str],
    "record": int,
    "lender": "CompleteAgreementsNotCountedItemLender",
    "accountType": "AccountType",
    "bureaus": list["CompleteAgreementsNotCountedItemBureausItem"],
    "why": list[str],
})
CompleteAgreementsNotCountedItemLender = TypedDict("CompleteAgreementsNotCountedItemLender", {
    "name": NotRequired[str],
})
CompleteAgreementsNotCountedItemBureausItem = TypedDict("CompleteAgreementsNotCountedItemBureausItem", {
    "id": "BureauId",
    "ref": str,
    "typeCode": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "arrears": NotRequired["Arrears"],
    "accountType": NotRequired["AccountType"],
    "companyType": NotRequired["CompanyType"],
    "startDate": NotRequired[str],
    "lastUpdated": NotRequired[str],
    "balanceWithheld": NotRequired[Literal[True]],
})
AuthenticationRequired = TypedDict("AuthenticationRequired", {
    "status": Literal["authentication-required"],
    "challengeType": Literal["otp"],
    "creditReportId": str,
    "challenge": "Challenge",
})
Challenge = TypedDict("Challenge", {
    "challengeId": str,
    "expiresAt": str,
    "attemptsRemaining": int,
    "remainingSmsCount": int,
    "mobileNumber": NotRequired[str],
    "sms": Literal["accepted", "refused", "unknown", "none"],
})
Blocked = TypedDict("Blocked", {
    "status": Literal["blocked"],
    "creditReportId": str,
    "reason": Literal["risk-assessment"],
})
Failed = TypedDict("Failed", {
    "status": Literal["failed"],
    "creditReportId": str,
    "errorMessage": str,
    "reason": "FailureReason",
})
FailureReason = Literal["attempts-exhausted", "challenge-expired", "no-bureau-answered", "address-ambiguous", "address-ambiguous-partly", "bureaus-refused", "interrupted", "device-unverified", "insufficient-funds", "unreachable", "too-many-challenges"]
ReportStatus = Literal["complete", "authentication-required", "blocked", "retry", "failed"]
ListAnswer = TypedDict("ListAnswer", {
    "meta": "ListAnswerMeta",
    "data": "ListAnswerData",
})
ListAnswerMeta = TypedDict("ListAnswerMeta", {
    "request": "RequestMeta",
})
ListAnswerData = TypedDict("ListAnswerData", {
    "items": list["ListedReport"],
    "token": Union[str, None],
    "total": NotRequired["ReportTotal"],
})
ListedReport = TypedDict("ListedReport", {
    "creditReportId": str,
    "status": "ReportStatus",
    "test": bool,
    "bureaus": list["BureauId"],
    "externalReference": NotRequired[str],
    "errorMessage": NotRequired[str],
    "createdAt": str,
    "updatedAt": str,
    "purged": bool,
    "testClockId": NotRequired[str],
    "person": NotRequired[Union[str, None]],
    "costCredits": NotRequired[int],
    "tookMs": NotRequired[Union[int, None]],
    "answered": NotRequired[list["BureauId"]],
})
ReportTotal = TypedDict("ReportTotal", {
    "count": int,
    "isCapped": bool,
})
OtpRequest = TypedDict("OtpRequest", {
    "challengeId": str,
    "code": str,
})
OtpAnswer = TypedDict("OtpAnswer", {
    "meta": "OtpAnswerMeta",
    "data": Union["Complete", "Retry", "Failed"],
})
OtpAnswerMeta = TypedDict("OtpAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
Retry = TypedDict("Retry", {
    "status": Literal["retry"],
    "creditReportId": str,
    "errorMessage": str,
    "attemptsRemaining": int,
    "challenge": "Challenge",
})
ResendRequest = TypedDict("ResendRequest", {
    "challengeId": str,
})
ResendAnswer = TypedDict("ResendAnswer", {
    "meta": "ResendAnswerMeta",
    "data": "ResendAnswerData",
})
ResendAnswerMeta = TypedDict("ResendAnswerMeta", {
    "request": "RequestMeta",
})
ResendAnswerData = TypedDict("ResendAnswerData", {
    "remainingSmsCount": int,
    "smsSentCount": int,
    "sms": Literal["accepted", "refused", "unknown", "none"],
    "expiresAt": str,
    "attemptsRemaining": int,
})
ReadAnswer = TypedDict("ReadAnswer", {
    "meta": "ReadAnswerMeta",
    "data": Union["Complete", "AuthenticationRequired", "Blocked", "Retry", "Failed"],
})
ReadAnswerMeta = TypedDict("ReadAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
AgreementsAnswer = TypedDict("AgreementsAnswer", {
    "meta": "AgreementsAnswerMeta",
    "data": "AgreementsAnswerData",
})
AgreementsAnswerMeta = TypedDict("AgreementsAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
AgreementsAnswerData = TypedDict("AgreementsAnswerData", {
    "creditReportId": str,
    "bureaus": list["AgreementsAnswerDataBureausItem"],
    "kind": Literal["motor"],
    "asOf": str,
    "scheme": "MotorScheme",
    "agreements": list["MotorAgreement"],
    "notCounted": list["AgreementsAnswerDataNotCountedItem"],
    "notes": list[str],
})
AgreementsAnswerDataBureausItem = TypedDict("AgreementsAnswerDataBureausItem", {
    "id": "BureauId",
    "status": "BureauOutcome",
    "simulated": NotRequired[bool],
})
AgreementsAnswerDataNotCountedItem = TypedDict("AgreementsAnswerDataNotCountedItem", {
    "recordId": NotRequired[str],
    "record": int,
    "lender": "AgreementsAnswerDataNotCountedItemLender",
    "accountType": "AccountType",
    "bureaus": list["AgreementsAnswerDataNotCountedItemBureausItem"],
    "why": list[str],
})
AgreementsAnswerDataNotCountedItemLender = TypedDict("AgreementsAnswerDataNotCountedItemLender", {
    "name": NotRequired[str],
})
AgreementsAnswerDataNotCountedItemBureausItem = TypedDict("AgreementsAnswerDataNotCountedItemBureausItem", {
    "id": "BureauId",
    "ref": str,
    "typeCode": NotRequired[str],
    "birthdayDiffers": NotRequired[Literal[True]],
    "arrears": NotRequired["Arrears"],
    "accountType": NotRequired["AccountType"],
    "companyType": NotRequired["CompanyType"],
    "startDate": NotRequired[str],
    "lastUpdated": NotRequired[str],
    "balanceWithheld": NotRequired[Literal[True]],
})
AttributesAnswer = TypedDict("AttributesAnswer", {
    "meta": "AttributesAnswerMeta",
    "data": "AttributesAnswerData",
})
AttributesAnswerMeta = TypedDict("AttributesAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
AttributesAnswerData = TypedDict("AttributesAnswerData", {
    "creditReportId": str,
    "bureaus": list["AttributesAnswerDataBureausItem"],
    "recordIds": NotRequired[list[str]],
    "asOf": str,
    "reportDay": str,
    "figures": "Figures",
    "cards": list["AttributesAnswerDataCardsItem"],
    "notes": list[str],
})
AttributesAnswerDataBureausItem = TypedDict("AttributesAnswerDataBureausItem", {
    "id": "BureauId",
    "status": "BureauOutcome",
    "simulated": NotRequired[bool],
})
Figures = TypedDict("Figures", {
    "balanceTotal": "Figure",
    "balanceMortgages": "Figure",
    "balanceSecuredLoans": "Figure",
    "balanceCards": "Figure",
    "balanceLoans": "Figure",
    "balanceAssetFinance": "Figure",
    "balanceCurrentAccounts": "Figure",
    "balanceHousehold": "Figure",
    "balanceOther": "Figure",
    "balanceUnsecured": "Figure",
    "limitTotal": "Figure",
    "limitUnused": "Figure",
    "utilisationTotal": "Figure",
    "utilisationHighest": "Figure",
    "cardsOverLimit": "Figure",
    "commitmentsTotal": "Figure",
    "commitmentsMortgages": "Figure",
    "commitmentsSecuredLoans": "Figure",
    "commitmentsCards": "Figure",
    "commitmentsLoans": "Figure",
    "commitmentsAssetFinance": "Figure",
    "commitmentsHousehold": "Figure",
    "commitmentsOther": "Figure",
    "debtToIncome": "Figure",
    "balanceToYearIncome": "Figure",
    "arrearsNow": "Figure",
    "arrearsWorstNow": "Figure",
    "arrearsWorst6Months": "Figure",
    "arrearsWorst12Months": "Figure",
    "arrearsWorst24Months": "Figure",
    "arrearsWorst72Months": "Figure",
    "arrangementsNow": "Figure",
    "defaultsTotal": "Figure",
    "defaults12Months": "Figure",
    "defaults24Months": "Figure",
    "defaults36Months": "Figure",
    "defaults72Months": "Figure",
    "defaultNewestMonths": "Figure",
    "defaultsBalance": "Figure",
    "accountsTotal": "Figure",
    "accountsOpen": "Figure",
    "accountsEnded": "Figure",
    "accountsJoint": "Figure",
    "accountOldestMonths": "Figure",
    "accountNewestMonths": "Figure",
    "newCredit6Months": "Figure",
    "newCredit12Months": "Figure",
    "searches3Months": "Figure",
    "searches6Months": "Figure",
    "searches12Months": "Figure",
    "judgmentsTotal": "Figure",
    "judgmentsOpen": "Figure",
    "judgmentsSatisfied": "Figure",
    "judgmentsOpenAmount": "Figure",
    "judgments12Months": "Figure",
    "judgments36Months": "Figure",
    "judgments72Months": "Figure",
    "insolvenciesInForce": "Figure",
    "insolvenciesEnded": "Figure",
    "electoralRollMonths": "Figure",
    "associationsTotal": "Figure",
})
Figure = Union["KnownFigure", "UnknownFigure"]
KnownFigure = TypedDict("KnownFigure", {
    "value": Union[float, str],
    "unit": Literal["pence", "count", "percent", "months", "status"],
    "basis": list[int],
    "asOf": str,
    "leftOut": NotRequired[list["KnownFigureLeftOutItem"]],
    "withPossiblySame": NotRequired[float],
})
KnownFigureLeftOutItem = TypedDict("KnownFigureLeftOutItem", {
    "record": int,
    "why": Literal["no-balance", "no-limit", "no-payment", "no-start-date", "no-end-date", "no-default-date", "no-history", "part-history", "status-unknown", "other-currency", "possibly-same"],
})
UnknownFigure = TypedDict("UnknownFigure", {
    "unknown": str,
    "leftOut": NotRequired[list["UnknownFigureLeftOutItem"]],
})
UnknownFigureLeftOutItem = TypedDict("UnknownFigureLeftOutItem", {
    "record": int,
    "why": Literal["no-balance", "no-limit", "no-payment", "no-start-date", "no-end-date", "no-default-date", "no-history", "part-history", "status-unknown", "other-currency", "possibly-same"],
})
AttributesAnswerDataCardsItem = TypedDict("AttributesAnswerDataCardsItem", {
    "record": int,
    "utilisation": "Figure",
})
ChangesAnswer = TypedDict("ChangesAnswer", {
    "meta": "ChangesAnswerMeta",
    "data": "ChangesAnswerData",
})
ChangesAnswerMeta = TypedDict("ChangesAnswerMeta", {
    "request": "RequestMeta",
    "wallet": "Wallet",
})
ChangesAnswerData = TypedDict("ChangesAnswerData", {
    "creditReportId": str,
    "since": str,
    "bureaus": list["ChangesAnswerDataBureausItem"],
    "day": str,
    "sinceDay": str,
    "coverage": "CoverageChanges",
    "records": "RecordChanges",
    "searches": "ChangesAnswerDataSearches",
    "publicRecords": "PublicRecordChanges",
    "addresses": "ChangesAnswerDataAddresses",
})
ChangesAnswerDataBureausItem = TypedDict("ChangesAnswerDataBureausItem", {
    "id": "BureauId",
    "status": "BureauOutcome",
    "simulated": NotRequired[bool],
})
CoverageChanges = TypedDict("CoverageChanges", {
    "isSame": bool,
    "bureaus": list["CoverageChangesBureausItem"],
    "names": NotRequired["CoverageChangesNames"],
    "addresses": NotRequired["CoverageChangesAddresses"],
})
CoverageChangesBureausItem = TypedDict("CoverageChangesBureausItem", {
    "id": "BureauId",
    "before": Literal["file", "no-file", "no-answer", "not-asked"],
    "now": Literal["file", "no-file", "no-answer", "not-asked"],
})
CoverageChangesNames = TypedDict("CoverageChangesNames", {
    "added": list[str],
    "left": list[str],
})
CoverageChangesAddresses = TypedDict("CoverageChangesAddresses", {
    "added": list[str],
    "left": list[str],
})
RecordChanges = TypedDict("RecordChanges", {
    "new": list["NewRecord"],
    "gone": list["GoneRecord"],
    "settled": list["EndedRecord"],
    "transferred": list["EndedRecord"],
    "reopened": list["EndedRecord"],
    "better": list["StandingRecord"],
    "worse": list["StandingRecord"],
    "balances": list["BalanceRecord"],
    "unchanged": int,
    "notCompared": list["RecordChangesNotComparedItem"],
    "unsure": list["RecordChangesUnsureItem"],
})
NewRecord = TypedDict("NewRecord", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "why": Literal["began-since", "bureau-not-heard-before", "not-listed-before"],
    "when": Literal["since", "before", "undated"],
    "status": "AccountStatus",
    "balance": NotRequired["Money"],
    "bureaus": list["BureauId"],
})
GoneRecord = TypedDict("GoneRecord", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "why": Literal["aged-off", "bureau-not-heard-now", "unknown"],
    "statusBefore": "AccountStatus",
    "balanceBefore": NotRequired["Money"],
    "endDate": NotRequired[str],
    "defaultDate": NotRequired[str],
    "bureaus": list["GoneRecordBureausItem"],
})
GoneRecordBureausItem = TypedDict("GoneRecordBureausItem", {
    "id": "BureauId",
    "now": Literal["file", "no-file", "no-answer", "not-asked"],
})
EndedRecord = TypedDict("EndedRecord", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "when": Literal["since", "before", "undated"],
    "statusBefore": "AccountStatus",
    "status": "AccountStatus",
    "endDate": NotRequired[str],
})
StandingRecord = TypedDict("StandingRecord", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "when": Literal["since", "before", "undated"],
    "before": Literal["up-to-date", "late", "1", "2", "3", "4", "5", "6", "arrangement", "default"],
    "now": Literal["up-to-date", "late", "1", "2", "3", "4", "5", "6", "arrangement", "default"],
    "defaultDate": NotRequired[str],
    "worstSince": NotRequired["StandingRecordWorstSince"],
})
StandingRecordWorstSince = TypedDict("StandingRecordWorstSince", {
    "month": str,
    "status": Literal["up-to-date", "late", "1", "2", "3", "4", "5", "6", "arrangement", "default"],
})
BalanceRecord = TypedDict("BalanceRecord", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "when": Literal["since", "before", "undated"],
    "before": "Money",
    "now": "Money",
    "difference": int,
    "lastUpdatedBefore": NotRequired[str],
    "lastUpdated": NotRequired[str],
})
RecordChangesNotComparedItem = TypedDict("RecordChangesNotComparedItem", {
    "recordId": str,
    "what": Literal["status", "balance"],
    "missing": Literal["before", "now", "both"],
})
RecordChangesUnsureItem = TypedDict("RecordChangesUnsureItem", {
    "recordId": str,
    "companyName": NotRequired[str],
    "accountType": "AccountType",
    "accountNumber": NotRequired[str],
    "startDate": NotRequired[str],
    "listed": Literal["before", "now"],
    "mayBe": str,
})
ChangesAnswerDataSearches = TypedDict("ChangesAnswerDataSearches", {
    "new": list["ChangesAnswerDataSearchesNewItem"],
})
ChangesAnswerDataSearchesNewItem = TypedDict("ChangesAnswerDataSearchesNewItem", {
    "companyName": str,
    "date": str,
    "when": Literal["since", "before", "undated"],
})
PublicRecordChanges = TypedDict("PublicRecordChanges", {
    "judgments": NotRequired["PublicRecordChangesJudgments"],
    "insolvencies": NotRequired["PublicRecordChangesInsolvencies"],
    "notices": NotRequired["PublicRecordChangesNotices"],
})
PublicRecordChangesJudgments = TypedDict("PublicRecordChangesJudgments", {
    "new": list["PublicRecordChangesJudgmentsNewItem"],
    "ended": list["PublicRecordChangesJudgmentsEndedItem"],
    "gone": list["PublicRecordChangesJudgmentsGoneItem"],
})
PublicRecordChangesJudgmentsNewItem = TypedDict("PublicRecordChangesJudgmentsNewItem", {
    "kind": Literal["county-court-judgment", "high-court-judgment", "decree", "child-support-order"],
    "status": Literal["open", "satisfied", "set-aside"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "when": Literal["since", "before", "undated"],
})
PublicRecordChangesJudgmentsEndedItem = TypedDict("PublicRecordChangesJudgmentsEndedItem", {
    "kind": Literal["county-court-judgment", "high-court-judgment", "decree", "child-support-order"],
    "status": Literal["open", "satisfied", "set-aside"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "statusBefore": Literal["open", "satisfied", "set-aside"],
    "when": Literal["since", "before", "undated"],
})
PublicRecordChangesJudgmentsGoneItem = TypedDict("PublicRecordChangesJudgmentsGoneItem", {
    "kind": Literal["county-court-judgment", "high-court-judgment", "decree", "child-support-order"],
    "status": Literal["open", "satisfied", "set-aside"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
})
PublicRecordChangesInsolvencies = TypedDict("PublicRecordChangesInsolvencies", {
    "new": list["PublicRecordChangesInsolvenciesNewItem"],
    "ended": list["PublicRecordChangesInsolvenciesEndedItem"],
    "gone": list["PublicRecordChangesInsolvenciesGoneItem"],
})
PublicRecordChangesInsolvenciesNewItem = TypedDict("PublicRecordChangesInsolvenciesNewItem", {
    "kind": Literal["bankruptcy", "individual-voluntary-arrangement", "debt-relief-order", "administration-order", "sequestration", "trust-deed", "debt-arrangement-scheme", "bankruptcy-restrictions", "debt-relief-restrictions", "income-payments", "other"],
    "status": Literal["petition", "in-force", "ended", "annulled"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "when": Literal["since", "before", "undated"],
})
PublicRecordChangesInsolvenciesEndedItem = TypedDict("PublicRecordChangesInsolvenciesEndedItem", {
    "kind": Literal["bankruptcy", "individual-voluntary-arrangement", "debt-relief-order", "administration-order", "sequestration", "trust-deed", "debt-arrangement-scheme", "bankruptcy-restrictions", "debt-relief-restrictions", "income-payments", "other"],
    "status": Literal["petition", "in-force", "ended", "annulled"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
    "statusBefore": Literal["petition", "in-force", "ended", "annulled"],
    "when": Literal["since", "before", "undated"],
})
PublicRecordChangesInsolvenciesGoneItem = TypedDict("PublicRecordChangesInsolvenciesGoneItem", {
    "kind": Literal["bankruptcy", "individual-voluntary-arrangement", "debt-relief-order", "administration-order", "sequestration", "trust-deed", "debt-arrangement-scheme", "bankruptcy-restrictions", "debt-relief-restrictions", "income-payments", "other"],
    "status": Literal["petition", "in-force", "ended", "annulled"],
    "court": NotRequired[str],
    "caseNumber": NotRequired[str],
    "amount": NotRequired["Money"],
    "date": NotRequired[str],
})
PublicRecordChangesNotices = TypedDict("PublicRecordChangesNotices", {
    "new": list["PublicRecordChangesNoticesNewItem"],
    "gone": list["PublicRecordChangesNoticesGoneItem"],
})
PublicRecordChangesNoticesNewItem = TypedDict("PublicRecordChangesNoticesNewItem", {
    "id": "BureauId",
    "type": Literal["correction", "dispute", "unsaid"],
    "ref": NotRequired[str],
    "date": NotRequired[str],
})
PublicRecordChangesNoticesGoneItem = TypedDict("PublicRecordChangesNoticesGoneItem", {
    "id": "BureauId",
    "type": Literal["correction", "dispute", "unsaid"],
    "ref": NotRequired[str],
    "date": NotRequired[str],
})
ChangesAnswerDataAddresses = TypedDict("ChangesAnswerDataAddresses", {
    "new": list["ChangesAnswerDataAddressesNewItem"],
    "gone": list["ChangesAnswerDataAddressesGoneItem"],
    "nowCurrent": list["ChangesAnswerDataAddressesNowCurrentItem"],
})
ChangesAnswerDataAddressesNewItem = TypedDict("ChangesAnswerDataAddressesNewItem", {
    "addressId": str,
    "addressLine1": str,
    "isCurrent": bool,
    "when": Literal["since", "before", "undated"],
})
ChangesAnswerDataAddressesGoneItem = TypedDict("ChangesAnswerDataAddressesGoneItem", {
    "addressId": str,
    "addressLine1": str,
    "isCurrent": bool,
    "why": Literal["bureau-not-heard-now", "unknown"],
})
ChangesAnswerDataAddressesNowCurrentItem = TypedDict("ChangesAnswerDataAddressesNowCurrentItem", {
    "addressId": str,
    "addressLine1": str,
    "isCurrent": bool,
})
NewConsumerSessionRequest = TypedDict("NewConsumerSessionRequest", {
    "bureaus": list["BureauId"],
    "searchType": Literal["pcp"],
    "consentTextId": str,
    "externalReference": NotRequired[str],
    "prefill": NotRequired["Prefill"],
    "returnUrl": NotRequired[str],
    "embedOrigins": NotRequired[list[str]],
    "lifetimeHours": NotRequired[int],
    "showReport": NotRequired[bool],
    "consumerMayChange": NotRequired[list[Literal["firstName", "lastName", "dateOfBirth", "mobileNumber", "addresses", "previousNames"]]],
    "showReportIfChanged": NotRequired[bool],
    "test": NotRequired[bool],
    "challengeOptions": NotRequired["NewConsumerSessionRequestChallengeOptions"],
    "testOptions": NotRequired["TestOptions"],
})
Prefill = TypedDict("Prefill", {
    "title": NotRequired[str],
    "firstName": NotRequired[str],
    "middleName": NotRequired[str],
    "lastName": NotRequired[str],
    "dateOfBirth": NotRequired[str],
    "gender": NotRequired[Literal["M", "F"]],
    "email": NotRequired[str],
    "mobileNumber": NotRequired[str],
    "addresses": NotRequired[list["PrefillAddressesItem"]],
    "previousNames": NotRequired[list["PreviousName"]],
})
PrefillAddressesItem = TypedDict("PrefillAddressesItem", {
    "type": NotRequired[str],
    "ukAddress": "GivenUkAddress",
})
NewConsumerSessionRequestChallengeOptions = TypedDict("NewConsumerSessionRequestChallengeOptions", {
    "status": Literal["challenge", "allow", "block"],
})
NewConsumerSession = TypedDict("NewConsumerSession", {
    "id": str,
    "status": "ConsumerSessionStatus",
    "test": bool,
    "bureaus": list["BureauId"],
    "searchType": Literal["pcp"],
    "externalReference": Union[str, None],
    "consent": "ConsentOfSession",
    "creditReportId": Union[str, None],
    "reason": Union["FailureReason", None],
    "generates": int,
    "triesLeft": Union[int, None],
    "showReport": bool,
    "showReportIfChanged": bool,
    "consumerMayChange": list[Literal["firstName", "lastName", "dateOfBirth", "mobileNumber", "addresses", "previousNames"]],
    "changed": list[str],
    "step": Literal["agreement", "name", "other-names", "date-of-birth", "address", "other-addresses", "mobile", "check", None],
    "sends": list["SentLink"],
    "createdAt": str,
    "expiresAt": str,
    "openedAt": Union[str, None],
    "endedAt": Union[str, None],
    "withdrawnAt": NotRequired[str],
    "url": str,
})
ConsumerSessionStatus = Literal["created", "opened", "consented", "submitted", "code", "complete", "failed", "blocked", "declined", "expired", "cancelled"]
ConsentOfSession = TypedDict("ConsentOfSession", {
    "textId": str,
    "version": int,
    "sha256": str,
    "shownAt": Union[str, None],
    "agreedAt": Union[str, None],
})
SentLink = TypedDict("SentLink", {
    "by": Literal["sms", "email"],
    "state": Literal["waiting", "on-its-way", "delivered", "not-delivered", "refused"],
    "sentAt": str,
})
ConsumerSessionList = TypedDict("ConsumerSessionList", {
    "items": list["ConsumerSession"],
    "token": Union[str, None],
})
ConsumerSession = TypedDict("ConsumerSession", {
    "id": str,
    "status": "ConsumerSessionStatus",
    "test": bool,
    "bureaus": list["BureauId"],
    "searchType": Literal["pcp"],
    "externalReference": Union[str, None],
    "consent": "ConsentOfSession",
    "creditReportId": Union[str, None],
    "reason": Union["FailureReason", None],
    "generates": int,
    "triesLeft": Union[int, None],
    "showReport": bool,
    "showReportIfChanged": bool,
    "consumerMayChange": list[Literal["firstName", "lastName", "dateOfBirth", "mobileNumber", "addresses", "previousNames"]],
    "changed": list[str],
    "step": Literal["agreement", "name", "other-names", "date-of-birth", "address", "other-addresses", "mobile", "check", None],
    "sends": list["SentLink"],
    "createdAt": str,
    "expiresAt": str,
    "openedAt": Union[str, None],
    "endedAt": Union[str, None],
    "withdrawnAt": NotRequired[str],
})
NewLinkRequest = TypedDict("NewLinkRequest", {
    "consentTextId": NotRequired[str],
    "mobileNumber": NotRequired[str],
})
ConsumerSessionAnswer = TypedDict("ConsumerSessionAnswer", {
    "id": str,
    "status": "ConsumerSessionStatus",
    "test": bool,
    "bureaus": list["BureauId"],
    "searchType": Literal["pcp"],
    "externalReference": Union[str, None],
    "consent": "ConsentOfSession",
    "creditReportId": Union[str, None],
    "reason": Union["FailureReason", None],
    "generates": int,
    "triesLeft": Union[int, None],
    "showReport": bool,
    "showReportIfChanged": bool,
    "consumerMayChange": list[Literal["firstName", "lastName", "dateOfBirth", "mobileNumber", "addresses", "previousNames"]],
    "changed": list[str],
    "step": Literal["agreement", "name", "other-names", "date-of-birth", "address", "other-addresses", "mobile", "check", None],
    "sends": list["SentLink"],
    "createdAt": str,
    "expiresAt": str,
    "openedAt": Union[str, None],
    "endedAt": Union[str, None],
    "withdrawnAt": NotRequired[str],
})
SendLinkRequest = TypedDict("SendLinkRequest", {
    "by": Literal["sms", "email"],
    "mobileNumber": NotRequired[str],
    "email": NotRequired[str],
})
ConsumerRequestList = TypedDict("ConsumerRequestList", {
    "items": list["ConsumerRequest"],
    "token": Union[str, None],
})
ConsumerRequest = TypedDict("ConsumerRequest", {
    "id": str,
    "number": str,
    "kind": Literal["complaint", "erasure"],
    "test": bool,
    "consumerSessionId": str,
    "creditReportId": Union[str, None],
    "fromKnownBrowser": bool,
    "receivedAt": str,
    "dueAt": str,
    "outcome": Literal["accepted", "rejected", None],
    "closedAt": Union[str, None],
})
OpenedConsumerRequest = TypedDict("OpenedConsumerRequest", {
    "id": str,
    "number": str,
    "kind": Literal["complaint", "erasure"],
    "test": bool,
    "consumerSessionId": str,
    "creditReportId": Union[str, None],
    "fromKnownBrowser": bool,
    "receivedAt": str,
    "dueAt": str,
    "outcome": Literal["accepted", "rejected", None],
    "closedAt": Union[str, None],
    "text": Union[str, None],
    "contact": Union[str, None],
})
CloseConsumerRequest = TypedDict("CloseConsumerRequest", {
    "outcome": Literal["accepted", "rejected"],
})
ClosedConsumerRequest = TypedDict("ClosedConsumerRequest", {
    "id": str,
    "number": str,
    "kind": Literal["complaint", "erasure"],
    "test": bool,
    "consumerSessionId": str,
    "creditReportId": Union[str, None],
    "fromKnownBrowser": bool,
    "receivedAt": str,
    "dueAt": str,
    "outcome": Literal["accepted", "rejected", None],
    "closedAt": Union[str, None],
})
ConsentTextList = TypedDict("ConsentTextList", {
    "items": list["ConsentText"],
})
ConsentText = TypedDict("ConsentText", {
    "id": str,
    "name": str,
    "locale": str,
    "body": str,
    "blanks": list[str],
    "version": Union[int, None],
    "sha256": Union[str, None],
    "publishedAt": Union[str, None],
    "isPublished": bool,
    "updatedAt": str,
})
NewConsentTextRequest = TypedDict("NewConsentTextRequest", {
    "name": str,
    "locale": NotRequired[Literal["en-GB", "cy"]],
    "body": NotRequired[str],
})
ConsentTextAnswer = TypedDict("ConsentTextAnswer", {
    "id": str,
    "name": str,
    "locale": str,
    "body": str,
    "blanks": list[str],
    "version": Union[int, None],
    "sha256": Union[str, None],
    "publishedAt": Union[str, None],
    "isPublished": bool,
    "updatedAt": str,
})
ConsentTextWithVersions = TypedDict("ConsentTextWithVersions", {
    "id": str,
    "name": str,
    "locale": str,
    "body": str,
    "blanks": list[str],
    "version": Union[int, None],
    "sha256": Union[str, None],
    "publishedAt": Union[str, None],
    "isPublished": bool,
    "updatedAt": str,
    "versions": list["ConsentVersion"],
})
ConsentVersion = TypedDict("ConsentVersion", {
    "version": int,
    "name": str,
    "locale": str,
    "body": str,
    "sha256": str,
    "publishedAt": str,
})
ConsentTextRequest = TypedDict("ConsentTextRequest", {
    "name": NotRequired[str],
    "locale": NotRequired[Literal["en-GB", "cy"]],
    "body": NotRequired[str],
})
Branding = TypedDict("Branding", {
    "name": str,
    "contact": str,
    "regulatedAs": str,
    "fcaNumber": str,
    "privacyUrl": str,
    "colour": Union[str, None],
    "colours": "ReadableColours",
    "logoSha256": Union[str, None],
})
ReadableColours = TypedDict("ReadableColours", {
    "light": str,
    "dark": str,
    "wasChanged": bool,
})
BrandingRequest = TypedDict("BrandingRequest", {
    "name": NotRequired[str],
    "contact": NotRequired[str],
    "regulatedAs": NotRequired[str],
    "fcaNumber": NotRequired[str],
    "privacyUrl": NotRequired[str],
    "colour": NotRequired[Union[str, None]],
    "logo": NotRequired[Union[str, None]],
})
NewClockRequest = TypedDict("NewClockRequest", {
    "at": NotRequired[str],
})
TestClockAnswer = TypedDict("TestClockAnswer", {
    "id": str,
    "at": str,
    "createdAt": str,
    "endsAt": str,
})
TestClockList = TypedDict("TestClockList", {
    "items": list["TestClock"],
})
TestClock = TypedDict("TestClock", {
    "id": str,
    "at": str,
    "createdAt": str,
    "endsAt": str,
})
AdvanceRequest = TypedDict("AdvanceRequest", {
    "by": str,
})
LendersAnswer = TypedDict("LendersAnswer", {
    "items": list["LendersAnswerItemsItem"],
    "updatedAt": Union[str, None],
})
LendersAnswerItemsItem = TypedDict("LendersAnswerItemsItem", {
    "name": str,
    "companies": NotRequired[list[str]],
    "brands": NotRequired[list[str]],
    "formerNames": NotRequired[list[str]],
    "group": NotRequired[str],
    "complaintsAddress": NotRequired[str],
    "motor": NotRequired[bool],
    "moves": NotRequired[list["LendersAnswerItemsItemMovesItem"]],
})
LendersAnswerItemsItemMovesItem = TypedDict("LendersAnswerItemsItemMovesItem", {
    "to": str,
    "on": str,
})
LendersRequest = TypedDict("LendersRequest", {
    "csv": str,
})
Tenant = TypedDict("Tenant", {
    "id": str,
    "name": str,
    "isEnabled": bool,
    "createdAt": str,
    "balance": int,
    "held": int,
    "retentionDays": int,
})
Products = TypedDict("Products", {
    "items": list["Product"],
})
Product = TypedDict("Product", {
    "code": "ProductCode",
    "name": str,
    "credits": int,
    "defaultCredits": int,
})
ProductCode = Literal["credit-report-equifax", "credit-report-experian", "credit-report-transunion", "sms-otp"]
PriceRequest = TypedDict("PriceRequest", {
    "bureaus": list["BureauId"],
    "smsCount": NotRequired[int],
    "test": NotRequired[bool],
})
Price = TypedDict("Price", {
    "totalCredits": int,
    "lines": list["PriceLine"],
})
PriceLine = TypedDict("PriceLine", {
    "productCode": "ProductCode",
    "credits": int,
    "count": int,
})
Transactions = TypedDict("Transactions", {
    "items": list["Transaction"],
    "token": Union[str, None],
})
Transaction = TypedDict("Transaction", {
    "id": str,
    "createdAt": str,
    "kind": Literal["top-up", "adjustment", "hold", "post", "void", "expire"],
    "amount": int,
    "change": int,
    "balance": int,
    "reportId": Union[str, None],
    "smsId": Union[str, None],
    "credentialId": Union[str, None],
    "personId": Union[str, None],
    "reference": Union[str, None],
    "reason": Union[str, None],
    "products": Union[dict[str, int], dict[str, int]],
})
ReportStatement = TypedDict("ReportStatement", {
    "items": list["ReportLines"],
    "token": Union[str, None],
})
ReportLines = TypedDict("ReportLines", {
    "id": str,
    "createdAt": str,
    "reportId": Union[str, None],
    "change": int,
    "spentCredits": int,
    "heldCredits": int,
    "products": dict[str, int],
    "texts": int,
    "lines": list["Transaction"],
})
CreditUsage = TypedDict("CreditUsage", {
    "totalCredits": int,
    "usageByProduct": list["ProductUsage"],
})
ProductUsage = TypedDict("ProductUsage", {
    "productCode": "ProductCode",
    "productName": str,
    "credits": int,
    "count": int,
})
Alerts = TypedDict("Alerts", {
    "items": list["Alert"],
})
Alert = TypedDict("Alert", {
    "kind": Literal["low", "depleted", "velocity", "undelivered"],
    "threshold": int,
    "state": Literal["ok", "fired"],
    "changedAt": str,
})
AlertsRequest = TypedDict("AlertsRequest", {
    "low": list[int],
    "velocity": NotRequired[int],
    "undelivered": NotRequired[int],
})
PaymentSettings = TypedDict("PaymentSettings", {
    "takesCards": bool,
    "simulated": bool,
    "vatPercent": float,
    "debt": int,
})
MakeTopUpRequest = TypedDict("MakeTopUpRequest", {
    "credits": int,
    "keepCard": NotRequired[bool],
})
Payment = TypedDict("Payment", {
    "paymentId": str,
    "purpose": Literal["top-up", "automatic", "settle", "card"],
    "state": Literal["pending", "needs-action", "succeeded", "failed", "needs-attention", "resolved", "reversed"],
    "credits": int,
    "netPence": int,
    "vatPercent": float,
    "vatPence": int,
    "totalPence": int,
    "url": Union[str, None],
    "failure": Literal["card-declined", "card-expired", "insufficient-funds", "authentication-failed", "not-paid-in-time", "provider-error", None],
    "refundedPence": int,
    "disputedPence": int,
    "createdAt": str,
    "succeededAt": Union[str, None],
})
SettledDebt = TypedDict("SettledDebt", {
    "debt": int,
    "payment": Union["Payment", None],
})
Payments = TypedDict("Payments", {
    "items": list["Payment"],
    "token": Union[str, None],
})
PaymentMethods = TypedDict("PaymentMethods", {
    "items": list["PaymentMethod"],
})
PaymentMethod = TypedDict("PaymentMethod", {
    "paymentMethodId": str,
    "brand": str,
    "last4": str,
    "expiryMonth": int,
    "expiryYear": int,
    "createdAt": str,
})
AutomaticTopUp = TypedDict("AutomaticTopUp", {
    "isOn": bool,
    "threshold": Union[int, None],
    "credits": Union[int, None],
    "paymentMethodId": Union[str, None],
    "failures": int,
    "offReason": Literal["failed-three-times", "card-removed", None],
})
AutomaticTopUpRequest = TypedDict("AutomaticTopUpRequest", {
    "isOn": bool,
    "threshold": int,
    "credits": int,
    "paymentMethodId": str,
})
BillingDetails = TypedDict("BillingDetails", {
    "name": Union[str, None],
    "address": Union[str, None],
    "vatNumber": Union[str, None],
})
BillingDetailsRequest = TypedDict("BillingDetailsRequest", {
    "name": str,
    "address": str,
    "vatNumber": NotRequired[str],
})
Invoices = TypedDict("Invoices", {
    "items": list["Invoice"],
    "token": Union[str, None],
})
Invoice = TypedDict("Invoice", {
    "invoiceId": str,
    "kind": Literal["invoice", "credit-note"],
    "number": str,
    "issuedAt": str,
    "paymentId": str,
    "corrects": Union[str, None],
    "seller": "InvoiceSeller",
    "buyer": "InvoiceBuyer",
    "credits": int,
    "netPence": int,
    "vatPercent": float,
    "vatPence": int,
    "totalPence": int,
})
InvoiceSeller = TypedDict("InvoiceSeller", {
    "name": str,
    "address": str,
    "vatNumber": Union[str, None],
})
InvoiceBuyer = TypedDict("InvoiceBuyer", {
    "name": str,
    "address": str,
    "vatNumber": Union[str, None],
})
Profile = TypedDict("Profile", {
    "id": str,
    "firstName": str,
    "lastName": str,
    "email": str,
    "totpEnabled": bool,
    "createdAt": str,
})
TenantList = TypedDict("TenantList", {
    "items": list["TenantListItemsItem"],
    "total": int,
    "token": Union[str, None],
})
TenantListItemsItem = TypedDict("TenantListItemsItem", {
    "id": str,
    "name": str,
    "isEnabled": bool,
    "createdAt": str,
    "lastAccessedAt": Union[str, None],
})
SelectRequest = TypedDict("SelectRequest", {
    "tenantId": str,
})
SelectAnswer = TypedDict("SelectAnswer", {
    "id": str,
    "name": str,
})
TenantAccess = TypedDict("TenantAccess", {
    "role": Literal["owner", "admin", "developer", "finance", "viewer", "operator", None],
    "permissions": list[Literal["reports:write", "reports:read", "wallet:read", "wallet:manage", "webhooks:read", "webhooks:write", "requests:read", "lenders:write", "hosted:write", "reports:live", "reports:reveal", "reports:erase", "credentials:manage", "members:manage", "audit:read", "risk:read", "tenant:manage", "service:operate"]],
})
LoggedRequests = TypedDict("LoggedRequests", {
    "items": list["LoggedRequest"],
    "token": Union[str, None],
})
LoggedRequest = TypedDict("LoggedRequest", {
    "id": str,
    "at": str,
    "method": str,
    "route": str,
    "status": int,
    "code": Union[str, None],
    "details": Union[list["Problem"], None],
    "message": Union[str, None],
    "ms": float,
    "credentialId": Union[str, None],
    "credentialName": Union[str, None],
    "personId": Union[str, None],
    "personName": Union[str, None],
    "reportId": Union[str, None],
    "test": Union[bool, None],
    "help": Union["ErrorHelp", None],
})
Problem = TypedDict("Problem", {
    "path": str,
    "message": str,
})
ErrorHelp = TypedDict("ErrorHelp", {
    "cause": str,
    "mend": str,
})
ErrorGroups = TypedDict("ErrorGroups", {
    "items": list["ErrorGroup"],
})
ErrorGroup = TypedDict("ErrorGroup", {
    "code": str,
    "method": str,
    "route": str,
    "status": int,
    "count": int,
    "firstAt": str,
    "lastAt": str,
    "lastRequestId": str,
    "details": list["CountedProblem"],
    "cause": str,
    "mend": str,
})
CountedProblem = TypedDict("CountedProblem", {
    "path": str,
    "message": str,
    "count": int,
})
TestExchange = TypedDict("TestExchange", {
    "requestId": str,
    "at": str,
    "method": Literal["POST"],
    "path": str,
    "status": int,
    "body": "TestExchangeBody",
    "answer": Union["TestExchangeAnswer", "TestExchangeAnswer"],
})
TestExchangeBody = TypedDict("TestExchangeBody", {})
TestExchangeAnswer = TypedDict("TestExchangeAnswer", {})
Timeline = TypedDict("Timeline", {
    "creditReportId": str,
    "test": bool,
    "status": str,
    "externalReference": Union[str, None],
    "person": Union[str, None],
    "mobileEnding": Union[str, None],
    "createdAt": str,
    "testClockId": NotRequired[str],
    "consumerSessionId": NotRequired[str],
    "costCredits": int,
    "heldCredits": int,
    "waiting": Union["TimelineWaiting", None],
    "events": list["TimelineEvent"],
})
TimelineWaiting = TypedDict("TimelineWaiting", {
    "challengeId": str,
    "expiresAt": str,
    "msLeft": int,
    "triesLeft": int,
    "textsLeft": int,
})
TimelineEvent = TypedDict("TimelineEvent", {
    "at": str,
    "kind": Literal["request-received", "device-check", "risk", "money", "bureau", "sms", "guess", "resend", "request-refused", "ended"],
    "actor": Literal["credential", "person", "consumer", "system"],
    "actorId": Union[str, None],
    "actorName": Union[str, None],
    "credits": int,
    "facts": "TimelineFacts",
})
TimelineFacts = TypedDict("TimelineFacts", {
    "requestId": NotRequired[Union[str, None]],
    "bureaus": NotRequired[list[str]],
    "result": NotRequired[str],
    "verdict": NotRequired[Literal["allow", "challenge", "block"]],
    "reasons": NotRequired[list[str]],
    "move": NotRequired[str],
    "amount": NotRequired[int],
    "products": NotRequired[Union["ProductCredits", None]],
    "bureau": NotRequired[str],
    "outcome": NotRequired[str],
    "tookMs": NotRequired[Union[int, None]],
    "simulated": NotRequired[bool],
    "smsId": NotRequired[Union[str, None]],
    "gateway": NotRequired[Union[str, None]],
    "state": NotRequired[str],
    "costCredits": NotRequired[int],
    "settledAt": NotRequired[Union[str, None]],
    "deliveredAfterMs": NotRequired[Union[int, None]],
    "triesLeft": NotRequired[int],
    "sends": NotRequired[int],
    "sendsLeft": NotRequired[int],
    "sms": NotRequired[Literal["accepted", "refused", "unknown", "none"]],
    "method": NotRequired[str],
    "route": NotRequired[str],
    "code": NotRequired[Union[str, None]],
    "status": NotRequired[Union[str, int]],
    "reason": NotRequired[Union[str, None]],
    "message": NotRequired[Union[str, None]],
})
ProductCredits = TypedDict("ProductCredits", {})
Messages = TypedDict("Messages", {
    "items": list["Message"],
    "token": Union[str, None],
})
Message = TypedDict("Message", {
    "id": str,
    "reportId": Union[str, None],
    "externalReference": Union[str, None],
    "mobileEnding": Union[str, None],
    "state": Literal["waiting", "on-its-way", "delivered", "not-delivered", "refused", "given-up"],
    "gateway": Union[str, None],
    "createdAt": str,
    "handedOverAt": Union[str, None],
    "settledAt": Union[str, None],
    "heldCredits": int,
    "costCredits": int,
    "to": NotRequired[str],
    "text": NotRequired[str],
})
Events = TypedDict("Events", {
    "items": list["Event"],
    "next": Union[str, None],
})
Event = TypedDict("Event", {
    "id": str,
    "version": Literal["v1"],
    "type": "EventType",
    "timestamp": str,
    "data": "EventData",
})
EventType = Literal["report.completed", "report.failed", "report.blocked", "report.erased", "challenge.sent", "challenge.retry", "challenge.passed", "challenge.failed", "challenge.expired", "sms.delivered", "sms.undelivered", "sms.failing", "session.created", "session.opened", "session.consented", "session.submitted", "session.code", "session.completed", "session.failed", "session.blocked", "session.declined", "session.withdrawn", "session.request-received", "session.expired", "session.cancelled", "wallet.low", "wallet.depleted", "wallet.recovered", "wallet.velocity", "payment.succeeded", "payment.failed", "top-up.needs-action", "invoice.issued", "card.expiring", "credential.expiring", "endpoint.failing", "endpoint.disabled", "ping"]
EventData = TypedDict("EventData", {
    "creditReportId": NotRequired[str],
    "externalReference": NotRequired[str],
    "test": bool,
    "status": NotRequired[str],
})
TriggerEvent = TypedDict("TriggerEvent", {
    "type": "EventType",
    "data": NotRequired["TriggerData"],
})
TriggerData = TypedDict("TriggerData", {})
TriggeredEvent = TypedDict("TriggeredEvent", {
    "id": str,
    "version": Literal["v1"],
    "type": "EventType",
    "timestamp": str,
    "data": "EventData",
})
WebhookEndpoints = TypedDict("WebhookEndpoints", {
    "items": list["WebhookEndpoint"],
})
WebhookEndpoint = TypedDict("WebhookEndpoint", {
    "id": str,
    "url": str,
    "description": str,
    "types": list[str],
    "mode": Literal["live", "test"],
    "ordered": bool,
    "ratePerSecond": int,
    "state": Literal["active", "failing", "disabled"],
    "disabledReason": Literal["by-you", "failing", "gone", "asked", None],
    "missed": NotRequired[Union[int, None]],
    "recovery": NotRequired[Union["Recovery", None]],
    "sameAddressAs": NotRequired[list[str]],
    "failingSince": Union[str, None],
    "failures": int,
    "lastSuccessAt": Union[str, None],
    "lastFailureAt": Union[str, None],
    "secret": "EndpointSecret",
    "oldSecret": Union["OldEndpointSecret", None],
    "publicKeys": list[str],
    "createdAt": str,
    "updatedAt": str,
})
Recovery = TypedDict("Recovery", {
    "id": str,
    "since": str,
    "until": str,
    "failedOnly": bool,
    "total": int,
    "delivered": int,
    "failed": int,
    "waiting": int,
    "createdAt": str,
    "cancelledAt": Union[str, None],
})
EndpointSecret = TypedDict("EndpointSecret", {
    "hint": str,
    "createdAt": str,
})
OldEndpointSecret = TypedDict("OldEndpointSecret", {
    "hint": str,
    "expiresAt": str,
})
EndpointRequest = TypedDict("EndpointRequest", {
    "url": str,
    "types": NotRequired[list[Literal["*", "report.completed", "report.failed", "report.blocked", "report.erased", "challenge.sent", "challenge.retry", "challenge.passed", "challenge.failed", "challenge.expired", "sms.delivered", "sms.undelivered", "sms.failing", "session.created", "session.opened", "session.consented", "session.submitted", "session.code", "session.completed", "session.failed", "session.blocked", "session.declined", "session.withdrawn", "session.request-received", "session.expired", "session.cancelled", "wallet.low", "wallet.depleted", "wallet.recovered", "wallet.velocity", "payment.succeeded", "payment.failed", "top-up.needs-action", "invoice.issued", "card.expiring", "credential.expiring", "endpoint.failing", "endpoint.disabled", "ping"]]],
    "mode": Literal["live", "test"],
    "description": NotRequired[str],
    "ordered": NotRequired[bool],
    "ratePerSecond": NotRequired[int],
    "asymmetric": NotRequired[bool],
})
NewWebhookEndpoint = TypedDict("NewWebhookEndpoint", {
    "endpoint": "WebhookEndpoint",
    "secret": str,
})
EndpointChange = TypedDict("EndpointChange", {
    "url": NotRequired[str],
    "types": NotRequired[list[Literal["*", "report.completed", "report.failed", "report.blocked", "report.erased", "challenge.sent", "challenge.retry", "challenge.passed", "challenge.failed", "challenge.expired", "sms.delivered", "sms.undelivered", "sms.failing", "session.created", "session.opened", "session.consented", "session.submitted", "session.code", "session.completed", "session.failed", "session.blocked", "session.declined", "session.withdrawn", "session.request-received", "session.expired", "session.cancelled", "wallet.low", "wallet.depleted", "wallet.recovered", "wallet.velocity", "payment.succeeded", "payment.failed", "top-up.needs-action", "invoice.issued", "card.expiring", "credential.expiring", "endpoint.failing", "endpoint.disabled", "ping"]]],
    "description": NotRequired[str],
    "ordered": NotRequired[bool],
    "ratePerSecond": NotRequired[int],
})
EndpointOverlap = TypedDict("EndpointOverlap", {
    "overlap": Literal["now", "1h", "24h", "7d"],
})
EnableEndpoint = TypedDict("EnableEndpoint", {
    "missed": Literal["send", "skip"],
})
Deliveries = TypedDict("Deliveries", {
    "items": list["Delivery"],
    "token": Union[str, None],
})
Delivery = TypedDict("Delivery", {
    "id": str,
    "eventId": str,
    "type": Union[str, None],
    "externalReference": Union[str, None],
    "state": Literal["due", "delivered", "failed", "dropped"],
    "reason": Union[str, None],
    "replay": bool,
    "attempts": int,
    "lastStatus": Union[int, None],
    "lastMs": Union[int, None],
    "createdAt": str,
    "dueAt": Union[str, None],
    "endedAt": Union[str, None],
})
DeliveryDetail = TypedDict("DeliveryDetail", {
    "id": str,
    "eventId": str,
    "type": Union[str, None],
    "externalReference": Union[str, None],
    "state": Literal["due", "delivered", "failed", "dropped"],
    "reason": Union[str, None],
    "replay": bool,
    "attempts": int,
    "lastStatus": Union[int, None],
    "lastMs": Union[int, None],
    "createdAt": str,
    "dueAt": Union[str, None],
    "endedAt": Union[str, None],
    "body": Union["DeliveredBody", None],
    "tries": list["DeliveryTry"],
})
DeliveredBody = TypedDict("DeliveredBody", {})
DeliveryTry = TypedDict("DeliveryTry", {
    "number": int,
    "at": str,
    "ms": int,
    "status": Union[int, None],
    "problem": Union[str, None],
    "answer": Union[str, None],
})
DeliveryHistogram = TypedDict("DeliveryHistogram", {
    "items": list["HourOfDeliveries"],
})
HourOfDeliveries = TypedDict("HourOfDeliveries", {
    "hour": str,
    "delivered": int,
    "failed": int,
    "waiting": int,
    "retrying": int,
})
ReplayEvent = TypedDict("ReplayEvent", {
    "eventId": str,
})
QueuedDelivery = TypedDict("QueuedDelivery", {
    "deliveryId": str,
})
RecoverEvents = TypedDict("RecoverEvents", {
    "since": str,
    "until": NotRequired[str],
    "failedOnly": NotRequired[bool],
    "preview": NotRequired[bool],
})
Recovered = TypedDict("Recovered", {
    "count": int,
    "recovery": Union["Recovery", None],
})
Overview = TypedDict("Overview", {
    "balance": int,
    "held": int,
    "openChallenges": int,
    "daysLeft": Union[int, None],
    "spend": "Spend",
    "reports": list["ReportCount"],
    "firstSteps": "FirstSteps",
    "attention": list["Attention"],
})
Spend = TypedDict("Spend", {
    "timeZone": str,
    "days": int,
    "totalCredits": int,
    "byDay": list["DaySpend"],
})
DaySpend = TypedDict("DaySpend", {
    "date": str,
    "productCode": "ProductCode",
    "credits": int,
    "count": int,
})
ReportCount = TypedDict("ReportCount", {
    "status": "ReportStatus",
    "test": bool,
    "lastDay": int,
    "lastMonth": int,
})
FirstSteps = TypedDict("FirstSteps", {
    "credentialMadeAt": Union[str, None],
    "liveCredentialMadeAt": Union[str, None],
    "tokenFetchedAt": Union[str, None],
    "testReportMadeAt": Union[str, None],
    "challengePassedAt": Union[str, None],
    "liveReportMadeAt": Union[str, None],
})
Attention = TypedDict("Attention", {
    "kind": Literal["wallet-in-debt", "consumer-waits", "wallet-empty", "balance-low", "top-up-off", "payment-needs-action", "payment-differs", "spending-fast", "errors-rising", "texts-undelivered", "secret-ending", "endpoint-failing", "endpoint-disabled", "simulators-in-use"],
    "message": str,
    "since": Union[str, None],
    "subjectId": Union[str, None],
    "test": Union[bool, None],
})
AttentionList = TypedDict("AttentionList", {
    "items": list["Attention"],
})
Stats = TypedDict("Stats", {
    "step": Literal["hour", "day", "month"],
    "timeZone": str,
    "test": bool,
    "from": str,
    "to": str,
    "steps": list["StepFigures"],
    "sum": "SumFigures",
    "previous": "PreviousFigures",
})
StepFigures = TypedDict("StepFigures", {
    "from": str,
    "to": str,
    "balance": Union[int, None],
    "reports": "ReportFigures",
    "challenges": "ChallengeFigures",
    "texts": "TextFigures",
    "requests": "RequestFigures",
    "latency": Union["LatencyFigures", None],
    "spend": "SpendFigures",
})
ReportFigures = TypedDict("ReportFigures", {
    "total": int,
    "complete": int,
    "waiting": int,
    "failed": int,
    "blocked": int,
})
ChallengeFigures = TypedDict("ChallengeFigures", {
    "made": int,
    "passed": int,
})
TextFigures = TypedDict("TextFigures", {
    "sent": int,
    "delivered": int,
    "undelivered": int,
    "refused": int,
})
RequestFigures = TypedDict("RequestFigures", {
    "total": int,
    "2xx": int,
    "3xx": int,
    "4xx": int,
    "5xx": int,
})
LatencyFigures = TypedDict("LatencyFigures", {
    "p50Ms": int,
    "p95Ms": int,
})
SpendFigures = TypedDict("SpendFigures", {
    "credits": int,
    "byProduct": list["ProductSpend"],
})
ProductSpend = TypedDict("ProductSpend", {
    "productCode": "ProductCode",
    "credits": int,
    "count": int,
})
SumFigures = TypedDict("SumFigures", {
    "reports": "ReportFigures",
    "challenges": "ChallengeFigures",
    "texts": "TextFigures",
    "requests": "RequestFigures",
    "latency": Union["LatencyFigures", None],
    "spend": "SpendFigures",
})
PreviousFigures = TypedDict("PreviousFigures", {
    "from": str,
    "to": str,
    "reports": "ReportFigures",
    "challenges": "ChallengeFigures",
    "texts": "TextFigures",
    "requests": "RequestFigures",
    "latency": Union["LatencyFigures", None],
    "spend": "SpendFigures",
})
Bureaus = TypedDict("Bureaus", {
    "period": Literal["today", "7-days", "30-days"],
    "timeZone": str,
    "step": Literal["half-hour", "day"],
    "from": str,
    "to": str,
    "bureaus": list["BureauFigures"],
    "spend": "BureausSpend",
    "reports": "CompleteReports",
    "lost": "LostTexts",
    "usual": "UsualReports",
})
BureauFigures = TypedDict("BureauFigures", {
    "id": "BureauId",
    "asked": int,
    "answered": int,
    "noFile": int,
    "unanswered": int,
    "p50Ms": Union[int, None],
    "p95Ms": Union[int, None],
    "spend": "BureauSpend",
    "usual": "UsualBureauFigures",
    "steps": list["BureauStep"],
})
BureauSpend = TypedDict("BureauSpend", {
    "credits": int,
    "count": int,
})
UsualBureauFigures = TypedDict("UsualBureauFigures", {
    "asked": int,
    "answered": int,
    "noFile": int,
    "unanswered": int,
    "p50Ms": Union[int, None],
    "p95Ms": Union[int, None],
})
BureauStep = TypedDict("BureauStep", {
    "from": str,
    "asked": int,
    "unanswered": int,
    "p95Ms": Union[int, None],
    "state": Literal["no-calls", "usual", "slow", "unanswered"],
})
BureausSpend = TypedDict("BureausSpend", {
    "credits": int,
    "bureauCredits": int,
    "textCredits": int,
})
CompleteReports = TypedDict("CompleteReports", {
    "complete": int,
    "whole": int,
    "costCredits": Union[int, None],
})
LostTexts = TypedDict("LostTexts", {
    "credits": int,
    "texts": int,
})
UsualReports = TypedDict("UsualReports", {
    "from": str,
    "complete": int,
    "whole": int,
    "costCredits": Union[int, None],
})
SearchAnswer = TypedDict("SearchAnswer", {
    "reports": list["ListedReport"],
    "requests": list["LoggedRequest"],
    "events": list["FoundEvent"],
})
FoundEvent = TypedDict("FoundEvent", {
    "id": str,
    "type": "EventType",
    "test": bool,
    "at": str,
    "subjectId": Union[str, None],
})
ReportCompletedEvent = TypedDict("ReportCompletedEvent", {
    "version": Literal["v1"],
    "type": Literal["report.completed"],
    "timestamp": str,
    "data": "ReportCompletedEventData",
})
ReportCompletedEventData = TypedDict("ReportCompletedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "bureaus": NotRequired[list["ReportCompletedEventDataBureausItem"]],
})
ReportCompletedEventDataBureausItem = TypedDict("ReportCompletedEventDataBureausItem", {
    "id": str,
    "status": "BureauOutcome",
    "tookMs": NotRequired[int],
    "simulated": NotRequired[bool],
})
ReportFailedEvent = TypedDict("ReportFailedEvent", {
    "version": Literal["v1"],
    "type": Literal["report.failed"],
    "timestamp": str,
    "data": "ReportFailedEventData",
})
ReportFailedEventData = TypedDict("ReportFailedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "reason": "FailureReason",
    "bureaus": NotRequired[list["ReportFailedEventDataBureausItem"]],
})
ReportFailedEventDataBureausItem = TypedDict("ReportFailedEventDataBureausItem", {
    "id": str,
    "status": "BureauOutcome",
    "tookMs": NotRequired[int],
    "simulated": NotRequired[bool],
})
ReportBlockedEvent = TypedDict("ReportBlockedEvent", {
    "version": Literal["v1"],
    "type": Literal["report.blocked"],
    "timestamp": str,
    "data": "ReportBlockedEventData",
})
ReportBlockedEventData = TypedDict("ReportBlockedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
})
ReportErasedEvent = TypedDict("ReportErasedEvent", {
    "version": Literal["v1"],
    "type": Literal["report.erased"],
    "timestamp": str,
    "data": "ReportErasedEventData",
})
ReportErasedEventData = TypedDict("ReportErasedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
})
ChallengeSentEvent = TypedDict("ChallengeSentEvent", {
    "version": Literal["v1"],
    "type": Literal["challenge.sent"],
    "timestamp": str,
    "data": "ChallengeSentEventData",
})
ChallengeSentEventData = TypedDict("ChallengeSentEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "challengeId": str,
    "smsId": str,
    "sms": Literal["accepted", "unknown"],
    "sends": int,
    "sendsLeft": int,
})
ChallengeRetryEvent = TypedDict("ChallengeRetryEvent", {
    "version": Literal["v1"],
    "type": Literal["challenge.retry"],
    "timestamp": str,
    "data": "ChallengeRetryEventData",
})
ChallengeRetryEventData = TypedDict("ChallengeRetryEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "challengeId": str,
    "attemptsRemaining": int,
})
ChallengePassedEvent = TypedDict("ChallengePassedEvent", {
    "version": Literal["v1"],
    "type": Literal["challenge.passed"],
    "timestamp": str,
    "data": "ChallengePassedEventData",
})
ChallengePassedEventData = TypedDict("ChallengePassedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "challengeId": str,
    "attemptsRemaining": int,
})
ChallengeFailedEvent = TypedDict("ChallengeFailedEvent", {
    "version": Literal["v1"],
    "type": Literal["challenge.failed"],
    "timestamp": str,
    "data": "ChallengeFailedEventData",
})
ChallengeFailedEventData = TypedDict("ChallengeFailedEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "challengeId": str,
    "attemptsRemaining": int,
})
ChallengeExpiredEvent = TypedDict("ChallengeExpiredEvent", {
    "version": Literal["v1"],
    "type": Literal["challenge.expired"],
    "timestamp": str,
    "data": "ChallengeExpiredEventData",
})
ChallengeExpiredEventData = TypedDict("ChallengeExpiredEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "challengeId": str,
})
SmsDeliveredEvent = TypedDict("SmsDeliveredEvent", {
    "version": Literal["v1"],
    "type": Literal["sms.delivered"],
    "timestamp": str,
    "data": "SmsDeliveredEventData",
})
SmsDeliveredEventData = TypedDict("SmsDeliveredEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "smsId": str,
})
SmsUndeliveredEvent = TypedDict("SmsUndeliveredEvent", {
    "version": Literal["v1"],
    "type": Literal["sms.undelivered"],
    "timestamp": str,
    "data": "SmsUndeliveredEventData",
})
SmsUndeliveredEventData = TypedDict("SmsUndeliveredEventData", {
    "creditReportId": str,
    "externalReference": NotRequired[str],
    "test": bool,
    "status": "ReportStatus",
    "smsId": str,
    "reason": Literal["not-delivered", "refused"],
    "sends": NotRequired[int],
})
SmsFailingEvent = TypedDict("SmsFailingEvent", {
    "version": Literal["v1"],
    "type": Literal["sms.failing"],
    "timestamp": str,
    "data": "SmsFailingEventData",
})
SmsFailingEventData = TypedDict("SmsFailingEventData", {
    "test": bool,
    "texts": int,
    "undelivered": int,
    "threshold": int,
})
SessionCreatedEvent = TypedDict("SessionCreatedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.created"],
    "timestamp": str,
    "data": "SessionCreatedEventData",
})
SessionCreatedEventData = TypedDict("SessionCreatedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionOpenedEvent = TypedDict("SessionOpenedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.opened"],
    "timestamp": str,
    "data": "SessionOpenedEventData",
})
SessionOpenedEventData = TypedDict("SessionOpenedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionConsentedEvent = TypedDict("SessionConsentedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.consented"],
    "timestamp": str,
    "data": "SessionConsentedEventData",
})
SessionConsentedEventData = TypedDict("SessionConsentedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionSubmittedEvent = TypedDict("SessionSubmittedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.submitted"],
    "timestamp": str,
    "data": "SessionSubmittedEventData",
})
SessionSubmittedEventData = TypedDict("SessionSubmittedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionCodeEvent = TypedDict("SessionCodeEvent", {
    "version": Literal["v1"],
    "type": Literal["session.code"],
    "timestamp": str,
    "data": "SessionCodeEventData",
})
SessionCodeEventData = TypedDict("SessionCodeEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionCompletedEvent = TypedDict("SessionCompletedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.completed"],
    "timestamp": str,
    "data": "SessionCompletedEventData",
})
SessionCompletedEventData = TypedDict("SessionCompletedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": str,
    "changed": NotRequired[list[str]],
})
SessionFailedEvent = TypedDict("SessionFailedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.failed"],
    "timestamp": str,
    "data": "SessionFailedEventData",
})
SessionFailedEventData = TypedDict("SessionFailedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
    "reason": "FailureReason",
    "triesLeft": int,
})
SessionBlockedEvent = TypedDict("SessionBlockedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.blocked"],
    "timestamp": str,
    "data": "SessionBlockedEventData",
})
SessionBlockedEventData = TypedDict("SessionBlockedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionDeclinedEvent = TypedDict("SessionDeclinedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.declined"],
    "timestamp": str,
    "data": "SessionDeclinedEventData",
})
SessionDeclinedEventData = TypedDict("SessionDeclinedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionWithdrawnEvent = TypedDict("SessionWithdrawnEvent", {
    "version": Literal["v1"],
    "type": Literal["session.withdrawn"],
    "timestamp": str,
    "data": "SessionWithdrawnEventData",
})
SessionWithdrawnEventData = TypedDict("SessionWithdrawnEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionRequestReceivedEvent = TypedDict("SessionRequestReceivedEvent", {
    "version": Literal["v1"],
    "type": Literal["session.request-received"],
    "timestamp": str,
    "data": "SessionRequestReceivedEventData",
})
SessionRequestReceivedEventData = TypedDict("SessionRequestReceivedEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
    "consumerRequestId": str,
    "kind": Literal["complaint", "erasure"],
})
SessionExpiredEvent = TypedDict("SessionExpiredEvent", {
    "version": Literal["v1"],
    "type": Literal["session.expired"],
    "timestamp": str,
    "data": "SessionExpiredEventData",
})
SessionExpiredEventData = TypedDict("SessionExpiredEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
SessionCancelledEvent = TypedDict("SessionCancelledEvent", {
    "version": Literal["v1"],
    "type": Literal["session.cancelled"],
    "timestamp": str,
    "data": "SessionCancelledEventData",
})
SessionCancelledEventData = TypedDict("SessionCancelledEventData", {
    "consumerSessionId": str,
    "test": bool,
    "status": "ConsumerSessionStatus",
    "externalReference": NotRequired[str],
    "creditReportId": NotRequired[str],
    "changed": NotRequired[list[str]],
})
WalletLowEvent = TypedDict("WalletLowEvent", {
    "version": Literal["v1"],
    "type": Literal["wallet.low"],
    "timestamp": str,
    "data": "WalletLowEventData",
})
WalletLowEventData = TypedDict("WalletLowEventData", {
    "test": bool,
    "available": int,
    "threshold": int,
    "alert": Literal["low", "depleted"],
})
WalletDepletedEvent = TypedDict("WalletDepletedEvent", {
    "version": Literal["v1"],
    "type": Literal["wallet.depleted"],
    "timestamp": str,
    "data": "WalletDepletedEventData",
})
WalletDepletedEventData = TypedDict("WalletDepletedEventData", {
    "test": bool,
    "available": int,
    "threshold": int,
    "alert": Literal["low", "depleted"],
})
WalletRecoveredEvent = TypedDict("WalletRecoveredEvent", {
    "version": Literal["v1"],
    "type": Literal["wallet.recovered"],
    "timestamp": str,
    "data": "WalletRecoveredEventData",
})
WalletRecoveredEventData = TypedDict("WalletRecoveredEventData", {
    "test": bool,
    "available": int,
    "threshold": int,
    "alert": Literal["low", "depleted"],
})
WalletVelocityEvent = TypedDict("WalletVelocityEvent", {
    "version": Literal["v1"],
    "type": Literal["wallet.velocity"],
    "timestamp": str,
    "data": "WalletVelocityEventData",
})
WalletVelocityEventData = TypedDict("WalletVelocityEventData", {
    "test": bool,
    "spentLastHour": int,
    "threshold": int,
})
PaymentSucceededEvent = TypedDict("PaymentSucceededEvent", {
    "version": Literal["v1"],
    "type": Literal["payment.succeeded"],
    "timestamp": str,
    "data": "PaymentSucceededEventData",
})
PaymentSucceededEventData = TypedDict("PaymentSucceededEventData", {
    "paymentId": str,
    "test": bool,
    "credits": int,
    "totalPence": int,
    "purpose": Literal["top-up", "automatic", "settle"],
})
PaymentFailedEvent = TypedDict("PaymentFailedEvent", {
    "version": Literal["v1"],
    "type": Literal["payment.failed"],
    "timestamp": str,
    "data": "PaymentFailedEventData",
})
PaymentFailedEventData = TypedDict("PaymentFailedEventData", {
    "paymentId": str,
    "test": bool,
    "credits": int,
    "totalPence": int,
    "purpose": Literal["top-up", "automatic", "settle"],
    "reason": Literal["card-declined", "card-expired", "insufficient-funds", "authentication-failed", "not-paid-in-time", "provider-error", "differs", "reversed"],
})
TopUpNeedsActionEvent = TypedDict("TopUpNeedsActionEvent", {
    "version": Literal["v1"],
    "type": Literal["top-up.needs-action"],
    "timestamp": str,
    "data": "TopUpNeedsActionEventData",
})
TopUpNeedsActionEventData = TypedDict("TopUpNeedsActionEventData", {
    "paymentId": str,
    "test": bool,
    "credits": int,
    "totalPence": int,
    "purpose": Literal["top-up", "automatic", "settle"],
})
InvoiceIssuedEvent = TypedDict("InvoiceIssuedEvent", {
    "version": Literal["v1"],
    "type": Literal["invoice.issued"],
    "timestamp": str,
    "data": "InvoiceIssuedEventData",
})
InvoiceIssuedEventData = TypedDict("InvoiceIssuedEventData", {
    "invoiceId": str,
    "test": bool,
    "number": str,
    "paymentId": str,
    "totalPence": int,
    "kind": Literal["invoice", "credit-note"],
})
CardExpiringEvent = TypedDict("CardExpiringEvent", {
    "version": Literal["v1"],
    "type": Literal["card.expiring"],
    "timestamp": str,
    "data": "CardExpiringEventData",
})
CardExpiringEventData = TypedDict("CardExpiringEventData", {
    "paymentMethodId": str,
    "test": bool,
    "last4": str,
    "expiryMonth": int,
    "expiryYear": int,
})
CredentialExpiringEvent = TypedDict("CredentialExpiringEvent", {
    "version": Literal["v1"],
    "type": Literal["credential.expiring"],
    "timestamp": str,
    "data": "CredentialExpiringEventData",
})
CredentialExpiringEventData = TypedDict("CredentialExpiringEventData", {
    "credentialId": str,
    "test": bool,
    "expiresAt": str,
    "lastUsedAt": str,
})
EndpointFailingEvent = TypedDict("EndpointFailingEvent", {
    "version": Literal["v1"],
    "type": Literal["endpoint.failing"],
    "timestamp": str,
    "data": "EndpointFailingEventData",
})
EndpointFailingEventData = TypedDict("EndpointFailingEventData", {
    "endpointId": str,
    "test": bool,
    "failingSince": str,
    "failures": int,
    "disabledAt": str,
})
EndpointDisabledEvent = TypedDict("EndpointDisabledEvent", {
    "version": Literal["v1"],
    "type": Literal["endpoint.disabled"],
    "timestamp": str,
    "data": "EndpointDisabledEventData",
})
EndpointDisabledEventData = TypedDict("EndpointDisabledEventData", {
    "endpointId": str,
    "test": bool,
    "reason": Literal["failing", "gone", "asked"],
    "missedSince": str,
})
PingEvent = TypedDict("PingEvent", {
    "version": Literal["v1"],
    "type": Literal["ping"],
    "timestamp": str,
    "data": "PingEventData",
})
PingEventData = TypedDict("PingEventData", {
    "endpointId": str,
    "test": bool,
})
WebhookEvent = Union[ReportCompletedEvent, ReportFailedEvent, ReportBlockedEvent, ReportErasedEvent, ChallengeSentEvent, ChallengeRetryEvent, ChallengePassedEvent, ChallengeFailedEvent, ChallengeExpiredEvent, SmsDeliveredEvent, SmsUndeliveredEvent, SmsFailingEvent, SessionCreatedEvent, SessionOpenedEvent, SessionConsentedEvent, SessionSubmittedEvent, SessionCodeEvent, SessionCompletedEvent, SessionFailedEvent, SessionBlockedEvent, SessionDeclinedEvent, SessionWithdrawnEvent, SessionRequestReceivedEvent, SessionExpiredEvent, SessionCancelledEvent, WalletLowEvent, WalletDepletedEvent, WalletRecoveredEvent, WalletVelocityEvent, PaymentSucceededEvent, PaymentFailedEvent, TopUpNeedsActionEvent, InvoiceIssuedEvent, CardExpiringEvent, CredentialExpiringEvent, EndpointFailingEvent, EndpointDisabledEvent, PingEvent]


class _Operations(_Core):
    def generate_report(self, body: "GenerateRequest", *, idempotency_key: str | None = None) -> "GenerateAnswer":
        """Generate a credit report."""
        answer: "GenerateAnswer" = self._call("generateReport", "POST", f"/{self._tenant}/v1/credit-reports", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_reports(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, status: Union["ReportStatus", None] = None, test: Union[bool, None] = None, external_reference: Union[str, None] = None, reference_start: Union[str, None] = None, sort: Union[Literal["newest", "oldest"], None] = None, count: Union[bool, None] = None, details: Union[bool, None] = None, created_from: Union[str, None] = None, created_to: Union[str, None] = None, bureau: Union["BureauId", None] = None, bureau_answer: Union[Literal["ok", "no-trace", "unanswered"], None] = None) -> "ListAnswer":
        """List credit reports."""
        answer: "ListAnswer" = self._call("listReports", "GET", f"/{self._tenant}/v1/credit-reports", query={"pageSize": page_size, "pageToken": page_token, "status": status, "test": test, "externalReference": external_reference, "referenceStart": reference_start, "sort": sort, "count": count, "details": details, "createdFrom": created_from, "createdTo": created_to, "bureau": bureau, "bureauAnswer": bureau_answer})
        return answer

    def submit_otp(self, credit_report_id: str, body: "OtpRequest", *, idempotency_key: str | None = None) -> "OtpAnswer":
        """Submit the security code."""
        answer: "OtpAnswer" = self._call("submitOtp", "POST", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/otp-challenge", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def resend_sms(self, credit_report_id: str, body: "ResendRequest", *, idempotency_key: str | None = None) -> "ResendAnswer":
        """Send a new code."""
        answer: "ResendAnswer" = self._call("resendSms", "POST", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/resend-sms", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def read_report(self, credit_report_id: str, *, reason: Union[Literal["casework", "consumer-asked", "complaint", "fault", "audit"], None] = None, include: Union[Literal["agreements"], None] = None) -> "ReadAnswer":
        """Read a credit report back."""
        answer: "ReadAnswer" = self._call("readReport", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}", query={"reason": reason, "include": include})
        return answer

    def read_agreements(self, credit_report_id: str, *, reason: Union[Literal["casework", "consumer-asked", "complaint", "fault", "audit"], None] = None, kind: Union[Literal["motor"], None] = None) -> "AgreementsAnswer":
        """The motor-finance agreements of a credit report."""
        answer: "AgreementsAnswer" = self._call("readAgreements", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/agreements", query={"reason": reason, "kind": kind})
        return answer

    def read_attributes(self, credit_report_id: str, *, reason: Union[Literal["casework", "consumer-asked", "complaint", "fault", "audit"], None] = None, as_of: Union[str, None] = None, income_pence: Union[int, None] = None) -> "AttributesAnswer":
        """Figures worked out from a credit report."""
        answer: "AttributesAnswer" = self._call("readAttributes", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/attributes", query={"reason": reason, "asOf": as_of, "incomePence": income_pence})
        return answer

    def read_changes(self, credit_report_id: str, *, reason: Union[Literal["casework", "consumer-asked", "complaint", "fault", "audit"], None] = None, since: str) -> "ChangesAnswer":
        """What changed since an earlier credit report."""
        answer: "ChangesAnswer" = self._call("readChanges", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/changes", query={"reason": reason, "since": since})
        return answer

    def read_evidence(self, credit_report_id: str, *, reason: Union[Literal["casework", "consumer-asked", "complaint", "fault", "audit"], None] = None) -> BinaryIO:
        """The evidence pack of a credit report."""
        answer: BinaryIO = self._call("readEvidence", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/evidence", query={"reason": reason}, accept="application/zip")
        return answer

    def create_consumer_session(self, body: "NewConsumerSessionRequest", *, idempotency_key: str | None = None) -> "NewConsumerSession":
        """Create a link to the hosted page."""
        answer: "NewConsumerSession" = self._call("createConsumerSession", "POST", f"/{self._tenant}/v1/consumer-sessions", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_consumer_sessions(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, status: Union["ConsumerSessionStatus", None] = None, test: Union[bool, None] = None, external_reference: Union[str, None] = None, created_from: Union[str, None] = None, created_to: Union[str, None] = None) -> "ConsumerSessionList":
        """List consumer sessions."""
        answer: "ConsumerSessionList" = self._call("listConsumerSessions", "GET", f"/{self._tenant}/v1/consumer-sessions", query={"pageSize": page_size, "pageToken": page_token, "status": status, "test": test, "externalReference": external_reference, "createdFrom": created_from, "createdTo": created_to})
        return answer

    def renew_link(self, credit_report_id: str, body: "NewLinkRequest", *, idempotency_key: str | None = None) -> "NewConsumerSession":
        """Make a new link for a report that failed."""
        answer: "NewConsumerSession" = self._call("renewLink", "POST", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/new-link", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def read_consumer_session(self, consumer_session_id: str) -> "ConsumerSessionAnswer":
        """Read a consumer session."""
        answer: "ConsumerSessionAnswer" = self._call("readConsumerSession", "GET", f"/{self._tenant}/v1/consumer-sessions/{_q(consumer_session_id)}")
        return answer

    def send_consumer_session(self, consumer_session_id: str, body: "SendLinkRequest", *, idempotency_key: str | None = None) -> "ConsumerSessionAnswer":
        """Send a link by text or e-mail."""
        answer: "ConsumerSessionAnswer" = self._call("sendConsumerSession", "POST", f"/{self._tenant}/v1/consumer-sessions/{_q(consumer_session_id)}/send", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def cancel_consumer_session(self, consumer_session_id: str) -> "ConsumerSessionAnswer":
        """Cancel a consumer session."""
        answer: "ConsumerSessionAnswer" = self._call("cancelConsumerSession", "POST", f"/{self._tenant}/v1/consumer-sessions/{_q(consumer_session_id)}/cancel")
        return answer

    def list_consumer_requests(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, status: Union[Literal["open", "closed"], None] = None, kind: Union[Literal["complaint", "erasure"], None] = None, number: Union[str, None] = None, test: Union[bool, None] = None) -> "ConsumerRequestList":
        """List complaints and erasure requests."""
        answer: "ConsumerRequestList" = self._call("listConsumerRequests", "GET", f"/{self._tenant}/v1/consumer-requests", query={"pageSize": page_size, "pageToken": page_token, "status": status, "kind": kind, "number": number, "test": test})
        return answer

    def read_consumer_request(self, consumer_request_id: str) -> "OpenedConsumerRequest":
        """Read a complaint or an erasure request."""
        answer: "OpenedConsumerRequest" = self._call("readConsumerRequest", "GET", f"/{self._tenant}/v1/consumer-requests/{_q(consumer_request_id)}")
        return answer

    def close_consumer_request(self, consumer_request_id: str, body: "CloseConsumerRequest") -> "ClosedConsumerRequest":
        """Close a complaint or an erasure request."""
        answer: "ClosedConsumerRequest" = self._call("closeConsumerRequest", "POST", f"/{self._tenant}/v1/consumer-requests/{_q(consumer_request_id)}/close", body=body)
        return answer

    def list_consent_texts(self) -> "ConsentTextList":
        """List consent texts."""
        answer: "ConsentTextList" = self._call("listConsentTexts", "GET", f"/{self._tenant}/v1/consent-texts")
        return answer

    def create_consent_text(self, body: "NewConsentTextRequest", *, idempotency_key: str | None = None) -> "ConsentTextAnswer":
        """Begin a consent text."""
        answer: "ConsentTextAnswer" = self._call("createConsentText", "POST", f"/{self._tenant}/v1/consent-texts", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def read_consent_text(self, consent_text_id: str) -> "ConsentTextWithVersions":
        """Read a consent text with its versions."""
        answer: "ConsentTextWithVersions" = self._call("readConsentText", "GET", f"/{self._tenant}/v1/consent-texts/{_q(consent_text_id)}")
        return answer

    def change_consent_text(self, consent_text_id: str, body: "ConsentTextRequest") -> "ConsentTextAnswer":
        """Change the draft of a consent text."""
        answer: "ConsentTextAnswer" = self._call("changeConsentText", "PATCH", f"/{self._tenant}/v1/consent-texts/{_q(consent_text_id)}", body=body)
        return answer

    def publish_consent_text(self, consent_text_id: str) -> "ConsentTextAnswer":
        """Publish the draft as the next version."""
        answer: "ConsentTextAnswer" = self._call("publishConsentText", "POST", f"/{self._tenant}/v1/consent-texts/{_q(consent_text_id)}/publish")
        return answer

    def read_branding(self) -> "Branding":
        """How the hosted pages look."""
        answer: "Branding" = self._call("readBranding", "GET", f"/{self._tenant}/v1/branding")
        return answer

    def change_branding(self, body: "BrandingRequest") -> "Branding":
        """Change how the hosted pages look."""
        answer: "Branding" = self._call("changeBranding", "PATCH", f"/{self._tenant}/v1/branding", body=body)
        return answer

    def create_test_clock(self, body: "NewClockRequest", *, idempotency_key: str | None = None) -> "TestClockAnswer":
        """Make a test clock."""
        answer: "TestClockAnswer" = self._call("createTestClock", "POST", f"/{self._tenant}/v1/test-clocks", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_test_clocks(self) -> "TestClockList":
        """List test clocks."""
        answer: "TestClockList" = self._call("listTestClocks", "GET", f"/{self._tenant}/v1/test-clocks")
        return answer

    def read_test_clock(self, clock_id: str) -> "TestClockAnswer":
        """Read a test clock."""
        answer: "TestClockAnswer" = self._call("readTestClock", "GET", f"/{self._tenant}/v1/test-clocks/{_q(clock_id)}")
        return answer

    def delete_test_clock(self, clock_id: str) -> None:
        """Delete a test clock."""
        self._call("deleteTestClock", "DELETE", f"/{self._tenant}/v1/test-clocks/{_q(clock_id)}")

    def advance_test_clock(self, clock_id: str, body: "AdvanceRequest", *, idempotency_key: str | None = None) -> "TestClockAnswer":
        """Move a test clock on."""
        answer: "TestClockAnswer" = self._call("advanceTestClock", "POST", f"/{self._tenant}/v1/test-clocks/{_q(clock_id)}/advance", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_lenders(self) -> "LendersAnswer":
        """The tenant's own lenders."""
        answer: "LendersAnswer" = self._call("listLenders", "GET", f"/{self._tenant}/v1/lenders")
        return answer

    def put_lenders(self, body: "LendersRequest") -> "LendersAnswer":
        """Replace the tenant's own lenders."""
        answer: "LendersAnswer" = self._call("putLenders", "PUT", f"/{self._tenant}/v1/lenders", body=body)
        return answer

    def delete_lenders(self) -> None:
        """Remove the tenant's own lenders."""
        self._call("deleteLenders", "DELETE", f"/{self._tenant}/v1/lenders")

    def read_tenant(self) -> "Tenant":
        """The tenant and its balance."""
        answer: "Tenant" = self._call("readTenant", "GET", f"/{self._tenant}/v1")
        return answer

    def list_products(self) -> "Products":
        """Products and prices."""
        answer: "Products" = self._call("listProducts", "GET", f"/{self._tenant}/v1/products")
        return answer

    def resolve_price(self, body: "PriceRequest", *, idempotency_key: str | None = None) -> "Price":
        """What a request would cost."""
        answer: "Price" = self._call("resolvePrice", "POST", f"/{self._tenant}/v1/products/resolve-price", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_transactions(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, kind: Union[Literal["top-up", "adjustment", "hold", "post", "void", "expire"], None] = None, report_id: Union[str, None] = None, date_from: Union[str, None] = None, date_to: Union[str, None] = None) -> "Transactions":
        """The statement, line by line."""
        answer: "Transactions" = self._call("listTransactions", "GET", f"/{self._tenant}/v1/billing/transactions", query={"pageSize": page_size, "pageToken": page_token, "kind": kind, "reportId": report_id, "dateFrom": date_from, "dateTo": date_to})
        return answer

    def list_report_statement(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, date_from: Union[str, None] = None, date_to: Union[str, None] = None) -> "ReportStatement":
        """The statement, one item a report."""
        answer: "ReportStatement" = self._call("listReportStatement", "GET", f"/{self._tenant}/v1/billing/reports", query={"pageSize": page_size, "pageToken": page_token, "dateFrom": date_from, "dateTo": date_to})
        return answer

    def read_credit_usage(self, *, date_from: str, date_to: str, time_zone: Union[str, None] = None) -> "CreditUsage":
        """Credits spent, by product."""
        answer: "CreditUsage" = self._call("readCreditUsage", "GET", f"/{self._tenant}/v1/billing/credit-usage", query={"dateFrom": date_from, "dateTo": date_to, "timeZone": time_zone})
        return answer

    def list_alerts(self) -> "Alerts":
        """The alerts of the tenant, and which have fired."""
        answer: "Alerts" = self._call("listAlerts", "GET", f"/{self._tenant}/v1/alerts")
        return answer

    def set_alerts(self, body: "AlertsRequest") -> "Alerts":
        """Set the alerts of the tenant."""
        answer: "Alerts" = self._call("setAlerts", "PUT", f"/{self._tenant}/v1/alerts", body=body)
        return answer

    def read_payment_settings(self) -> "PaymentSettings":
        """Whether tenants pay here, the rate of VAT, and the debt."""
        answer: "PaymentSettings" = self._call("readPaymentSettings", "GET", f"/{self._tenant}/v1/payment-settings")
        return answer

    def make_top_up(self, body: "MakeTopUpRequest", *, idempotency_key: str | None = None) -> "Payment":
        """Buy credits."""
        answer: "Payment" = self._call("makeTopUp", "POST", f"/{self._tenant}/v1/top-ups", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def settle_debt(self, *, idempotency_key: str | None = None) -> "SettledDebt":
        """Pay the debt of the wallet."""
        answer: "SettledDebt" = self._call("settleDebt", "POST", f"/{self._tenant}/v1/settlements", keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_payments(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None) -> "Payments":
        """The payments of the tenant."""
        answer: "Payments" = self._call("listPayments", "GET", f"/{self._tenant}/v1/payments", query={"pageSize": page_size, "pageToken": page_token})
        return answer

    def read_payment(self, payment_id: str) -> "Payment":
        """One payment."""
        answer: "Payment" = self._call("readPayment", "GET", f"/{self._tenant}/v1/payments/{_q(payment_id)}")
        return answer

    def refresh_payment(self, payment_id: str, *, idempotency_key: str | None = None) -> "Payment":
        """Ask the provider about a payment now."""
        answer: "Payment" = self._call("refreshPayment", "POST", f"/{self._tenant}/v1/payments/{_q(payment_id)}/refresh", keyed=True, idempotency_key=idempotency_key)
        return answer

    def resume_payment(self, payment_id: str, *, idempotency_key: str | None = None) -> "Payment":
        """Pay in person what waits for it."""
        answer: "Payment" = self._call("resumePayment", "POST", f"/{self._tenant}/v1/payments/{_q(payment_id)}/resume", keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_payment_methods(self) -> "PaymentMethods":
        """The cards that are kept."""
        answer: "PaymentMethods" = self._call("listPaymentMethods", "GET", f"/{self._tenant}/v1/payment-methods")
        return answer

    def add_payment_method(self, *, idempotency_key: str | None = None) -> "Payment":
        """Keep a card."""
        answer: "Payment" = self._call("addPaymentMethod", "POST", f"/{self._tenant}/v1/payment-methods", keyed=True, idempotency_key=idempotency_key)
        return answer

    def remove_payment_method(self, payment_method_id: str) -> None:
        """Remove a card."""
        self._call("removePaymentMethod", "DELETE", f"/{self._tenant}/v1/payment-methods/{_q(payment_method_id)}")

    def read_automatic_top_up(self) -> "AutomaticTopUp":
        """What is charged by itself."""
        answer: "AutomaticTopUp" = self._call("readAutomaticTopUp", "GET", f"/{self._tenant}/v1/automatic-top-up")
        return answer

    def set_automatic_top_up(self, body: "AutomaticTopUpRequest") -> "AutomaticTopUp":
        """Set what is charged by itself."""
        answer: "AutomaticTopUp" = self._call("setAutomaticTopUp", "PUT", f"/{self._tenant}/v1/automatic-top-up", body=body)
        return answer

    def read_billing_details(self) -> "BillingDetails":
        """Whom invoices are made out to."""
        answer: "BillingDetails" = self._call("readBillingDetails", "GET", f"/{self._tenant}/v1/billing-details")
        return answer

    def set_billing_details(self, body: "BillingDetailsRequest") -> "BillingDetails":
        """Set whom invoices are made out to."""
        answer: "BillingDetails" = self._call("setBillingDetails", "PUT", f"/{self._tenant}/v1/billing-details", body=body)
        return answer

    def list_invoices(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None) -> "Invoices":
        """Invoices and credit notes."""
        answer: "Invoices" = self._call("listInvoices", "GET", f"/{self._tenant}/v1/invoices", query={"pageSize": page_size, "pageToken": page_token})
        return answer

    def read_invoice(self, invoice_id: str) -> "Invoice":
        """One invoice, or as a PDF with Accept: application/pdf."""
        answer: "Invoice" = self._call("readInvoice", "GET", f"/{self._tenant}/v1/invoices/{_q(invoice_id)}")
        return answer

    def read_profile(self) -> "Profile":
        """The person behind the call."""
        answer: "Profile" = self._call("readProfile", "GET", f"/v1/my/profile")
        return answer

    def list_my_tenants(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None) -> "TenantList":
        """The caller's tenants."""
        answer: "TenantList" = self._call("listMyTenants", "GET", f"/v1/my/tenants", query={"pageSize": page_size, "pageToken": page_token})
        return answer

    def select_tenant(self, body: "SelectRequest") -> "SelectAnswer":
        """Select the tenant to work in."""
        answer: "SelectAnswer" = self._call("selectTenant", "POST", f"/v1/my/tenants/select", body=body)
        return answer

    def read_access(self) -> "TenantAccess":
        """What the caller may do on this tenant."""
        answer: "TenantAccess" = self._call("readAccess", "GET", f"/{self._tenant}/v1/access")
        return answer

    def list_requests(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, status: Union[str, None] = None, route: Union[str, None] = None, credential_id: Union[str, None] = None, code: Union[Literal["validation-error", "unauthorized", "insufficient-funds", "forbidden", "not-found", "credit-report-not-found", "challenge-not-found", "method-not-allowed", "conflict", "request-in-progress", "challenge-already-completed", "challenge-closed", "credit-report-not-complete", "challenge-expired", "credit-report-purged", "payload-too-large", "unsupported-media-type", "idempotency-key-reused", "rate-limited", "no-sends-left", "internal-error", "service-unavailable"], None] = None, report_id: Union[str, None] = None, test: Union[bool, None] = None, mode: Union[Literal["test", "live"], None] = None, date_from: Union[str, None] = None, date_to: Union[str, None] = None) -> "LoggedRequests":
        """Every call, the refused ones too, newest first."""
        answer: "LoggedRequests" = self._call("listRequests", "GET", f"/{self._tenant}/v1/requests", query={"pageSize": page_size, "pageToken": page_token, "status": status, "route": route, "credentialId": credential_id, "code": code, "reportId": report_id, "test": test, "mode": mode, "dateFrom": date_from, "dateTo": date_to})
        return answer

    def list_request_errors(self, *, date_from: Union[str, None] = None, date_to: Union[str, None] = None) -> "ErrorGroups":
        """Refusals by code and route, with cause and mend."""
        answer: "ErrorGroups" = self._call("listRequestErrors", "GET", f"/{self._tenant}/v1/requests/errors", query={"dateFrom": date_from, "dateTo": date_to})
        return answer

    def read_request(self, request_id: str) -> "LoggedRequest":
        """One call by its request id."""
        answer: "LoggedRequest" = self._call("readRequest", "GET", f"/{self._tenant}/v1/requests/{_q(request_id)}")
        return answer

    def read_exchange(self, request_id: str) -> "TestExchange":
        """A generate request of test mode with its answer, to be sent again."""
        answer: "TestExchange" = self._call("readExchange", "GET", f"/{self._tenant}/v1/requests/{_q(request_id)}/exchange")
        return answer

    def read_timeline(self, credit_report_id: str) -> "Timeline":
        """What happened to a credit report, step by step."""
        answer: "Timeline" = self._call("readTimeline", "GET", f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}/timeline")
        return answer

    def list_messages(self, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, state: Union[Literal["waiting", "on-its-way", "delivered", "not-delivered", "refused", "given-up"], None] = None) -> "Messages":
        """Text messages: state, gateway, cost."""
        answer: "Messages" = self._call("listMessages", "GET", f"/{self._tenant}/v1/messages", query={"pageSize": page_size, "pageToken": page_token, "state": state})
        return answer

    def list_events(self, *, after: Union[str, None] = None, wait: Union[int, None] = None, types: Union[str, None] = None, test: Union[bool, None] = None, page_size: Union[int, None] = None) -> "Events":
        """What happened, from a position on."""
        answer: "Events" = self._call("listEvents", "GET", f"/{self._tenant}/v1/events", query={"after": after, "wait": wait, "types": types, "test": test, "pageSize": page_size})
        return answer

    def trigger_event(self, body: "TriggerEvent", *, idempotency_key: str | None = None) -> "TriggeredEvent":
        """Make up an event of any type."""
        answer: "TriggeredEvent" = self._call("triggerEvent", "POST", f"/{self._tenant}/v1/test-events", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_webhook_endpoints(self) -> "WebhookEndpoints":
        """The webhook endpoints of the tenant."""
        answer: "WebhookEndpoints" = self._call("listWebhookEndpoints", "GET", f"/{self._tenant}/v1/webhook-endpoints")
        return answer

    def create_webhook_endpoint(self, body: "EndpointRequest", *, idempotency_key: str | None = None) -> "NewWebhookEndpoint":
        """Register an endpoint."""
        answer: "NewWebhookEndpoint" = self._call("createWebhookEndpoint", "POST", f"/{self._tenant}/v1/webhook-endpoints", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def read_webhook_endpoint(self, endpoint_id: str) -> "WebhookEndpoint":
        """One endpoint."""
        answer: "WebhookEndpoint" = self._call("readWebhookEndpoint", "GET", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}")
        return answer

    def change_webhook_endpoint(self, endpoint_id: str, body: "EndpointChange") -> "WebhookEndpoint":
        """Change an endpoint."""
        answer: "WebhookEndpoint" = self._call("changeWebhookEndpoint", "PATCH", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}", body=body)
        return answer

    def delete_webhook_endpoint(self, endpoint_id: str) -> None:
        """Delete an endpoint."""
        self._call("deleteWebhookEndpoint", "DELETE", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}")

    def rotate_webhook_endpoint(self, endpoint_id: str, body: "EndpointOverlap", *, idempotency_key: str | None = None) -> "NewWebhookEndpoint":
        """Give an endpoint a new secret."""
        answer: "NewWebhookEndpoint" = self._call("rotateWebhookEndpoint", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/rotate", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def set_webhook_overlap(self, endpoint_id: str, body: "EndpointOverlap") -> None:
        """Let the old secret sign for longer, or end it now."""
        self._call("setWebhookOverlap", "PUT", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/overlap", body=body)

    def disable_webhook_endpoint(self, endpoint_id: str) -> "WebhookEndpoint":
        """Send nothing to an endpoint until it is enabled."""
        answer: "WebhookEndpoint" = self._call("disableWebhookEndpoint", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/disable")
        return answer

    def enable_webhook_endpoint(self, endpoint_id: str, body: "EnableEndpoint", *, idempotency_key: str | None = None) -> "WebhookEndpoint":
        """Enable an endpoint again, and say what becomes of what it missed."""
        answer: "WebhookEndpoint" = self._call("enableWebhookEndpoint", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/enable", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def list_deliveries(self, endpoint_id: str, *, page_size: Union[int, None] = None, page_token: Union[str, None] = None, state: Union[Literal["due", "delivered", "failed", "dropped"], None] = None, type: Union["EventType", None] = None, event_id: Union[str, None] = None, external_reference: Union[str, None] = None, date_from: Union[str, None] = None, date_to: Union[str, None] = None) -> "Deliveries":
        """What an endpoint was sent."""
        answer: "Deliveries" = self._call("listDeliveries", "GET", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/deliveries", query={"pageSize": page_size, "pageToken": page_token, "state": state, "type": type, "eventId": event_id, "externalReference": external_reference, "dateFrom": date_from, "dateTo": date_to})
        return answer

    def read_delivery(self, endpoint_id: str, delivery_id: str) -> "DeliveryDetail":
        """One delivery with its body and its tries."""
        answer: "DeliveryDetail" = self._call("readDelivery", "GET", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/deliveries/{_q(delivery_id)}")
        return answer

    def count_deliveries(self, endpoint_id: str, *, hours: Union[int, None] = None) -> "DeliveryHistogram":
        """Deliveries by the hour."""
        answer: "DeliveryHistogram" = self._call("countDeliveries", "GET", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/histogram", query={"hours": hours})
        return answer

    def replay_event(self, endpoint_id: str, body: "ReplayEvent", *, idempotency_key: str | None = None) -> "QueuedDelivery":
        """Send one event again."""
        answer: "QueuedDelivery" = self._call("replayEvent", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/replay", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def send_test_event(self, endpoint_id: str, *, idempotency_key: str | None = None) -> "QueuedDelivery":
        """Send a test event."""
        answer: "QueuedDelivery" = self._call("sendTestEvent", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/test", keyed=True, idempotency_key=idempotency_key)
        return answer

    def recover_events(self, endpoint_id: str, body: "RecoverEvents", *, idempotency_key: str | None = None) -> "Recovered":
        """Count, or send again, what an endpoint missed in a period."""
        answer: "Recovered" = self._call("recoverEvents", "POST", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/recover", body=body, keyed=True, idempotency_key=idempotency_key)
        return answer

    def read_recovery(self, endpoint_id: str, recovery_id: str) -> "Recovery":
        """How far a recovery is."""
        answer: "Recovery" = self._call("readRecovery", "GET", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/recoveries/{_q(recovery_id)}")
        return answer

    def cancel_recovery(self, endpoint_id: str, recovery_id: str) -> "Recovery":
        """Cancel a recovery: what it has not sent yet is dropped."""
        answer: "Recovery" = self._call("cancelRecovery", "DELETE", f"/{self._tenant}/v1/webhook-endpoints/{_q(endpoint_id)}/recoveries/{_q(recovery_id)}")
        return answer

    def read_overview(self) -> "Overview":
        """Balance, spending, reports and what needs attention."""
        answer: "Overview" = self._call("readOverview", "GET", f"/{self._tenant}/v1/overview")
        return answer

    def read_attention(self) -> "AttentionList":
        """What needs attention now."""
        answer: "AttentionList" = self._call("readAttention", "GET", f"/{self._tenant}/v1/attention")
        return answer

    def read_stats(self, *, from_: Union[str, None] = None, to: Union[str, None] = None, step: Union[Literal["hour", "day", "month"], None] = None, test: Union[bool, None] = None) -> "Stats":
        """Reports, texts, calls, latency and spending, by hour, day or month."""
        answer: "Stats" = self._call("readStats", "GET", f"/{self._tenant}/v1/stats", query={"from": from_, "to": to, "step": step, "test": test})
        return answer

    def read_bureaus(self, *, period: Union[Literal["today", "7-days", "30-days"], None] = None) -> "Bureaus":
        """How each bureau answered, how fast, and what it cost."""
        answer: "Bureaus" = self._call("readBureaus", "GET", f"/{self._tenant}/v1/bureaus", query={"period": period})
        return answer

    def search(self, *, q: str, test: Union[bool, None] = None) -> "SearchAnswer":
        """Find reports, calls and events by the beginning of a reference or an id."""
        answer: "SearchAnswer" = self._call("search", "GET", f"/{self._tenant}/v1/search", query={"q": q, "test": test})
        return answer


class _AsyncOperations(_Async):
    generate_report = _awaited(_Operations.generate_report)
    list_reports = _awaited(_Operations.list_reports)
    submit_otp = _awaited(_Operations.submit_otp)
    resend_sms = _awaited(_Operations.resend_sms)
    read_report = _awaited(_Operations.read_report)
    read_agreements = _awaited(_Operations.read_agreements)
    read_attributes = _awaited(_Operations.read_attributes)
    read_changes = _awaited(_Operations.read_changes)
    read_evidence = _awaited(_Operations.read_evidence)
    create_consumer_session = _awaited(_Operations.create_consumer_session)
    list_consumer_sessions = _awaited(_Operations.list_consumer_sessions)
    renew_link = _awaited(_Operations.renew_link)
    read_consumer_session = _awaited(_Operations.read_consumer_session)
    send_consumer_session = _awaited(_Operations.send_consumer_session)
    cancel_consumer_session = _awaited(_Operations.cancel_consumer_session)
    list_consumer_requests = _awaited(_Operations.list_consumer_requests)
    read_consumer_request = _awaited(_Operations.read_consumer_request)
    close_consumer_request = _awaited(_Operations.close_consumer_request)
    list_consent_texts = _awaited(_Operations.list_consent_texts)
    create_consent_text = _awaited(_Operations.create_consent_text)
    read_consent_text = _awaited(_Operations.read_consent_text)
    change_consent_text = _awaited(_Operations.change_consent_text)
    publish_consent_text = _awaited(_Operations.publish_consent_text)
    read_branding = _awaited(_Operations.read_branding)
    change_branding = _awaited(_Operations.change_branding)
    create_test_clock = _awaited(_Operations.create_test_clock)
    list_test_clocks = _awaited(_Operations.list_test_clocks)
    read_test_clock = _awaited(_Operations.read_test_clock)
    delete_test_clock = _awaited(_Operations.delete_test_clock)
    advance_test_clock = _awaited(_Operations.advance_test_clock)
    list_lenders = _awaited(_Operations.list_lenders)
    put_lenders = _awaited(_Operations.put_lenders)
    delete_lenders = _awaited(_Operations.delete_lenders)
    read_tenant = _awaited(_Operations.read_tenant)
    list_products = _awaited(_Operations.list_products)
    resolve_price = _awaited(_Operations.resolve_price)
    list_transactions = _awaited(_Operations.list_transactions)
    list_report_statement = _awaited(_Operations.list_report_statement)
    read_credit_usage = _awaited(_Operations.read_credit_usage)
    list_alerts = _awaited(_Operations.list_alerts)
    set_alerts = _awaited(_Operations.set_alerts)
    read_payment_settings = _awaited(_Operations.read_payment_settings)
    make_top_up = _awaited(_Operations.make_top_up)
    settle_debt = _awaited(_Operations.settle_debt)
    list_payments = _awaited(_Operations.list_payments)
    read_payment = _awaited(_Operations.read_payment)
    refresh_payment = _awaited(_Operations.refresh_payment)
    resume_payment = _awaited(_Operations.resume_payment)
    list_payment_methods = _awaited(_Operations.list_payment_methods)
    add_payment_method = _awaited(_Operations.add_payment_method)
    remove_payment_method = _awaited(_Operations.remove_payment_method)
    read_automatic_top_up = _awaited(_Operations.read_automatic_top_up)
    set_automatic_top_up = _awaited(_Operations.set_automatic_top_up)
    read_billing_details = _awaited(_Operations.read_billing_details)
    set_billing_details = _awaited(_Operations.set_billing_details)
    list_invoices = _awaited(_Operations.list_invoices)
    read_invoice = _awaited(_Operations.read_invoice)
    read_profile = _awaited(_Operations.read_profile)
    list_my_tenants = _awaited(_Operations.list_my_tenants)
    select_tenant = _awaited(_Operations.select_tenant)
    read_access = _awaited(_Operations.read_access)
    list_requests = _awaited(_Operations.list_requests)
    list_request_errors = _awaited(_Operations.list_request_errors)
    read_request = _awaited(_Operations.read_request)
    read_exchange = _awaited(_Operations.read_exchange)
    read_timeline = _awaited(_Operations.read_timeline)
    list_messages = _awaited(_Operations.list_messages)
    list_events = _awaited(_Operations.list_events)
    trigger_event = _awaited(_Operations.trigger_event)
    list_webhook_endpoints = _awaited(_Operations.list_webhook_endpoints)
    create_webhook_endpoint = _awaited(_Operations.create_webhook_endpoint)
    read_webhook_endpoint = _awaited(_Operations.read_webhook_endpoint)
    change_webhook_endpoint = _awaited(_Operations.change_webhook_endpoint)
    delete_webhook_endpoint = _awaited(_Operations.delete_webhook_endpoint)
    rotate_webhook_endpoint = _awaited(_Operations.rotate_webhook_endpoint)
    set_webhook_overlap = _awaited(_Operations.set_webhook_overlap)
    disable_webhook_endpoint = _awaited(_Operations.disable_webhook_endpoint)
    enable_webhook_endpoint = _awaited(_Operations.enable_webhook_endpoint)
    list_deliveries = _awaited(_Operations.list_deliveries)
    read_delivery = _awaited(_Operations.read_delivery)
    count_deliveries = _awaited(_Operations.count_deliveries)
    replay_event = _awaited(_Operations.replay_event)
    send_test_event = _awaited(_Operations.send_test_event)
    recover_events = _awaited(_Operations.recover_events)
    read_recovery = _awaited(_Operations.read_recovery)
    cancel_recovery = _awaited(_Operations.cancel_recovery)
    read_overview = _awaited(_Operations.read_overview)
    read_attention = _awaited(_Operations.read_attention)
    read_stats = _awaited(_Operations.read_stats)
    read_bureaus = _awaited(_Operations.read_bureaus)
    search = _awaited(_Operations.search)

# --- End of what is generated.

# What became of a report: the `data` of generate_report, submit_otp and read_report, for a variable that holds one after the other.
Outcome = Union[Complete, AuthenticationRequired, Blocked, Retry, Failed]

_ENDS = "session.completed,session.failed,session.blocked,session.declined,session.expired,session.cancelled"


def _is_over(session: ConsumerSessionAnswer) -> bool:
    """A failed one may be tried again, three reports in all."""
    if session["status"] == "failed":
        return session["generates"] >= 3
    return session["status"] in ("complete", "blocked", "declined", "expired", "cancelled")


class Trefoil(_Operations):
    """The service, by its operations. `session_ended` waits for the end of a link, `pages` reads a list to its end, `csv` streams one as CSV."""

    def pages(self, read: Callable[..., Any], *path: str, **query: Any) -> Iterator[Any]:
        """Every entry of a list: `for report in trefoil.pages(trefoil.list_reports, status="complete")`."""
        token = None
        while True:
            answer = read(*path, **query, page_token=token)
            page = answer.get("data", answer)
            yield from page["items"]
            token = page["token"]
            if token is None:
                return

    def csv(self, kind: Literal["credit-reports", "billing/transactions", "lenders"], **query: Any) -> BinaryIO:
        """All of a list within its filter, as one CSV file that can be read while it arrives."""
        given = {_camel(name): value for name, value in query.items()}
        operation = {"credit-reports": "listReports", "billing/transactions": "listTransactions", "lenders": "listLenders"}.get(kind, kind)
        answer: BinaryIO = self._call(operation, "GET", f"/{self._tenant}/v1/{kind}", query=given, accept="text/csv")
        return answer

    def session_ended(self, consumer_session_id: str) -> ConsumerSessionAnswer:
        """The session of a link once nothing more can happen to it. For a job that may wait: it can take the link's whole time."""
        after = self.list_events(after="latest")["next"]  # Before the session is read: nothing is missed.
        session = self.read_consumer_session(consumer_session_id)
        while not _is_over(session):
            page = self.list_events(types=_ENDS, after=after, wait=25)
            after = page["next"] or after
            if any(event["data"].get("consumerSessionId") == consumer_session_id for event in page["items"]):
                session = self.read_consumer_session(consumer_session_id)
        return session

    def pdf(self, credit_report_id: str, *, reason: Union[str, None] = None) -> BinaryIO:
        """A complete report as a PDF."""
        path = f"/{self._tenant}/v1/credit-reports/{_q(credit_report_id)}"
        answer: BinaryIO = self._call("readReport", "GET", path, query={"reason": reason}, accept="application/pdf")
        return answer


class AsyncTrefoil(_AsyncOperations):
    """`AsyncTrefoil(Trefoil(...))`: every method of the client, to be awaited. Whoever cancels a call stops waiting for it, not the request:
    give it an `idempotency_key`, and repeat it with that."""

    pdf = _awaited(Trefoil.pdf)
    session_ended = _awaited(Trefoil.session_ended)

    async def csv(self, kind: Literal["credit-reports", "billing/transactions", "lenders"], **query: Any) -> BinaryIO:
        """The open answer; reading it waits for the network: `await asyncio.to_thread(answer.read)`."""
        return await asyncio.to_thread(lambda: self.sync.csv(kind, **query))

    async def pages(self, read: Callable[..., Coroutine[Any, Any, Any]], *path: str, **query: Any) -> AsyncIterator[Any]:
        """Every entry of a list: `async for report in trefoil.pages(trefoil.list_reports, status="complete")`."""
        token = None
        while True:
            answer = await read(*path, **query, page_token=token)
            page = answer.get("data", answer)
            for item in page["items"]:
                yield item
            token = page["token"]
            if token is None:
                return


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
