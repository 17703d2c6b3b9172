"""The ASGI entry point: pages to Django, sockets to the rooms."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highsociety_site.settings")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from games.origins import SameOrigin  # noqa: E402
from games.routing import urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": SameOrigin(SessionMiddlewareStack(URLRouter(urlpatterns))),
    }
)
