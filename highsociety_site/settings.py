"""Settings, all of them from the environment; with nothing set, one process on SQLite."""

from pathlib import Path

import environ

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.path("DATA_DIR", default=str(BASE_DIR / "data"))

SECRET_KEY = env.str("SECRET_KEY", default="only-for-commands-that-sign-nothing")

INSTALLED_APPS = ["games"]

DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR("db.sqlite3")}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
