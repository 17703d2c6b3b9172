"""Django's request for what strangers send: forms are in UTF-8, and parsed once."""

from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIRequest
from django.utils.http import parse_header_parameters

CHARSETS = frozenset({"utf-8", "utf8"})


class SiteRequest(ASGIRequest):
    """A form in another charset, or one that cannot be parsed, is refused with 400."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Read the type of the body, but decode nothing in a charset that a client names.

        Python has codecs that take quadratic time (punycode) and codecs that always fail.
        """
        kind = meta.get("CONTENT_TYPE", "")
        self.content_type, self.content_params = parse_header_parameters(kind)

    def _load_post_and_files(self) -> None:
        try:
            self._check_charset()
            super()._load_post_and_files()
        except BadRequest:
            self._mark_post_parse_error()  # type: ignore[attr-defined]
            raise

    def _check_charset(self) -> None:
        charset = (self.content_params or {}).get("charset", "utf-8")
        if self.method == "POST" and charset.lower() not in CHARSETS:
            raise BadRequest("Forms are sent in UTF-8.")
