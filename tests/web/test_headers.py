"""What a browser may keep, and what pages may ask it for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import brotli
import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from games.server.headers import brief_for_files
from tests.support.builders import a_game
from tests.support.visitors import Visitor

ROOT = Path(__file__).parents[2]
OF_A_FILE = {
    "Cache-Control": "max-age=315360000, public, immutable",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "ETag": '"6aff7c1f-6d21"',
    "Last-Modified": "Thu, 19 Nov 2026 22:45:51 GMT",
}
PRODUCTION = {
    "HTTPS": "1",
    "SECRET_KEY": "x9" * 40 + "abcdefgh",
    "ALLOWED_HOSTS": "house.example",
    "SITE_ORIGINS": "https://house.example",
    "TRUSTED_PROXIES": "127.0.0.1,::1",
}


@pytest.mark.django_db
def test_private_pages_are_not_stored():
    here = a_game()
    ann = Visitor(here.people[0])
    for name, place in [("home", None), ("room", here.room), ("my-games", None), ("login", None)]:
        response = ann.get(name, place)
        assert {"private", "no-store"} <= set(response["Cache-Control"].split(", ")), name
        assert response["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in response["Permissions-Policy"]


def test_the_service_worker_is_asked_for_anew_and_keeps_no_page():
    response = Visitor().get("service-worker")
    script = response.content.decode()

    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in response["Content-Security-Policy"]
    assert "Set-Cookie" not in response
    kept = re.findall(r"shell\.(?:put|add|addAll)\((.*)\)", script)
    assert kept == [
        'new Request(RELEASE.offline, { cache: "reload" })',
        "RELEASE.files",
        "request, fresh.clone()",
    ]


def test_the_service_worker_is_another_one_where_its_page_reads_otherwise():
    scripts = {
        Visitor().client.get("/service-worker.js", headers={"accept-language": code}).content
        for code in ("en", "de", "en")
    }

    assert len(scripts) == 2


@pytest.mark.django_db
def test_refusals_and_forms_are_not_stored():
    assert Visitor().get("room", "nobody-knows-this")["Cache-Control"] == "private, no-store"
    refused = Visitor().post("join", data={"code": "AAAAAAAA"})
    assert refused["Cache-Control"] == "private, no-store"


@pytest.mark.django_db
def test_rules_may_be_kept_by_the_browser():
    for name, place in [("rules", None), ("rules-of", "classic")]:
        assert Visitor().get(name, place)["Cache-Control"] == "private, no-cache"


@pytest.mark.django_db
def test_only_pages_say_what_they_ask_of_the_browser():
    """The list is longer than some of the small files of a page."""
    here = a_game()

    assert "Permissions-Policy" in Visitor(here.people[0]).get("room", here.room)
    assert "Permissions-Policy" not in Visitor(here.people[0]).get("qr", here.room)


def checked(tmp_path, **variables):
    """What `check --deploy` says of these settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=kept | {"DATA_DIR": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_settings_are_clean(tmp_path):
    done = checked(tmp_path, **PRODUCTION)

    assert done.returncode == 0, done.stderr


def test_a_proxy_that_is_not_named_is_warned_of(tmp_path):
    done = checked(tmp_path, **PRODUCTION | {"TRUSTED_PROXIES": ""})

    assert done.returncode == 1
    assert "TRUSTED_PROXIES is empty" in done.stderr


def test_a_bad_limit_is_named_at_the_start(tmp_path):
    done = checked(tmp_path, **PRODUCTION | {"LIMIT_ROOM": "ten"})

    assert done.returncode == 1
    assert "LIMIT_ROOM must be a number, a slash and seconds, such as 10/60" in done.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "br"), ("gzip", "gzip"), ("deflate, gzip;q=1.0", "gzip")],
)
def test_pages_are_compressed_and_their_length_tells_little(client, accepted, encoding):
    accepting = {"accept-encoding": accepted}
    pages = [client.get("/rules/", headers=accepting) for _ in range(9)]

    assert {page["Content-Encoding"] for page in pages} == {encoding}
    assert len({page["Content-Length"] for page in pages}) > 1
    assert all(int(page["Content-Length"]) == len(page.content) for page in pages)
    assert "Accept-Encoding" in pages[0]["Vary"]
    assert "Content-Encoding" not in client.get("/rules/")
    assert "Content-Encoding" not in client.get("/robots.txt", headers=accepting)


@pytest.mark.django_db
def test_a_page_by_brotli_is_the_page_and_a_comment_of_some_length(client):
    plain = client.get("/offline/").content
    pages = [client.get("/offline/", headers={"accept-encoding": "br"}) for _ in range(9)]

    read = [brotli.decompress(page.content) for page in pages]
    ends = {page.removeprefix(plain) for page in read}
    assert all(page.startswith(plain) for page in read)
    assert all(re.fullmatch(rb"<!--\w{0,100}-->", end) for end in ends)
    assert len({len(end) for end in ends}) > 1


def test_a_static_file_brings_no_headers_of_documents():
    response = brief_for_files(lambda _: HttpResponse(headers=OF_A_FILE))(RequestFactory().get("/"))

    assert set(response.headers) == {"Content-Type", "Cache-Control"}
