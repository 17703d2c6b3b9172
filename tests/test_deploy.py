"""The files of deploy/ are what their programs understand, and say what the code needs."""

import os
import re
import shutil
import socket
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy.render import DEPLOY, plain_site, whole
from tests.support.server import Server, free_port

NGINX = os.environ.get("NGINX") or shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
UNITS = sorted(DEPLOY.glob("*.service"))
ROOT = DEPLOY.parent
needs_nginx = pytest.mark.skipif(not NGINX, reason="needs nginx: script/test installs it")


def needs(program):
    return pytest.mark.skipif(
        not shutil.which(program), reason=f"needs {program}: script/test installs it"
    )


def nginx_says(home, site):
    config = home / "nginx.conf"
    config.write_text(whole(home, site))
    command = [NGINX, "-t", "-p", str(home), "-c", str(config)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def certificate(tmp_path):
    """A key and a certificate for it, in one file each."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "play.example")])
    new = x509.CertificateBuilder().subject_name(name).issuer_name(name)
    new = new.public_key(key.public_key()).serial_number(1)
    new = new.not_valid_before(now).not_valid_after(now + timedelta(days=1))
    signed = new.sign(key, hashes.SHA256())
    (tmp_path / "fullchain.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    plain = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "privkey.pem").write_bytes(key.private_bytes(*plain))
    return tmp_path


@needs_nginx
def test_nginx_understands_the_site(tmp_path, certificate):
    site = (DEPLOY / "nginx.conf").read_text()
    site = site.replace("/etc/letsencrypt/live/play.example", str(certificate))
    site = site.replace("/opt/high-society", str(ROOT)).replace("/var/log/nginx", str(tmp_path))

    said = nginx_says(tmp_path, site)

    assert said.returncode == 0, said.stderr
    assert "[warn]" not in said.stderr


@needs_nginx
def test_nginx_understands_the_site_that_tests_and_trials_use(tmp_path):
    said = nginx_says(tmp_path, plain_site(free_port(), [8101, 8102, 8103]))

    assert said.returncode == 0, said.stderr


def test_headers_that_are_set_once_are_set_again_where_nginx_forgets_them():
    """A location that sets one header inherits none."""
    general, _, socket = (DEPLOY / "nginx-proxy.conf").read_text().partition("location /ws/ {")
    names = re.findall(r"proxy_set_header (\S+)", general)

    assert set(names) <= set(re.findall(r"proxy_set_header (\S+)", socket.partition("}")[0]))


@needs("caddy")
def test_caddy_understands_its_file(tmp_path):
    said = subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 0, said.stderr
    assert '"level":"warn"' not in said.stderr


@needs("systemd-analyze")
def test_systemd_understands_the_units(tmp_path):
    for unit in UNITS:
        text = unit.read_text().replace("/opt/high-society", str(ROOT))
        (tmp_path / unit.name).write_text(text)
    names = [unit.name.replace("@", "@8001") for unit in UNITS]

    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(tmp_path / name for name in names)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_lets_its_process_drain(unit, settings):
    text = unit.read_text()
    stop = re.search(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)

    assert stop is not None
    assert int(stop[1]) >= settings.DRAIN_SECONDS + 5
    for line in ("KillSignal=SIGTERM", "KillMode=mixed", "LimitNOFILE=65536", "Type=notify"):
        assert f"\n{line}\n" in text


@pytest.mark.parametrize("program", ["serve", "clock"])
def test_a_process_tells_systemd_when_it_has_begun(program, tmp_path):
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(address))
        supervisor.settimeout(30)
        server = Server(tmp_path / "data", NOTIFY_SOCKET=str(address))
        server.program = ("manage.py", program)
        server.launch()
        try:
            assert supervisor.recv(100) == b"READY=1"
        finally:
            server.stop()


def test_the_body_limit_of_the_proxies_is_not_below_what_an_import_may_be():
    """2 MB of records, and the form around them."""
    for name in ("nginx-proxy.conf", "Caddyfile"):
        assert re.search(r"2100k", Path(DEPLOY / name).read_text(), re.IGNORECASE)
