"""Settings from the environment; with nothing set, one process on SQLite."""

import tomllib
from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from highsociety_site import data
from highsociety_site.limits import rates_from

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data")))
data.prepare(DATA_DIR)


def own_version() -> str:
    """The version in pyproject.toml; “?” if that file is not installed."""
    path = BASE_DIR / "pyproject.toml"
    return str(tomllib.loads(path.read_text())["project"]["version"]) if path.exists() else "?"


VERSION = own_version()
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or data.own_secret(DATA_DIR)
# Former keys, whose signatures are still valid.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
SITE_ORIGINS = env.list("SITE_ORIGINS", default=[])
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS

INSTALLED_APPS = [
    "daphne",
    "highsociety_site.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "games",
]
MIDDLEWARE = [
    "games.server.headers.brief_for_files",
    "django.middleware.security.SecurityMiddleware",
    "games.server.headers.private_by_default",
    # Before the policy, which says what a page may load: a file needs none, and many are fetched.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.server.compression.PageCompression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "highsociety_site.urls"
ASGI_APPLICATION = "highsociety_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "libraries": {"parts": "games.screens.part_tag"},
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "games.screens.rendering.UnindentedLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
    {
        "NAME": "table",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "table"],
        "OPTIONS": {"environment": "games.screens.rendering.environment"},
    },
]

FORM_RENDERER = "games.screens.form_renderer.FormRenderer"

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "db.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
POSTGRESQL = env.db("DATABASE_URL") if env.str("DATABASE_URL", "") else {}
if POSTGRESQL:
    POSTGRESQL["OPTIONS"] = {"options": "-c lock_timeout=5s"}
if not POSTGRESQL:
    data.prepare_database(DATA_DIR)
DATABASES = {"default": POSTGRESQL or SQLITE}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CLOCK = env.str("CLOCK", default="on")
BOT_PAUSE = [float(seconds) for seconds in env.list("BOT_PAUSE", default=["0.7", "2.2"])]
# The number of running games a player may play or host at once.
MOST_GAMES = env.int("MOST_GAMES", default=12)
# Who has left so many open games within so many hours joins no open table for the rest of them.
MOST_LEAVES = env.int("MOST_LEAVES", default=3)
LEAVES_HOURS = env.int("LEAVES_HOURS", default=24)
# People whom one person has blocked, or has among their favourites.
MOST_BLOCKS = env.int("MOST_BLOCKS", default=200)
# Seconds after which an auto-bid acts at its turn: as long as a person may take.
ORDER_PAUSE = [float(seconds) for seconds in env.list("ORDER_PAUSE", default=["1.5", "4"])]
# Seconds for which everybody sees what came of a lot, before bots, auto-bids and clocks go on.
LOT_MOMENT = env.float("LOT_MOMENT", default=2)
REVIEW_LOTS = env.int("REVIEW_LOTS", default=3_000_000)
# The number of reviews a player may have in the making at once.
MOST_REVIEWS = env.int("MOST_REVIEWS", default=5)
LIMITS = env.str("LIMITS", default="on")
RATES = rates_from(env)
# Proxies whose X-Forwarded-For and X-Forwarded-Proto count: addresses, networks, or “unix”.
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=[])
# Threads for requests, each with a database connection; further requests wait for one.
HTTP_THREADS = max(1, env.int("HTTP_THREADS", default=8))
HTTP_WAIT = env.float("HTTP_WAIT", default=30)
# The largest body in bytes, and the seconds in which a request has to be complete.
MAX_BODY = env.int("MAX_BODY", default=2_100_000)
REQUEST_SECONDS = env.float("REQUEST_SECONDS", default=30)
# Connections at once: in all (fewer if the process may open fewer files), and connections and
# sockets of one address.
MAX_CONNECTIONS = env.int("MAX_CONNECTIONS", default=10_000)
MAX_CONNECTIONS_PER_ADDRESS = env.int("MAX_CONNECTIONS_PER_ADDRESS", default=200)
MAX_SOCKETS_PER_ADDRESS = env.int("MAX_SOCKETS_PER_ADDRESS", default=100)
# Days after the last presence of a member after which a room is closed, or a running game ends.
ROOM_DAYS = env.float("ROOM_DAYS", default=14)
GAME_DAYS = env.float("GAME_DAYS", default=30)
# Days after which guests who never played are deleted; 0 keeps them for ever.
GUEST_DAYS = env.float("GUEST_DAYS", default=30)
# Seconds between two comparisons of what the sockets of a process show with the database.
HEARTBEAT = env.float("HEARTBEAT", default=5)
# Seconds for which a process holds a due game; after that another process may take it.
LEASE = env.float("LEASE", default=10)
# Seconds after which somebody whose turn it is, and who is not there, is told so.
NOTIFY_AFTER = env.float("NOTIFY_AFTER", default=20)
# The key that signs push messages (P-256, 32 bytes in base64url), and how push services can reach
# the operator: mailto: or https:.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or data.own_vapid_key(DATA_DIR)
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default="")
# Browsers of one person that get push messages.
MOST_PUSH_DEVICES = env.int("MOST_PUSH_DEVICES", default=10)
# E-mail: a server such as smtp+tls://user:password@host:587; without one no e-mail is offered.
EMAIL_URL = env.str("EMAIL_URL", default="")
if EMAIL_URL and not SITE_ORIGINS:
    raise ImproperlyConfigured("EMAIL_URL needs SITE_ORIGINS: e-mails hold links to the site.")
