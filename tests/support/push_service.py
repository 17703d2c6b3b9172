"""A push service of our own: it takes messages, checks who signed them, and reads them."""

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Self

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.urls import reverse

from games.accounts.session import DEVICE
from games.models import Device, Player, PushSubscription
from games.notifications import devices, vapid

AUTH = bytes(range(16))


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def raw(data: str) -> bytes:
    return urlsafe_b64decode(data + "=" * (-len(data) % 4))


@dataclass
class Phone:
    """A browser with keys of its own, and where its messages go."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def fields(self) -> dict[str, str]:
        """What the browser's script sends when notifications are switched on."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(AUTH)}

    def read(self, body: bytes) -> dict[str, Any]:
        """The message, which nobody without the key can read."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH))

    def subscribe(self, player: Player) -> PushSubscription:
        """Switch notifications on for a new browser of the player."""
        device = Device.objects.create(player=player, agent="Firefox, Android")
        return devices.switch_on(player, device.number, self.fields())

    def visit(self, visitor: Any, player: Player) -> Any:
        """The same over HTTP, as a page of the player does it."""
        device = Device.objects.create(player=player, agent="Firefox, Android")
        session = visitor.client.session
        session[DEVICE] = device.number
        session.save()
        return visitor.client.post(reverse("device-on"), self.fields())


@dataclass
class Received:
    """One request: where to, its headers, its body, and when it came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)


class PushService:
    """Answers by the path: `/ok/…`, `/status/410/…`, `/hang/…`, `/rubbish/…`, `/endless/…`."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.is_over = Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service._answer(self)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 200

            def handle_error(self, *_: object) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Self:
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()

    def phone(self, path: str = "/ok/1") -> Phone:
        return Phone(self.url + path)

    def messages(self, phone: Phone) -> list[dict[str, Any]]:
        """What has come for this phone, read with its key, each with a valid signature."""
        mine = [each for each in self.received if self.url + each.path == phone.endpoint]
        for each in mine:
            check_signature(each.headers["authorization"], self.url)
        return [phone.read(each.body) for each in mine]

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in request.headers.items()}
        body = request.rfile.read(int(headers["content-length"]))
        kind, _, rest = request.path.strip("/").partition("/")
        self.received.append(Received(request.path, headers, body))
        if kind == "hang":
            self.is_over.wait(60)
        elif kind == "rubbish":
            request.wfile.write(b"\x00\xffno such protocol\r\n\r\n")
        elif kind == "endless":
            self._drip(request)
        else:
            self._say(request, int(rest.partition("/")[0]) if kind == "status" else 201)

    def _say(self, request: BaseHTTPRequestHandler, status: int) -> None:
        request.send_response(status)
        if status == 429:
            request.send_header("Retry-After", "3000" if "/long/" in request.path else "7")
        if status == 302:
            request.send_header("Location", "http://127.0.0.1:1/")
        request.end_headers()

    def _drip(self, request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 201 Created\r\n")
        while not self.is_over.wait(0.01):
            request.wfile.write(b"X-More: " + b"x" * 1_000 + b"\r\n")
            request.wfile.flush()


def check_signature(authorization: str, audience: str) -> dict[str, Any]:
    """The claims of a VAPID header; AssertionError if they are not signed with our key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    facts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert facts["k"] == vapid.public_key()
    signed, _, signature = facts["t"].rpartition(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(facts["k"]))
    halves = raw(signature)
    pair = int.from_bytes(halves[:32]), int.from_bytes(halves[32:])
    try:
        key.verify(encode_dss_signature(*pair), signed.encode(), ec.ECDSA(SHA256()))
    except InvalidSignature as error:
        raise AssertionError("not signed by us") from error
    claims = json.loads(raw(signed.partition(".")[2]))
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert claims["sub"].startswith(("mailto:", "https:"))
    return claims
