"""Runs packages/retry-cases.json and packages/webhook-cases.json against trefoil.py, with a scripted transport in place of the network.
test/sdk/service.test.ts starts it."""

import asyncio
import base64
import copy
import email.message
import functools
import http.client
import io
import json
import os
import pathlib
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import trefoil

FOLDER = pathlib.Path(__file__).parent.parent
BODY = {"meta": {}, "data": {"status": "blocked", "creditReportId": "r"}}


class Cut(io.BytesIO):
    def read(self, *_: object) -> bytes:
        raise http.client.IncompleteRead(b"{")


class Scripted(trefoil.Transport):
    def __init__(self, tries: list[Any], token_tries: list[Any]) -> None:
        self.tries, self.token_tries, self.tokens, self.clock = list(tries), list(token_tries), 0, 0.0
        self.calls: list[tuple[str | None, Any, str | None]] = []
        self.pauses: list[int] = []

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        if request.full_url.endswith("/v1/oauth/token"):
            self.tokens += 1
            return self.answer(request, self.token_tries, {"access_token": f"token-{self.tokens}", "expires_in": 900}, "error")
        self.calls.append((request.get_header("Idempotency-key"), request.data, request.get_header("Authorization")))
        return self.answer(request, self.tries, BODY, "code")

    def answer(self, request: urllib.request.Request, tries: list[Any], good: dict[str, Any], named: str) -> Any:
        answer: Any = tries.pop(0) if tries else "ok"
        if isinstance(answer, dict):
            self.clock += answer.get("takesMs", 0) / 1000
        if answer == "ok":
            return io.BytesIO(json.dumps(good).encode())
        if answer == "no-answer":
            raise urllib.error.URLError("connection refused")
        if answer == "late":
            # As urllib does: while it connects, or while it reads.
            raise urllib.error.URLError(TimeoutError()) if len(tries) % 2 else TimeoutError()
        if answer == "cut":
            return Cut()
        headers = email.message.Message()
        headers["x-request-id"] = "r-1"
        if "retryAfter" in answer:
            headers["retry-after"] = str(answer["retryAfter"])
        code = answer.pop("code")
        text = json.dumps({"message": "No.", **answer, named: code}) if code else "<html>Bad gateway</html>"
        raise urllib.error.HTTPError(request.full_url, answer["status"], "", headers, io.BytesIO(text.encode()))

    def now(self) -> float:
        return self.clock

    def sleep(self, seconds: float) -> None:
        self.pauses.append(round(seconds * 1000))
        self.clock += seconds

    def chance(self) -> float:
        return 1.0


CALLS: dict[str, Callable[[Any], Any]] = {
    "generate": lambda client: client.generate_report({"firstName": "Ada"}),
    "submit": lambda client: client.submit_otp("r", {"challengeId": "c", "code": "123456"}),
    "resend": lambda client: client.resend_sms("r", {"challengeId": "c"}),
    "read": lambda client: client.read_report("r"),
    "keyless": lambda client: client.disable_webhook_endpoint("e"),
}


def run(case: dict[str, Any], is_async: bool = False) -> None:
    case = copy.deepcopy(case)
    transport = Scripted(case["tries"], case.get("tokenTries", []))
    told: list[Any] = []
    client = trefoil.Trefoil("http://service.test/", "t", "c", "s", transport=transport, on_try=told.append)
    ended, key = "ok", None
    try:
        if is_async:
            asyncio.run(CALLS[case["call"]](trefoil.AsyncTrefoil(client)))
        else:
            CALLS[case["call"]](client)
    except trefoil.TrefoilError as error:
        ended, key = type(error).__name__.replace("ConnectionFailed", "ConnectionError"), error.idempotency_key
        assert "Ada" not in str(error) and "Bad gateway" not in str(error), str(error)
        assert not transport.calls or key == transport.calls[0][0], "the error has the key"
        assert (key is not None) == (case["call"] not in ("read", "keyless")), key
        said = [error.retryable, error.outcome_unknown]
        assert said == [case["retryable"], case["outcomeUnknown"]], f"{said} of retryable, outcomeUnknown"
        assert error.help == case.get("help", error.help) and "  " not in str(error), f"{error}: {error.help}"
        code = case.get("code", error.code if error.status else "no-answer")
        assert error.code == code and (error.status or f"{code}: The service at service.test " in str(error)), str(error)
    asked = {"generate": "generateReport", "submit": "submitOtp", "resend": "resendSms", "read": "readReport", "keyless": "disableWebhookEndpoint"}
    operations = {"token", asked[case["call"]]} if transport.calls else {"token"}
    assert {one["operation"] for one in told} == operations and all(one["ms"] >= 0 for one in told), told
    assert len(told) == len(transport.calls) + transport.tokens and "Ada" not in str(told), told
    keys = {key for key, _, _ in transport.calls}
    assert len(keys) == len({body for _, body, _ in transport.calls}) == min(case["sent"], 1), "one key and one body"
    assert not keys or (None not in keys) == (case["call"] not in ("read", "keyless")), keys
    found = {"ends": ended, "sent": len(transport.calls), "pauses": transport.pauses, "tokens": transport.tokens}
    wanted = {"ends": case["ends"], "sent": case["sent"], "pauses": case["pauses"], "tokens": case.get("tokens", 1)}
    assert found == wanted, f"{found} is not {wanted}"


