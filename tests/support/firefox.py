"""Firefox, driven by Marionette, its own protocol: Debian has no geckodriver."""

import base64
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from marionette_driver import errors
from marionette_driver.by import By
from marionette_driver.geckoinstance import DesktopInstance
from marionette_driver.marionette import Marionette

from tests.support.engine import PATIENCE, Engine
from tests.support.programs import Program
from tests.support.server import free_port, wait_for_port

PROGRAM = "firefox-esr"
NOT_NOW = (
    errors.NoSuchElementException,
    errors.StaleElementException,
    errors.ElementNotInteractableException,
    errors.ElementClickInterceptedException,
)
PREFERENCES = {"intl.accept_languages": "en-GB"}
# Warnings of the DOM are ours, too; those of the layout come from looking at a page while it loads,
# and whether a face that is preloaded is used in time depends on how busy the machine is.
SHOWN = """return Services.console.getMessageArray()
    .filter(each => each instanceof Ci.nsIScriptError && /^https?:/.test(each.sourceName))
    .filter(({ category, flags }) => category === "DOM" || !(flags & Ci.nsIScriptError.warningFlag))
    .filter(({ errorMessage }) => !errorMessage.includes("link preload was not used"))
    .map(each => `${each.sourceName}:${each.lineNumber} ${each.errorMessage}`);
"""


class Firefox(Engine):
    """Firefox without a window."""

    def start(self, started: ExitStack) -> None:
        port = free_port()
        self._write_preferences(port)
        words = ("--headless", "--marionette", "--remote-allow-system-access", "--profile")
        quiet = {"MOZ_CRASHREPORTER_DISABLE": "1"}
        self.program = started.enter_context(
            Program(PROGRAM, *words, str(self.home), home=self.home, **quiet)
        )
        wait_for_port(port, self.program.process)
        self.marionette = Marionette(port=port, socket_timeout=PATIENCE)
        self.marionette.start_session()
        started.callback(self.marionette.delete_session)

    def _write_preferences(self, port: int) -> None:
        usual = DesktopInstance.required_prefs | DesktopInstance.desktop_prefs
        chosen = usual | PREFERENCES | {"marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(chosen[name])});\n" for name in chosen)
        (self.home / "user.js").write_text("".join(lines))

    def open(self, address: str) -> None:
        self.marionette.navigate(address)

    def press(self, selector: str) -> bool:
        try:
            self.marionette.find_element(By.CSS_SELECTOR, selector).click()
        except NOT_NOW:
            return False
        return True

    def evaluate(self, expression: str) -> Any:
        return self.marionette.execute_script(f"return {expression}")

    def complaints(self) -> list[str]:
        noted = super().complaints()
        with self.marionette.using_context("chrome"):
            return noted + self.marionette.execute_script(SHOWN)

    def take_picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.marionette.screenshot(full=False)))
