"""What the people of a room are told at the top of its page, in the reader's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.forms import RoomForm
from games.rooms import notices
from games.screens.rendering import render
from games.screens.snapshot import Snapshot, Viewer


def notice_html(snapshot: Snapshot, viewer: Viewer) -> str:
    """The part `notice`; empty for strangers."""
    sentence = _sentence(snapshot, viewer) if viewer.is_member else ""
    return toast_html("notice", sentence)


def toast_html(part: str, sentence: str = "") -> str:
    """A part that shows a sentence until it is closed."""
    return render("toast", get_language(), part=part, sentence=sentence)


def _sentence(snapshot: Snapshot, viewer: Viewer) -> str:
    if any(viewer.player_id == member.keeps_for_id for member in snapshot.members):
        return _("You weren’t ready, so a bot has your seat. You get it back for the next game.")
    kind, about = notices.parts_of(snapshot.room.notice)
    match kind:
        case notices.BROKEN_OFF if viewer.is_host:
            return _("You broke the game off. It has no result.")
        case notices.BROKEN_OFF:
            return _("The host broke the game off. It has no result.")
        case notices.DESERTED:
            return _("Everybody was away for too long, so the game ended without a result.")
        case notices.OPTIONS:
            return _("Options changed: %(names)s.") % {"names": _labels(about)}
        case notices.OPENED:
            return _("The host opened this table: anyone on this site can find it and join.")
        case notices.CLOSED:
            return _("The host made this room private again, and locked it.")
        case _:
            return ""


def _labels(names: list[str]) -> str:
    fields = RoomForm.base_fields
    return ", ".join(str(fields[name].label) for name in names if name in fields)
