"""What a visit to a page costs over the wire."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page


def weigh_visit(page: Page, url: str) -> dict[str, int]:
    """Open the page; what was fetched, as path and encoding, with its bytes on the wire."""
    fetched: dict[str, str] = {}
    sizes: dict[str, int] = {}
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.responseReceived", lambda e: fetched.update({e["requestId"]: _name(e)}))
    tools.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: round(e["encodedDataLength"])}),
    )
    page.goto(url, wait_until="networkidle")
    return {fetched[id]: size for id, size in sizes.items() if not fetched[id].startswith("data:")}


def _name(event: Mapping[str, Any]) -> str:
    response = event["response"]
    headers = {name.lower(): value for name, value in response["headers"].items()}
    how = headers.get("content-encoding", "as it is")
    path = re.sub(r"^https?://[^/]*", "", response["url"])
    return f"{path[:60]} ({how})"
