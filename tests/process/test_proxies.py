"""Behind nginx and without it: everybody has a bucket of their own, and nobody another's."""

import http.client
import shutil
import subprocess
from contextlib import contextmanager

import pytest

from deploy.render import whole
from tests.support.server import Server, free_port, wait_for_port

PAGES, SOCKETS = 5, 3
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
ORIGIN = "https://house.example"
# Not that of deploy/: this proxy appends to X-Forwarded-For what the client has sent in it.
SITE = """
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://127.0.0.1:{behind};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto https;
    }}
}}
"""


class BehindHttps(Server):
    """Whoever asks it directly is sent to HTTPS."""

    def _answers(self):
        try:
            return status("127.0.0.1", self.port) in {200, 301}
        except (OSError, http.client.HTTPException):
            return False


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    settings = {
        "LIMITS": "on",
        "LIMIT_PAGE": f"{PAGES}/600",
        "LIMIT_SOCKET": f"{SOCKETS}/600",
        "HTTPS": "1",
        "TRUSTED_PROXIES": "127.0.0.1",
        "SITE_ORIGINS": ORIGIN,
    }
    with BehindHttps(tmp_path_factory.mktemp("house"), **settings) as server:
        yield server


@pytest.fixture(scope="module")
def proxy(tmp_path_factory, house):
    """The port of an nginx in front of the house."""
    if NGINX is None:
        pytest.skip("needs nginx")
    home, port = tmp_path_factory.mktemp("nginx"), free_port()
    words = "master_process off;\n" + whole(home, SITE.format(port=port, behind=house.port))
    (home / "nginx.conf").write_text(words)
    with running([NGINX, "-e", f"{home}/error.log", "-c", f"{home}/nginx.conf"], port):
        yield port


@contextmanager
def running(command, port):
    process = subprocess.Popen(command)
    try:
        wait_for_port(port, process)
        yield
    finally:
        process.terminate()
        process.wait(60)


def status(source, port, path="/", **headers):
    """The status of the answer to somebody at this address."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request("GET", path, headers={"Host": "house.example"} | given)
    answer = line.getresponse()
    line.close()
    return answer.status


def knock(source, port, **headers):
    """Open a socket: 101, or 403 for who has opened too many."""
    upgrade = {
        "Origin": ORIGIN,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    return status(source, port, "/ws/r/nobody-knows-this/", **upgrade, **headers)


ASKING = [(status, PAGES, 200), (knock, SOCKETS, 101)]


@pytest.mark.parametrize(("ask", "often", "good"), ASKING, ids=["pages", "sockets"])
def test_behind_nginx_two_clients_have_two_buckets(proxy, ask, often, good):
    """Whatever a client says of itself, nginx appends its address, and only that counts."""
    bad = 429 if ask is status else 403
    one, other = f"127.0.1.{often}", f"127.0.2.{often}"
    for number in range(often):
        assert ask(one, proxy, X_Forwarded_For=f"203.0.113.{number}, {other}") == good

    assert ask(one, proxy, X_Forwarded_For="203.0.113.99") == bad
    assert ask(one, proxy, X_Forwarded_For=f"127.0.0.1, {other}") == bad
    for _ in range(often):
        assert ask(other, proxy) == good
    assert ask(other, proxy) == bad


@pytest.mark.parametrize(("ask", "often", "good"), ASKING, ids=["pages", "sockets"])
def test_directly_nobody_is_believed(house, ask, often, good):
    """Nor that a page was asked for by HTTPS: such a page would be sent in the open."""
    bad, good = (429, 301) if ask is status else (403, good)
    one, other = f"127.0.3.{often}", f"127.0.4.{often}"
    for number in range(often):
        forged = {"X_Forwarded_For": f"{other}, 127.0.5.{number}", "X_Forwarded_Proto": "https"}
        assert ask(one, house.port, **forged) == good

    assert ask(one, house.port, X_Forwarded_For="203.0.113.9") == bad
    assert ask(other, house.port) == good


def test_who_asks_too_often_is_told_when_to_come_back(proxy):
    for _ in range(PAGES):
        assert status("127.0.6.1", proxy) == 200
    line = http.client.HTTPConnection("127.0.0.1", proxy, source_address=("127.0.6.1", 0))
    line.request("GET", "/", headers={"Accept-Language": "de"})
    answer = line.getresponse()
    page = answer.read().decode()
    line.close()

    assert answer.status == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert '<html lang="de">' in page
    assert answer.headers["Cache-Control"] == "no-store"