def verify(case: dict[str, Any]) -> None:
    body = base64.b64decode(case["bodyBase64"]) if "bodyBase64" in case else case["body"]
    found: str | None = None
    try:
        found = trefoil.verify_webhook(body, case["headers"], case["secrets"], case["now"])["id"]
    except trefoil.WebhookRefused as refused:
        assert case.get("says", "") in str(refused), refused
    assert found == case["id"], f"{found} is not {case['id']}"


def sign() -> None:
    secret = "whsec_" + base64.b64encode(b"a secret of the endpoint").decode()
    headers = trefoil.sign_webhook('{"type":"ping"}', secret, id="e-1", now=1_700_000_000)
    assert trefoil.verify_webhook('{"type":"ping"}', headers, secret, 1_700_000_000)["id"] == "e-1"


class Tells(trefoil.Transport):
    """Notes what is asked, and answers what it is given, in turn."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.answers = [{"access_token": "t", "expires_in": 900}, *answers]

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        self.asked.append(request.full_url)
        return io.BytesIO(json.dumps(self.answers.pop(0)).encode())


def environment() -> None:
    given = {"URL": "http://env.test", "TENANT": "t", "CLIENT_ID": "c", "CLIENT_SECRET": "s"}
    os.environ.update({f"TREFOIL_{name}": value for name, value in given.items()})
    told = Tells({})
    trefoil.Trefoil(transport=told).read_tenant()
    assert told.asked == ["http://env.test/v1/oauth/token", "http://env.test/t/v1"], told.asked
    del os.environ["TREFOIL_TENANT"]
    samples: list[dict[str, Any]] = [{}, {"base_url": "http://other.test", "tenant_id": "t", "client_id": "c"}]
    for some in samples:
        try:
            trefoil.Trefoil(**some)
        except TypeError as error:
            assert ("client_secret" if some else "TREFOIL_TENANT") in str(error), error
            continue
        raise AssertionError("the environment filled in what was left out")


def ended() -> None:
    def session(status: str, generates: int) -> dict[str, Any]:
        return {"status": status, "generates": generates}

    def told_of(id: str) -> dict[str, Any]:
        return {"items": [{"data": {"consumerSessionId": id}}, {"data": {}}], "next": "later"}

    # Another link's end, a failure that may be tried again, the last one.
    told = Tells({"items": [], "next": "now"}, session("opened", 0), told_of("other"), told_of("one"), session("failed", 2),
                 {"items": [], "next": None}, told_of("one"), session("failed", 3))
    client = trefoil.Trefoil("http://x.test", "t", "c", "s", transport=told)
    assert client.session_ended("one")["generates"] == 3
    assert [url.split("after=")[1].split("&")[0] for url in told.asked if "after=" in url] == ["latest", "now", "later", "later", "later"]
    assert told.answers == []


if __name__ == "__main__":
    sign()
    environment()
    ended()
    for bad in ("reports.example.com", "ftp://x.test", "https://x.test/?a=1"):
        try:
            trefoil.Trefoil(bad, "t", "c", "s")
        except TypeError:
            continue
        raise AssertionError(f"{bad} was taken for an address")
    count = 0
    wrong: list[str] = []
    by_asyncio = functools.partial(run, is_async=True)
    checks: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
        ("retry-cases.json", run),
        ("retry-cases.json", by_asyncio),
        ("webhook-cases.json", verify),
    ]
    for file, check in checks:
        for case in json.loads((FOLDER / file).read_text())["cases"]:
            count += 1
            try:
                check(case)
            except Exception as error:
                wrong.append(f"{file}: {case['name']}: {error!r}")
    print(json.dumps({"run": count, "wrong": wrong}))