vars().update(env.email_url("EMAIL_URL", default="dummymail://"))
EMAIL_TIMEOUT = 10
EMAIL_FROM = env.str("EMAIL_FROM", default="")
# For tests: push services without TLS and on private addresses.
PUSH_ANYWHERE = env.bool("PUSH_ANYWHERE", default=False)
# Seconds a process has after SIGTERM to finish what it has begun.
DRAIN_SECONDS = env.float("DRAIN_SECONDS", default=10)
REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "games.accounts.passwords.Guard",
    "django.contrib.auth.backends.ModelBackend",
]
# Wrong passwords, at every login: for one account from one address in 15 minutes, for one account
# from everywhere in a day, and from one address in an hour.
LOGIN_TRIES = env.int("LOGIN_TRIES", default=10)
LOGIN_TRIES_PER_ACCOUNT = env.int("LOGIN_TRIES_PER_ACCOUNT", default=50)
LOGIN_TRIES_PER_ADDRESS = env.int("LOGIN_TRIES_PER_ADDRESS", default=100)
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

CSRF_FAILURE_VIEW = "games.views.pages.stale_form"
SESSION_ENGINE = "games.accounts.session_store"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
# Both bind more than this site, and cannot be taken back soon: only the owner of the domain knows.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which ask for these two
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

METRICS = env.str("METRICS", default="off")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS not in {"off", "token", "loopback"}:
    raise ImproperlyConfigured("METRICS is off, token or loopback.")
if METRICS == "token" and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("METRICS=token needs a METRICS_TOKEN of 16 characters or more.")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "games.server.bundles.BundleFinder",
]
BUNDLES_DIR = DATA_DIR / "bundles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "games.server.static_files.StaticFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

SENTRY_DSN = env.str("SENTRY_DSN", default="")
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
FORMATTERS = {
    "text": "games.process.logs.TextFormatter",
    "json": "games.process.logs.JsonFormatter",
}
if LOG_FORMAT not in FORMATTERS:
    raise ImproperlyConfigured("LOG_FORMAT is text or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": FORMATTERS[LOG_FORMAT]}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "count": {"class": "games.process.metrics.ProblemCounter", "level": "WARNING"},
        "without_traceback": {"class": "games.process.suspicious_requests.WithoutTraceback"},
    },
    "root": {
        "handlers": ["console", "count"],
        "level": env.str("LOG_LEVEL", default="WARNING"),
    },
    "loggers": {
        # Logs a traceback each second while Redis is down; the hub logs that once.
        "channels_redis.pubsub": {"level": "CRITICAL"},
        # Django's own handlers would log secrets.
        "django": {"handlers": []},
        # At DEBUG it would log statements with their parameters.
        "django.db.backends": {"level": "INFO"},
        "django.request": {"handlers": ["without_traceback"]},
        "django.security": {"handlers": ["without_traceback"]},
        "twisted": {"level": "ERROR"},
    },
}
