"""Draws the pictures of pasted links, and the app's icons, as PNG files of few colours."""

import os
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from script.tools.previews import icons
from script.tools.previews.drawings import HEIGHT, SCENES, STATIC, WIDTH, page
from tests.support.browser import FLAGS

FOLDER, APP = STATIC / "img" / "previews", STATIC / "img" / "app"
COLOURS = 96


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        sheet = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for scene in SCENES:
            sheet.set_content(page(scene))
            sheet.evaluate("document.fonts.ready")
            picture = Image.open(BytesIO(sheet.screenshot())).convert("RGB")
            target = FOLDER / f"{scene}.png"
            picture.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
            print(f"{target.name}: {target.stat().st_size} bytes")
        draw_icons(browser)
        browser.close()


def draw_icons(browser: Browser) -> None:
    APP.mkdir(exist_ok=True)
    for icon in icons.ICONS:
        sheet = browser.new_page(viewport={"width": icon.size, "height": icon.size})
        sheet.set_content(icons.page(icon))
        target = APP / f"{icon.name}.png"
        picture = Image.open(BytesIO(sheet.screenshot(omit_background=True)))
        picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(target, optimize=True)
        print(f"{target.name}: {target.stat().st_size} bytes")
        sheet.close()


if __name__ == "__main__":
    main()
