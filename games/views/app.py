"""What makes the site an app: its manifest, its service worker, and a page without a connection."""

import json
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

WORKER = settings.BASE_DIR / "static" / "js" / "worker" / "service-worker.js"
# Kept by the worker from the start; other files with a fingerprint when they are first used.
FACES = tuple(f"fonts/{face}.woff2" for face in ("display", "text", "text-bold"))
KEPT = ("css/site.css", "img/icon.svg", *FACES)
GROUND, GROUND_DEEP = "#123a31", "#0b2720"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the reader's language."""
    shown = {
        "id": "/",
        "name": "High Society",
        "short_name": "High Society",
        "description": _("Reiner Knizia’s bidding game, with friends or against bots."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": GROUND_DEEP,
        "background_color": GROUND,
        "icons": [
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("maskable-192.png", "192x192", "maskable"),
            _icon("maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [{"name": _("My games"), "url": reverse("my-games")}],
    }
    return JsonResponse(shown, content_type="application/manifest+json")


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    src = static(f"img/app/{name}")
    return {"src": src, "sizes": sizes, "type": "image/png", "purpose": purpose}


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker, after the names of what it keeps; from here its scope is the whole site.

    It is another one as soon as the page that it keeps is: in another language too.
    """
    script = WORKER.read_text()
    release = {
        "offline": reverse("offline"),
        "files": [static(name) for name in KEPT],
        "static": settings.STATIC_URL,
        "icon": static("img/app/icon-192.png"),
        "badge": static("img/app/badge.png"),
    }
    text = json.dumps(release)
    page = render_to_string("pages/offline.html")
    release["id"] = sha256(f"{text}{script}{page}".encode()).hexdigest()[:12]
    response = HttpResponse(
        f"const RELEASE = {json.dumps(release)};\n{script}",
        content_type="text/javascript; charset=utf-8",
    )
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker keeps; it is the same for everybody."""
    return render(request, "pages/offline.html")
