"""Refusals: a stable code, a sentence and an HTTP status; raising one changes nothing.

One module for each part of the site. Import from here: `from games.text.errors import NoSuchRoom`.
"""

from games.text.errors.accounts import *
from games.text.errors.archive import *
from games.text.errors.base import *
from games.text.errors.daily import *
from games.text.errors.open_tables import *
from games.text.errors.play import *
from games.text.errors.rooms import *
