"""What a letter says, in its reader's language, as text and as HTML; nothing that is hidden."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.password_links import password_path
from games.models import CORRESPONDENCE, Game, Letter, MailAddress
from games.notifications import links
from games.notifications.deciding import absent_players, players_to_act
from games.notifications.text import words_for
from games.play.position import position_of
from games.text.numbers import moment_text

Kind = Letter.Kind
Wish = MailAddress.Wish
WISHED = {Kind.TURN: Wish.TURNS, Kind.DEADLINE: Wish.TURNS, Kind.DIGEST: Wish.DIGEST}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a letter tells, and where it leads."""

    text: str
    link: str
    button: str


@dataclass(frozen=True, slots=True)
class Words:
    """A letter's subject, its lines, and the sentence under them."""

    subject: str
    lines: tuple[Line, ...]
    footer: str


def letter_for(letter: Letter) -> EmailMultiAlternatives | None:
    """The e-mail; None if it is no longer true or no longer wanted."""
    address = letter.address
    if not settings.EMAIL_URL or not _is_wanted(letter, address):
        return None
    with translation.override(address.language):
        words = _words(letter, address)
        return None if words is None else _mail(letter, address, words)


def _is_wanted(letter: Letter, address: MailAddress) -> bool:
    if letter.kind == Kind.VERIFY:
        return address.verified_at is None
    user = address.player.user
    is_active = user is not None and user.is_active and not address.player.is_banned
    if address.verified_at is None or not is_active:
        return False
    return letter.kind == Kind.RESET or address.wish == WISHED[Kind(letter.kind)]


def _words(letter: Letter, address: MailAddress) -> Words | None:
    match letter.kind:
        case Kind.VERIFY:
            text = _("Open this link to get e-mails from High Society at this address.")
            footer = _("If that wasn’t you, ignore this e-mail: we won’t write again.")
            line = Line(text, links.verify_link(address), _("Confirm the address"))
            return Words(_("Confirm your e-mail address"), (line,), footer)
        case Kind.RESET:
            return _new_password(address)
        case Kind.DIGEST:
            return _digest(address)
    game = letter.game
    if game is None or game.version != letter.version or not _waits_for(game, address):
        return None
    return Words(words_for(letter.kind, game)["title"], (_line(game, address.zone),), _why())


def _new_password(address: MailAddress) -> Words | None:
    user = address.player.user
    if user is None:
        return None
    text = _("Set a new password for %(name)s. The link works once.") % {"name": user.username}
    line = Line(text, links.site() + password_path(user), _("Set a new password"))
    footer = _("If you didn’t ask for this, ignore it: your password stays as it is.")
    return Words(_("A new password for High Society"), (line,), footer)


def _digest(address: MailAddress) -> Words | None:
    seats = address.player.seats.filter(
        game__status=Game.Status.RUNNING, game__clock__gte=CORRESPONDENCE
    )
    games = [seat.game for seat in seats.select_related("game__room__host").order_by("game")]
    waiting = [game for game in games if _waits_for(game, address)]
    if not waiting:
        return None
    count = len(waiting)
    subject = ngettext("%(count)s game waits for you", "%(count)s games wait for you", count)
    return Words(
        subject % {"count": count}, tuple(_line(game, address.zone) for game in waiting), _why()
    )


def _waits_for(game: Game, address: MailAddress) -> bool:
    player = address.player_id
    is_turn = player in players_to_act(game)
    return is_turn and bool(absent_players(game.room_id, {player}, timezone.now()))


def _line(game: Game, zone: str) -> Line:
    state = position_of(game.pk, game.version).state
    text = words_for(Kind.TURN, game, state)["body"]
    if game.deadline is not None:
        text = _("%(room)s, until %(time)s") % {
            "room": text,
            "time": moment_text(game.deadline, zone),
        }
    return Line(text, links.site() + reverse("room", args=[game.room.invite]), _("Open the table"))


def _why() -> str:
    return _(
        "You get this because you play High Society by correspondence. You can stop it at any time:"
    )


def _mail(letter: Letter, address: MailAddress, words: Words) -> EmailMultiAlternatives:
    is_about_games = letter.kind in WISHED
    off = links.off_link(address) if is_about_games else ""
    shown: dict[str, Any] = {"words": words, "off": off, "language": address.language}
    headers = {
        # The time tells it from a letter that had this number before a backup was restored.
        "Message-ID": f"<{letter.pk}.{letter.created_at.timestamp():.0f}@{links.host()}>",
        "Auto-Submitted": "auto-generated",
    }
    if off:
        headers["List-Unsubscribe"] = f"<{off}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    sender = settings.EMAIL_FROM or f"High Society <noreply@{links.host()}>"
    mail = EmailMultiAlternatives(
        words.subject, _plain(words, off), sender, [address.address], headers=headers
    )
    mail.attach_alternative(render_to_string("mail/letter.html", shown), "text/html")
    return mail


def _plain(words: Words, off: str) -> str:
    lines = [f"{line.text}\n{line.link}\n" for line in words.lines]
    return "\n".join([*lines, words.footer, off]).rstrip() + "\n"
