"""E-mails of a test: an account with an address, a game that writes to it, time that passes."""

import re
from datetime import timedelta

from asgiref.sync import async_to_sync
from django.utils import timezone

from games.models import CORRESPONDENCE, Letter, MailAddress, User
from games.notifications import deciding, mailing
from tests.support.builders import a_game, bid
from tests.support.mail_server import text_of
from tests.support.notifying import everybody_leaves, time_passes

ORIGIN, PASSWORD = "https://play.example", "a fine evening"


def deliver():
    """Look at the games and send the letters that are due."""
    deciding.decide_due()
    while async_to_sync(mailing.send_due)():
        pass


def later(**time):
    """Let so much time pass for letters."""
    for letter in Letter.objects.all():
        for name in ("due_at", "sent_at"):
            if moment := getattr(letter, name):
                setattr(letter, name, moment - timedelta(**time))
        letter.save()


def an_account(player, address="bob@example.com", **more):
    user = User.objects.create_user("bob", password=PASSWORD)
    player.user = user
    player.save()
    facts = {"verified_at": timezone.now(), "language": "en"} | more
    return MailAddress.objects.create(player=player, address=address, **facts)


def a_mail_table(**more):
    """A game over days in which the turn has come to somebody with an account, who is away."""
    here = a_game(clock=CORRESPONDENCE)
    address = an_account(here.people[1], **more)
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    return here, address


def link_in(letter, word):
    """The path of the link with this word in it."""
    found = re.search(rf"{ORIGIN}(/\S*{word}\S*)", text_of(letter))
    return found[1]
