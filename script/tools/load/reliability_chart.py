"""A reliability chart as SVG: stated chances to the right, what came of them upwards."""

from collections.abc import Mapping, Sequence

SIZE, EDGE = 360, 48
COLOURS = ("#7a1f3d", "#1f5c7a")
Point = tuple[float, float, float]  # the mean chance, the part won, half the 95 % interval


def chart(series: Mapping[str, Sequence[Point]]) -> str:
    """The chart with a line for each of `series`; a band shows five points on either side."""
    side = SIZE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" '
        'font-family="sans-serif" font-size="12">',
        "<title>Stated chances to win, and how often it came true</title>",
        f'<rect width="{side}" height="{side}" fill="#fff"/>',
        f'<polygon points="{_band()}" fill="#e9e4d8"/>',
        f'<path d="M{_at(0, 0)} L{_at(1, 1)}" stroke="#999" stroke-dasharray="4 4"/>',
        *_axes(),
        *(
            part
            for number, (name, points) in enumerate(series.items())
            for part in _line(name, points, number)
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _at(right: float, up: float) -> str:
    return f"{EDGE + SIZE * right:.1f},{EDGE + SIZE * (1 - up):.1f}"


def _band() -> str:
    corners = ((0, 0), (0, 0.05), (0.95, 1), (1, 1), (1, 0.95), (0.05, 0))
    return " ".join(_at(*corner) for corner in corners)


def _axes() -> list[str]:
    parts = [f'<path d="M{_at(0, 1)} L{_at(0, 0)} L{_at(1, 0)}" fill="none" stroke="#333"/>']
    for tenth in range(0, 11, 2):
        x, y = _at(tenth / 10, 0).split(",")
        parts.append(
            f'<text x="{x}" y="{float(y) + 16}" text-anchor="middle">{10 * tenth} %</text>'
        )
        x, y = _at(0, tenth / 10).split(",")
        parts.append(
            f'<text x="{float(x) - 6}" y="{float(y) + 4}" text-anchor="end">{10 * tenth} %</text>'
        )
    middle, low = EDGE + SIZE / 2, EDGE + SIZE + 36
    parts.append(
        f'<text x="{middle}" y="{low}" text-anchor="middle">chance to win, as stated</text>'
    )
    parts.append(f'<text x="{EDGE - 36}" y="{EDGE - 18}">won</text>')
    return parts


def _line(name: str, points: Sequence[Point], number: int) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    path = " L".join(_at(chance, won) for chance, won, _ in points)
    parts = [f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>']
    for chance, won, margin in points:
        low, high = max(0.0, won - margin), min(1.0, won + margin)
        parts.append(f'<path d="M{_at(chance, low)} L{_at(chance, high)}" stroke="{colour}"/>')
        x, y = _at(chance, won).split(",")
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>')
    x, y = EDGE + 12, EDGE + 12 + 18 * number
    parts.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/>')
    parts.append(f'<text x="{x + 10}" y="{y}">{name}</text>')
    return parts
