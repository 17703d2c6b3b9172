"""The rows of the admin's lists, which are made by our own code, are those that Django makes."""

import re

import pytest
from django.contrib import admin
from django.contrib.admin.templatetags.admin_list import items_for_result
from django.test import RequestFactory
from django.utils import timezone, translation

from games import models
from games.admin.rows import rows_of
from games.rooms import chat
from tests.support.builders import a_game, a_room, play_on
from tests.support.staff import an_account

pytestmark = pytest.mark.django_db
LISTS = ("Game", "Room", "Player", "Message", "Report", "HiddenAccess", "ModerationAction")
NAME = "<b>&'{0}\"%s"


def a_site_with_everything(rng, moderator):
    """Games that are running, over and void, and rows with and without what may be missing."""
    here, empty = a_game(), a_room(1)
    play_on(here, rng)
    models.Game.objects.update(voided_at=timezone.now())
    running = a_game(edition="classic")
    models.Player.objects.filter(pk=here.people[0].pk).update(name=NAME)
    models.Seat.objects.filter(number=0).update(name=NAME)
    models.Room.objects.filter(pk=empty.room.pk).update(host=None, closed_at=timezone.now())
    chat.say(here.room.pk, models.Player.objects.get(pk=here.people[0].pk), NAME)
    models.Report.objects.create(room=here.room, game=here.game, number=3, about=here.people[0])
    models.Report.objects.create(room=empty.room, reason=NAME)
    models.HiddenAccess.objects.create(user=moderator, game=running.game, version=2, reason=NAME)
    told = {"user": moderator, "kind": "rename", "reason": NAME}
    models.ModerationAction.objects.create(player=here.people[0], **told)
    models.ModerationAction.objects.create(player_id=10**9, **told)
    models.ModerationAction.objects.create(until=timezone.now(), **told)


def changes_of(name, user, query=""):
    """The list of the admin as somebody sees it."""
    request = RequestFactory().get(f"/admin/{query}")
    request.user = user
    return admin.site.get_model_admin(getattr(models, name)).get_changelist_instance(request)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", LISTS)
def test_every_row_is_as_django_makes_it(name, language, rng):
    moderator = an_account("superuser")
    a_site_with_everything(rng, moderator)

    with translation.override(language):
        changes = changes_of(name, moderator, "?o=1")
        usual = ["".join(items_for_result(changes, row, None)) for row in changes.result_list]
        ours = ["".join(row) for row in rows_of(changes)]

    assert len(usual) > 1 or name in {"HiddenAccess", "Message"}
    assert ours == usual


def test_what_people_have_typed_is_text(rng):
    moderator = an_account("superuser")
    a_site_with_everything(rng, moderator)

    shown = "".join(
        cell for name in LISTS for row in rows_of(changes_of(name, moderator)) for cell in row
    )

    assert "&lt;b&gt;" in shown
    assert not re.search("<b>", shown)
