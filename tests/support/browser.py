"""How browsers are started, and what tests at them share."""

from collections.abc import Callable, Iterator

from tests.support.browser_people import Person
from tests.support.server import Server

# Every window loads two pages for the suggestions of an address bar that nobody sees, at four times
# the price of the window. Only the last list counts: it begins with what Playwright switches off.
SWITCHED_OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "AimEnabled"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(SWITCHED_OFF)}",
)
Invite = Callable[..., Person]


def watched(server: Server) -> Iterator[Server]:
    """The server for one test, which fails when something broke on the server's side."""
    before = server.log.stat().st_size
    yield server
    assert "Traceback" not in server.words(before), server.words(before)
