"""The pictures that other sites show of a pasted link, as HTML made of the site's own art."""

import base64
from collections.abc import Iterable
from pathlib import Path

STATIC = Path(__file__).parents[3] / "static"
WIDTH, HEIGHT = 1200, 630
STYLE = """
:root { color-scheme: light; --ground: #123a31; --gold: #dcb963; --card: #fbf5e5; --line: #b99a4c;
    --art-ink: #143c33; --art-paper: var(--card); }
body { position: relative; margin: 0; width: 1200px; height: 630px; overflow: hidden;
    background: var(--ground); color: var(--gold); font-family: Title; text-align: center; }
.rays { position: absolute; inset: 0; background: repeating-conic-gradient(from -90deg at 50% 108%,
    #1b4a3f 0 3deg, var(--ground) 3deg 6deg); }
.frame, .frame::before { position: absolute; inset: 22px; border: 3px solid var(--gold); }
.frame::before { content: ""; inset: 7px; border-width: 1px; }
h1 { position: absolute; inset: 74px 0 auto; margin: 0; font: 104px/1 Title; letter-spacing: .15em;
    text-indent: .15em; text-transform: uppercase; }
h1::after { content: ""; display: block; width: 420px; height: 10px; margin: 22px auto 0;
    border: solid var(--gold); border-width: 2px 0; }
.scene { position: absolute; inset: 250px 0 62px; display: flex; align-items: center;
    justify-content: center; }
.card { position: relative; display: grid; flex: none; place-items: end center; width: 176px;
    height: 250px; margin: 0 -14px; padding-bottom: 14px; box-sizing: border-box;
    border-radius: 14px; background: var(--card); color: #1d1b16; transform-origin: 50% 150%;
    outline: 2px solid var(--line); outline-offset: -9px; box-shadow: 0 0 0 2px #0b2720; }
.card svg { width: 84%; }
.card b { position: absolute; inset: 16px auto auto 20px; font: 38px/1 Title; }
.card--disgrace { background: #f8dcd4; color: #a02a24; outline-color: #e07a6d; }
.letter { display: grid; gap: 26px; place-items: center; width: 620px; height: 270px;
    border-radius: 10px; background: var(--card); outline: 2px solid var(--line);
    outline-offset: -14px; align-content: center; }
.letter > svg { width: 104px; }
.guests { display: flex; gap: 30px; }
.guests svg { width: 66px; }
.play { display: grid; flex: none; place-items: center; width: 190px; height: 190px; margin: 0 46px;
    border: 4px solid var(--gold); border-radius: 50%; background: #0b2720; z-index: 1; }
.play svg { width: 110px; margin-left: 10px; }
.chart { width: 860px; height: 290px; border-radius: 10px; background: var(--card);
    outline: 2px solid var(--line); outline-offset: -14px; }
"""
# Money after each auction, as the charts of a finished game show it.
LINES = (
    ("#cc4f3a", "M70 50 H200 V96 H350 V120 H480 V176 H620 V190 H700 V222 H790"),
    ("#3b7cc9", "M70 50 H140 V84 H270 V110 H420 V140 H560 V204 H740 V240 H790"),
    ("#b5731a", "M70 50 H320 V70 H510 V112 H690 V130 H790"),
)
SEATS = ("#cc4f3a", "#3b7cc9", "#5f8a2c", "#9b53b4", "#b5731a")
FAN = (
    *(("luxury-4", "4"), ("luxury-8", "8"), ("prestige-1", "×2")),
    *(("luxury-10", "10"), ("half", "½")),
)
TILT = 9


def art(id: str, box: str = "0 0 96 96") -> str:
    return f'<svg viewBox="{box}"><use href="#{id}"/></svg>'


def card(id: str, mark: str, angle: float = 0) -> str:
    kind = " card--disgrace" if id in {"half", "minus-five"} else ""
    return f'<div class="card{kind}" style="rotate: {angle}deg">{art(id)}<b>{mark}</b></div>'


def fan() -> str:
    middle = len(FAN) // 2
    return "".join(card(id, mark, TILT * (at - middle)) for at, (id, mark) in enumerate(FAN))


def invitation() -> str:
    crests = "".join(
        f'<span style="color: {colour}">{art(f"crest-{seat}", "0 0 32 32")}</span>'
        for seat, colour in enumerate(SEATS)
    )
    return f'<div class="letter">{art("logo", "0 0 64 64")}<div class="guests">{crests}</div></div>'


def playback() -> str:
    play = f'<div class="play">{art("icon-play", "0 0 24 24")}</div>'
    before = card("luxury-7", "7") + card("luxury-3", "3")
    return before + play + card("prestige-2", "×2") + card("minus-five", "−5")


def chart() -> str:
    lines = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="7"/>'
        for colour, path in LINES
    )
    grid = "".join(f'<path d="M60 {y} H800" stroke="#d9cba0"/>' for y in range(50, 260, 48))
    ends = "".join(
        f'<circle cx="790" cy="{y}" r="11" fill="{colour}"/>'
        for y, (colour, _) in zip((222, 240, 130), LINES, strict=True)
    )
    return f'<svg class="chart" viewBox="0 0 860 290">{grid}{lines}{ends}</svg>'


SCENES = {"home": fan, "room": invitation, "replay": playback, "analysis": chart}


def page(scene: str) -> str:
    """The whole picture as a page that fetches nothing."""
    face = base64.b64encode((STATIC / "fonts" / "display.woff2").read_bytes()).decode()
    return "".join(_page(face, SCENES[scene]()))


def _page(face: str, scene: str) -> Iterable[str]:
    yield "<!doctype html><meta charset=utf-8>"
    yield f"<style>@font-face {{ font-family: Title; src: url(data:font/woff2;base64,{face}) }}"
    yield f"{STYLE}</style>"
    yield f"<div hidden>{(STATIC / 'img' / 'art.svg').read_text()}</div>"
    yield '<div class="rays"></div><div class="frame"></div><h1>High Society</h1>'
    yield f'<div class="scene">{scene}</div>'
