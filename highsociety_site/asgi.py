"""The ASGI entry point: HTTP to Django, websockets to the consumers."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highsociety_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from games.accounts.addresses import TrustedProxies  # noqa: E402
from games.live.origin_check import SameOrigin  # noqa: E402
from games.live.routing import urlpatterns  # noqa: E402
from games.server.admission import Admission  # noqa: E402
from games.server.http_threads import PageHandler  # noqa: E402
from games.server.probes import Probes  # noqa: E402
from games.server.request_log import Observed  # noqa: E402

site = ProtocolTypeRouter(
    {
        "http": PageHandler(),
        "websocket": SameOrigin(SessionMiddlewareStack(URLRouter(urlpatterns))),
    }
)
application = Probes(TrustedProxies(Observed(Admission(site))))
