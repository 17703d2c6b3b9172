"""robots.txt: which pages robots may read."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# These fetch a page because somebody pasted its link; a room's link is pasted to be shown.
OF_LINK_PREVIEWS = (
    *("Discordbot", "facebookexternalhit", "LinkedInBot", "Mastodon", "redditbot"),
    *("SkypeUriPreview", "Slackbot", "TelegramBot", "Twitterbot", "WhatsApp"),
)
PRIVATE = (
    *("/admin/", "/api/", "/daily/", "/join/", "/language/", "/leaders/", "/login/", "/logout/"),
    *("/mail/", "/me/", "/offline/", "/p/", "/password/", "/play/", "/push-key/", "/rooms/"),
    *("/signup/", "/tables/"),
)
BY_LINK = ("/g/", "/r/")


def _group(robots: tuple[str, ...], closed: tuple[str, ...]) -> str:
    agents = [f"User-agent: {robot}" for robot in robots]
    return "\n".join([*agents, *(f"Disallow: {prefix}" for prefix in closed)]) + "\n"


TEXT = "\n".join((_group(OF_LINK_PREVIEWS, PRIVATE), _group(("*",), (*PRIVATE, *BY_LINK))))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(TEXT, content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = "public, max-age=3600"
    return response
