"""Error reports by Sentry's protocol, if SENTRY_DSN is set; otherwise the library is not loaded.

Only the fields listed here are sent: no request, body, variable, breadcrumb, or name of a person or
machine. The message of an error is masked as in the log.
"""

import logging
from typing import TYPE_CHECKING, Any

from django.conf import settings

from games.process import logs

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

EVENT = ("event_id", "timestamp", "level", "platform", "release", "environment", "logger", "sdk")
FRAME = ("filename", "module", "function", "lineno", "in_app")
CODE = ("pre_context", "context_line", "post_context")


def start() -> None:
    """Report what is logged as an error, and what ends a command, to the address of SENTRY_DSN."""
    import sentry_sdk  # noqa: PLC0415 - only where it is wanted
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"high-society@{settings.VERSION}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        default_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            ExcepthookIntegration(),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda _pending, _seconds: None),
        ],
        before_send=report,
        # By default Brotli, as static files need that library; not every receiver can read it.
        _experiments={"transport_compression_algo": "gzip"},  # type: ignore[typeddict-item]
    )


def report(event: "Event", hint: "Hint") -> "Event":
    """The part of an event that may be sent."""
    made: Any = _kept(event, EVENT)
    record = hint.get("log_record")
    if record is not None:
        made["logentry"] = {"message": logs.message_of(record)}
    if raised := event.get("exception"):
        made["exception"] = {"values": [_error(each) for each in raised["values"]]}
    if logs.current_id.get():
        made["tags"] = {"id": logs.current_id.get()}
    return made  # type: ignore[no-any-return]


def _error(raised: Any) -> dict[str, Any]:
    frames = (raised.get("stacktrace") or {}).get("frames") or []
    return {
        "type": raised.get("type"),
        "value": logs.first_line(str(raised.get("value") or "")),
        "stacktrace": {"frames": [_kept(frame, FRAME + CODE) for frame in frames]},
    }


def _kept(facts: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: facts[name] for name in names if name in facts}
