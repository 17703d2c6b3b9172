"""WebKitGTK's small browser on a display of its own, driven by WebDriver."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from selenium.common import exceptions
from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection

from tests.support.display import Display
from tests.support.engine import PATIENCE, Engine
from tests.support.programs import Program
from tests.support.server import free_port, wait_for_port

PROGRAM = "WebKitWebDriver"
NOT_NOW = (
    exceptions.NoSuchElementException,
    exceptions.StaleElementReferenceException,
    exceptions.ElementNotInteractableException,
    exceptions.ElementClickInterceptedException,
)


class WebKit(Engine):
    """MiniBrowser, which comes with the driver."""

    def start(self, started: ExitStack) -> None:
        self.display = started.enter_context(Display(self.home))
        port = free_port()
        driver = Program(
            PROGRAM, f"--port={port}", home=self.home, DISPLAY=self.display.name, NO_AT_BRIDGE="1"
        )
        wait_for_port(port, started.enter_context(driver).process)
        site = ClientConfig(f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.driver = Remote(RemoteConnection(client_config=site), options=WebKitGTKOptions())
        started.callback(self.driver.quit)

    def open(self, address: str) -> None:
        self.driver.get(address)

    def press(self, selector: str) -> bool:
        try:
            self.driver.find_element(By.CSS_SELECTOR, selector).click()
        except NOT_NOW:
            return False
        return True

    def evaluate(self, expression: str) -> Any:
        return self.driver.execute_script(f"return {expression}")

    def take_picture(self, path: Path) -> None:
        """From the display: the driver's own pictures may hang."""
        self.display.take_picture(path)
