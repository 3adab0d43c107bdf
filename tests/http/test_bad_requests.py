"""Bad input over HTTP, each with its exact answer: one error shape, nothing guessed, nothing broken."""

import json
import logging
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest

from tests.http.hosting import hosting
from undercroft.books import RULES
from undercroft.faces.http import bodies, runner
from undercroft.faces.shared.manual import text_of

HAZARD = "/api/rules/delving.hazard-die"
JSON = {"content-type": "application/json"}
OURS = {"type", "title", "status", "code", "detail", "request_id"}
OPTIONAL = {"fix", "limit", "position", "field"}


def faulty(answer: httpx.Response, status: int, code: str) -> dict[str, object]:
    """The fault in an answer, which has our shape."""
    told: dict[str, object] = answer.json()
    assert "application/problem+json" == answer.headers["content-type"]
    assert OURS <= told.keys() <= OURS | OPTIONAL
    assert (status, status, code) == (answer.status_code, told["status"], told["code"])
    assert answer.headers["x-request-id"] == told["request_id"]
    return told


@pytest.mark.parametrize(
    "expression, code, position",
    [
        ("999999d999999", "dice_too_many", 1),
        ("1001d6", "dice_too_many", 1),
        ("d1!", "dice_always_explodes", 1),
        ("1d1e1", "dice_always_explodes", 1),
        ("1d6!>0", "dice_always_explodes", 1),
        ("10d10!>=1", "dice_always_explodes", 1),
        ("d2r=1r=2", "dice_always_rerolls", 1),
        ("1d8r<4r=4r>4", "dice_always_rerolls", 1),
        ("1d0", "dice_bad_sides", 4),
        ("1d-6", "dice_bad_sides", 3),
        ("d", "dice_bad_sides", 2),
        ("9" * 5000, "number_too_big", 1),
        ("9" * 400 + "*" + "9" * 400, "number_too_big", 1),
        ("9**9**9", "syntax", 3),
        ("2^99999999", "syntax", 2),
        ("(" * 5000 + ")" * 5000, "too_long", 1),
        ("(" * 90 + "1" + ")" * 90, "too_deep", 33),
        ("1+" * 5000 + "1", "too_long", 1),
        ("1/0", "syntax", 2),
        ("", "empty", 1),
        (" \n", "empty", 1),
        ("\uff11\uff44\uff16", "syntax", 1),
        ("\u0663d6", "syntax", 1),
        ("\u00b2d6", "syntax", 1),
        ("1_000d6", "syntax", 1),
        ("1d6\u200b", "bad_character", 4),
        ("1d6\u202e", "bad_character", 4),
        ("1d6; import os", "syntax", 4),
        ("__import__('os')", "syntax", 1),
        ("{{7*7}}", "syntax", 1),
        ("${7*7}", "syntax", 1),
        ("1e400", "syntax", 2),
        ("0.1+0.2", "syntax", 2),
        ("NaN", "syntax", 1),
        ("4d6kh9", "keep_out_of_range", 4),
        ("4d6kh-1", "keep_out_of_range", 4),
        ("4d6kh0", "keep_out_of_range", 4),
    ],
)
@pytest.mark.parametrize("path", ["/api/roll", "/api/odds"])
def test_dice_that_cannot_be_read(client: httpx.Client, path: str, expression: str, code: str, position: int) -> None:
    """422 that points at the character."""
    told = faulty(client.post(path, json={"expression": expression}), 422, code)
    assert position == told["position"]


@pytest.mark.parametrize("expression, total", [("0d6", 0), ("1000d1", 1000), ("-1d1", -1), ("1d1 # <script>", 1)])
def test_odd_dice_that_can_be_read(client: httpx.Client, expression: str, total: int) -> None:
    """Nothing thrown, a thousand dice, a minus and a label are all well."""
    assert total == client.post("/api/roll", json={"expression": expression}).json()["total"]


