"""A browser without scripts, for real servers, and a socket with its cookies."""

import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin

from websockets.sync.client import ClientConnection, connect

from tests.support.server import Server

PATIENCE = 60


class Browser:
    """Gets pages and sends forms; an error of the server is an error here."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.get("/")
        self.get("/signup/")  # a page with a form brings the token

    def get(self, path: str) -> tuple[str, str]:
        """Where it led, and the page."""
        return self._answer(path, None)

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """The same for a form."""
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        fields["csrfmiddlewaretoken"] = str(token)
        return self._answer(path, urlencode(fields).encode())

    def _answer(self, path: str, form: bytes | None) -> tuple[str, str]:
        """Where it led, and the page; 4xx is an answer, too."""
        try:
            answer = self.opener.open(urljoin(self.url, path), form, PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        assert answer.status < 500, f"{path}: {answer.status}"
        with answer:
            return answer.url, answer.read().decode()

    def sign_up(self, name: str) -> None:
        password = "a-long-Secret-1"
        self.post("/signup/", username=name, password1=password, password2=password)

    def socket(self, invite: str) -> ClientConnection:
        return self.socket_at(f"/ws/r/{invite}/")

    def socket_at(self, path: str) -> ClientConnection:
        """A socket of this browser, as a page of the site opens it."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        return connect(
            f"{self.url.replace('http', 'ws')}{path}",
            origin=self.url,
            additional_headers={"Cookie": cookies},
            proxy=None,
            open_timeout=PATIENCE,
        )