@pytest.mark.parametrize(
    "body, status, code",
    [
        (b"", 400, "bad_json"),
        (b"{", 400, "bad_json"),
        (b"null", 422, "not_an_object"),
        (b"[]", 422, "not_an_object"),
        (b'"x"', 422, "not_an_object"),
        (b'{"expression": NaN}', 400, "bad_json"),
        (b'{"expression": Infinity}', 400, "bad_json"),
        (b'{"times": 1e400}', 422, "number_out_of_range"),
        (b'{"expression": "\\ud800"}', 400, "bad_unicode"),
        (b'{"expression": "\xff\xfe"}', 400, "bad_encoding"),
        (b'{"expression": "\xc0\xaf"}', 400, "bad_encoding"),
        ('{"expression": "2d6"}'.encode("utf-16"), 400, "bad_encoding"),
        (b'\xef\xbb\xbf{"expression": "2d6"}', 400, "bad_encoding"),
        (b'{"expression": "2d6\\u0000"}', 422, "bad_character"),
        (b"[" * 21 + b"]" * 21, 422, "too_deep"),
        (b"[" * 500 + b"]" * 500, 422, "too_deep"),
        (b"[" * 30_000, 422, "too_deep"),
        (b'{"expression": "2d6", "times": ' + b"9" * 5000 + b"}", 422, "number_out_of_range"),
        (b'{"expression": "2d6", "times": 9007199254740992}', 422, "number_out_of_range"),
        (b'{"expression": "2d6", "times": -9223372036854775809}', 422, "number_out_of_range"),
        (b'{"expression": "2d6", "times": true}', 422, "type"),
        (b'{"expression": "2d6", "times": "3"}', 422, "type"),
        (b'{"expression": "2d6", "times": 1.0}', 422, "type"),
        (b'{"expression": "2d6", "times": 0}', 422, "out_of_range"),
        (b'{"expression": 5}', 422, "type"),
        (b"{}", 422, "missing_field"),
        (b'{"expression": "2d6", "expression": "3d6"}', 400, "duplicate_key"),
        (b'{"expression": "2d6", "seed": 5}', 422, "unknown_field"),
        (b'{"expression": "2d6", "__proto__": {}}', 422, "unknown_field"),
    ],
)
def test_bodies_that_are_not_what_they_should_be(client: httpx.Client, body: bytes, status: int, code: str) -> None:
    """Unreadable bytes are 400, readable ones of the wrong shape 422; nothing is taken for something else."""
    faulty(client.post("/api/roll", content=body, headers=JSON), status, code)


@pytest.mark.parametrize("field", ["actor", "seq", "seed", "visibility", "to"])
@pytest.mark.parametrize("path", [HAZARD, f"{HAZARD}/odds"])
def test_fields_that_nobody_may_send(client: httpx.Client, path: str, field: str) -> None:
    """Beside the situation and within it."""
    beside = {"given": {"danger": "risky"}, field: 1}
    within = {"given": {"danger": "risky", field: 1}}
    assert field == faulty(client.post(path, json=beside), 422, "unknown_field")["field"]
    assert f"given.{field}" == faulty(client.post(path, json=within), 422, "unknown_field")["field"]


def test_a_fault_names_the_field(client: httpx.Client) -> None:
    """Where it lies in the body, and what it may be."""
    answer = faulty(client.post(HAZARD, json={"given": {"danger": "mild"}}), 422, "out_of_range")
    assert ("given.danger", "give normal, risky or deadly") == (answer["field"], answer["fix"])
    assert "given.danger" == faulty(client.post(HAZARD, json={"given": {}}), 422, "missing_field")["field"]


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "",
    ],
)
def test_a_body_must_say_that_it_is_json(client: httpx.Client, kind: str) -> None:
    """Nothing a form on another page could send is looked at."""
    answer = client.post("/api/roll", content=b'{"expression": "2d6"}', headers={"content-type": kind} if kind else {})
    faulty(answer, 415, "bad_content_type")


def test_compressed_bodies_are_not_read(client: httpx.Client) -> None:
    """A bomb stays packed."""
    answer = client.post("/api/roll", content=b"\x1f\x8b" + b"\0" * 50, headers={**JSON, "content-encoding": "gzip"})
    faulty(answer, 415, "bad_content_encoding")


@pytest.mark.parametrize("size", [65 * 1024, 1_000_000])
def test_a_body_that_is_too_big(client: httpx.Client, size: int) -> None:
    """413 before it is parsed."""
    faulty(client.post("/api/roll", content=b'{"expression": "' + b"1" * size + b'"}', headers=JSON), 413, "too_big")


def test_a_body_without_end(raw: Callable[[bytes], bytes], address: str) -> None:
    """413 once it is over the limit, and the server hangs up."""
    chunk = b"2000\r\n" + b" " * 0x2000 + b"\r\n"
    head = f"POST /api/roll HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nContent-Type: application/json\r\n"
    answer = raw(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 9)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("length", ["Content-Length: 99999", "Transfer-Encoding: chunked"])
def test_a_request_that_has_no_body_brings_none(
    raw: Callable[[bytes], bytes], address: str, method: str, length: str
) -> None:
    """Nobody would read it, however long it went on: 400, and the server hangs up."""
    answer = raw(f"{method} /healthz HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\n{length}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in answer


def one_answer(connection: socket.socket) -> bytes:
    """The whole of the next answer."""
    answer = b""
    while not (ended := re.search(rb"content-length: (\d+).*?\r\n\r\n", answer, re.DOTALL | re.IGNORECASE)):
        answer += connection.recv(65_536)
    while len(answer) < ended.end() + int(ended[1]):
        answer += connection.recv(65_536)
    return answer


@pytest.fixture
def unasked() -> Iterator[socket.socket]:
    """A connection on which the owner has sent the head of a request whose body nobody reads, and has its answer."""
    with hosting() as host:
        owner, at = host.owner(), urlsplit(host.address)
        cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
        lines = (
            "POST /api/owner/link HTTP/1.1",
            f"Host: {at.netloc}",
            f"Cookie: {cookies}",
            "Content-Length: 65000000",
        )
        with socket.create_connection((at.hostname or "", at.port or 0), timeout=600) as connection:
            connection.sendall("\r\n".join((*lines, "", "")).encode())
            assert one_answer(connection).startswith(b"HTTP/1.1 200 ")
            yield connection


def test_the_rest_of_a_body_that_nobody_reads_is_left(unasked: socket.socket) -> None:
    """After 64 KiB of it; who is still sending is not cut at once, and so can read the answer."""
    unasked.settimeout(1)
    with suppress(TimeoutError):
        for _ in range(990):
            unasked.sendall(bytes(65_536))
        pytest.fail("the server goes on reading")


def test_the_rest_of_a_body_that_nobody_reads_is_cut(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """In the end, though the request was answered."""
    monkeypatch.setattr(runner, "HEAD_PATIENCE", 0.5)
    unasked: socket.socket = request.getfixturevalue("unasked")
    with suppress(ConnectionError):
        for _ in range(990):
            unasked.sendall(bytes(65_536))
        pytest.fail("the server goes on reading")


def test_a_body_that_nobody_reads_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """However slowly it comes."""
    monkeypatch.setattr(runner, "HEAD_PATIENCE", 0.5)
    unasked: socket.socket = request.getfixturevalue("unasked")
    unasked.settimeout(0.01)
    with suppress(ConnectionError):
        for _ in range(60_000):
            unasked.sendall(b"x")
            with suppress(TimeoutError):
                assert b"" == unasked.recv(65_536)
                return
        pytest.fail("the server goes on waiting")


def test_a_body_that_comes_after_its_answer_is_thrown_away(raw: Callable[[bytes], bytes], address: str) -> None:
    """The client reads its answer, and goes on with another request on the same connection."""
    at, body = urlsplit(address), b'{"expression": "1d1"}'
    lines = (f"Host: {at.netloc}", "Content-Type: application/json", f"Content-Length: {len(body)}", "", "")
    with socket.create_connection((at.hostname or "", at.port or 0), timeout=600) as connection:
        for path, status in (("/api/rules/nothing", b"404"), ("/api/roll", b"200")):
            connection.sendall("\r\n".join((f"POST {path} HTTP/1.1", *lines)).encode())
            if status == b"200":
                connection.sendall(body)
            assert one_answer(connection).startswith(b"HTTP/1.1 " + status)
            if status == b"404":
                connection.sendall(body)


HEADS = ["/", "/join?code=KELP+10", "/api/rules", "/healthz", "/t/nowhere", "/odds?roll=2d6", "/static/x/y"]


@pytest.mark.parametrize("path", HEADS)
def test_a_head_has_no_body_and_the_connection_goes_on(
    client: httpx.Client, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It says what a GET would, and nothing goes wrong behind it, however often."""
    with caplog.at_level(logging.ERROR):
        whole = client.get(path)
        heads = [client.head(path) for _ in range(5)]
        assert {(whole.status_code, b"", whole.headers["content-length"])} == {
            (head.status_code, head.content, head.headers["content-length"]) for head in heads
        }
        assert 200 == client.get("/healthz").status_code
    assert "" == caplog.text


@pytest.mark.parametrize(
    "method, path, allow",
    [
        ("PUT", "/api/roll", "POST"),
        ("GET", "/api/roll", "POST"),
        ("DELETE", "/api/rules", "GET, HEAD"),
        ("PATCH", HAZARD, "GET, HEAD, POST"),
        ("TRACE", "/api/roll", "GET, HEAD, POST"),
        ("OPTIONS", "/api/roll", "GET, HEAD, POST"),
        ("BREW", "/api/roll", "GET, HEAD, POST"),
    ],
)
def test_methods_that_an_address_does_not_take(client: httpx.Client, method: str, path: str, allow: str) -> None:
    """405 that says which it does take."""
    answer = client.request(method, path)
    faulty(answer, 405, "bad_method")
    assert allow == answer.headers["allow"]


def head(address: str, *lines: str) -> bytes:
    """A request with these lines in its head."""
    return "\r\n".join(("GET /healthz HTTP/1.1", f"Host: {urlsplit(address).netloc}", *lines, "", "")).encode()


def test_a_head_that_is_too_big(raw: Callable[[bytes], bytes], address: str) -> None:
    """431 in our shape for a huge header and for too many of them; the server hangs up."""
    for lines in ((f"X-Long: {'a' * 100_000}",), tuple(f"X-{number}: a" for number in range(500))):
        answer = raw(head(address, *lines))
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert OURS <= json.loads(answer.partition(b"\r\n\r\n")[2]).keys()


def test_a_client_that_expects_to_be_told_to_go_on(raw: Callable[[bytes], bytes], address: str) -> None:
    """`Expect: 100-continue` is answered, and then the request."""
    host = urlsplit(address).netloc
    body = b'{"expression": "1d1"}'
    lines = (
        "POST /api/roll HTTP/1.1",
        f"Host: {host}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    answer = raw("\r\n".join((*lines, "Expect: 100-continue", "Connection: close", "", "")).encode() + body)
    assert b"HTTP/1.1 200 OK" in answer


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nX\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: b\r\n\tc: d\r\n e\x00\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n",
        b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n",
        b"HELLO\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
def test_what_is_not_http(raw: Callable[[bytes], bytes], sent: bytes) -> None:
    """400 in our shape, and the server hangs up."""
    answer = raw(sent)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert "bad_http" == json.loads(answer.partition(b"\r\n\r\n")[2])["code"]


def test_a_head_in_pieces_that_is_unclear(address: str) -> None:
    """However it is cut into pieces; one that is clear is answered."""
    at = urlsplit(address)
    for ending, status in ((b"\r\n", b"200"), (b"\n", b"400")):
        with socket.create_connection((at.hostname or "", at.port or 0), timeout=600) as connection:
            for piece in (b"GET /healthz HTTP/1.1\r\nHost: localhost\r", b"\n", b"A: b", ending, b"\r", b"\n"):
                with suppress(BrokenPipeError, ConnectionResetError):
                    connection.sendall(piece)
                time.sleep(0.02)
            assert connection.recv(65_536).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize("unclear", [b"\nHost: localhost\n\n", b"\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n"])
@pytest.mark.parametrize("body", [b"", b'{"expression": "1d1"}'])
def test_a_later_head_that_is_unclear(raw: Callable[[bytes], bytes], body: bytes, unclear: bytes) -> None:
    """In the bytes of the request before it, after its head or its body: the first is answered, and it is refused."""
    first = (
        b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n"
    )
    plain = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer = raw((first + body if body else plain) + b"GET /healthz HTTP/1.1" + unclear)
    assert [b"200", b"400"] == re.findall(rb"HTTP/1\.1 ([0-9]{3})", answer)


def test_a_second_request_after_a_body_that_ends_a_line(client: httpx.Client) -> None:
    """Is a request of its own, and answered."""
    for _ in range(2):
        assert 200 == client.post("/api/roll", content=b'{"expression": "1d1"}\n', headers=JSON).status_code


def test_a_body_that_never_comes(monkeypatch: pytest.MonkeyPatch, raw: Callable[[bytes], bytes], address: str) -> None:
    """408 when its time is up, and the server hangs up."""
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)
    lines = ("POST /api/roll HTTP/1.1", f"Host: {urlsplit(address).netloc}", "Content-Type: application/json")
    answer = raw("\r\n".join((*lines, "Content-Length: 20", "", '{"expression"')).encode())
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert "too_slow" == json.loads(answer.partition(b"\r\n\r\n")[2])["code"]


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_length_and_chunks_together(raw: Callable[[bytes], bytes], address: str, version: str) -> None:
    """Nobody behind a proxy can hide a second request in the first: it is refused, and the connection ends with it."""
    host, body = urlsplit(address).netloc, b'{"expression": "2d6"}'
    lines = (
        *(f"POST /api/roll HTTP/{version}", f"Host: {host}", "Content-Type: application/json"),
        *(f"Content-Length: {len(body)}", "Transfer-Encoding: chunked", "", ""),
    )
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    answer = raw("\r\n".join(lines).encode() + chunked + head(address))
    assert 1 == len(re.findall(rb"HTTP/1.1 \d{3} ", answer))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in answer.lower()


@pytest.mark.parametrize(
    "path",
    [
        "/t/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/%2e%2e%2fapp.py",
        "/static/..%2f..%2fsite.py",
        "/static/x/../../site.py",
        "/%00",
        "/a%5cb",
        "//etc/passwd",
        "/rules//",
        "/" + "a" * 8192,
        "/./healthz",
        "/healthz/.",
        "/healthz.",
        "/HEALTHZ",
    ],
)
def test_addresses_with_nothing_there(raw: Callable[[bytes], bytes], address: str, path: str) -> None:
    """404 for all of them, never a file."""
    lines = (f"GET {path} HTTP/1.1", f"Host: {urlsplit(address).netloc}", "Connection: close", "", "")
    answer = raw("\r\n".join(lines).encode())
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert "not_found" == json.loads(answer.partition(b"\r\n\r\n")[2])["code"]


@pytest.mark.parametrize("rule", ["delving.nothing", "delving.hazard-die.", "x" * 500])
def test_rules_that_are_not_there(client: httpx.Client, rule: str) -> None:
    """404, also for a name that differs by a dot."""
    for answer in (client.get(f"/api/rules/{rule}"), client.post(f"/api/rules/{rule}", json={})):
        faulty(answer, 404, "no_such_rule")


@pytest.mark.parametrize(
    "host", ["evil", "evil:80", "evil.localhost.example", "127.0.0.2", "localhost@evil", "", "[::1", "0x7f000001"]
)
def test_names_that_are_not_ours(client: httpx.Client, host: str) -> None:
    """400, so that no name of someone else's leads here."""
    faulty(client.get("/healthz", headers={"host": host}), 400, "bad_host")


def test_our_own_names(client: httpx.Client, address: str) -> None:
    """The address that was called, and localhost, whatever the port says."""
    port = urlsplit(address).port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "localhost."):
        assert 200 == client.get("/healthz", headers={"host": host}).status_code


@pytest.mark.parametrize("host", ["localhost:99999", "localhost:65536", "localhost:", "localhost:x", "localhost:-1"])
@pytest.mark.parametrize("path", ["/", "/odds", "/t/none", "/api/rules"])
def test_a_port_that_cannot_be(client: httpx.Client, host: str, path: str) -> None:
    """400 in our shape, wherever it is asked."""
    faulty(client.get(path, headers={"host": host}), 400, "bad_host")


def test_forwarded_names_are_not_believed(client: httpx.Client) -> None:
    """No proxy is trusted; the header changes nothing."""
    answer = client.get("/healthz", headers={"x-forwarded-host": "evil", "x-forwarded-for": "1.2.3.4"})
    assert (200, True) == (answer.status_code, "evil" not in answer.text)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://127.0.0.1"},
    ],
)
def test_what_comes_from_other_pages(client: httpx.Client, headers: dict[str, str]) -> None:
    """403; a page of someone else's cannot so much as roll."""
    faulty(client.post("/api/roll", json={"expression": "2d6"}, headers=headers), 403, "bad_origin")


def test_what_comes_from_our_pages(client: httpx.Client, address: str) -> None:
    """Our own origin is welcome, as is a program that names none."""
    for headers in ({"origin": address, "sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {}):
        assert 200 == client.post("/api/roll", json={"expression": "2d6"}, headers=headers).status_code


def test_a_socket_is_not_upgraded(client: httpx.Client) -> None:
    """There are no WebSockets; the request is answered as if it had not asked."""
    headers = {
        "connection": "upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "eA==",
    }
    assert 200 == client.get("/healthz", headers=headers).status_code


@pytest.mark.parametrize("times", [-1, 0, 1001, 10**9])
def test_how_often_it_may_roll(client: httpx.Client, times: int) -> None:
    """From once to a thousand times."""
    faulty(client.post("/api/roll", json={"expression": "2d6", "times": times}), 422, "out_of_range")


@pytest.mark.parametrize("words", ["%", "_", "'", "\\", "(a+)+$", "a" * 10_000])
def test_a_search_takes_words_as_they_are(client: httpx.Client, words: str) -> None:
    """No pattern is hidden in them, and nothing is found that does not hold them."""
    found = client.get("/api/rules", params={"q": words}).json()
    assert all(words.lower() in text_of(RULES[rule["id"]]).lower() for rule in found)
