"""Which people have logged in in the same browser, for those who look after rated games."""

from collections.abc import Iterable
from itertools import combinations

from games.models import Player, SharedBrowser
from games.text.numbers import ID_DIGITS, whole_number


def note_browser(accounts: Iterable[str]) -> None:
    """Store that these accounts, by id, have all logged in in one browser."""
    numbers = {whole_number(each, ID_DIGITS) for each in accounts} - {None}
    if len(numbers) < 2:
        return
    players = Player.objects.filter(user__in=numbers).order_by("pk").values_list("pk", flat=True)
    SharedBrowser.objects.bulk_create(
        [SharedBrowser(one_id=one, other_id=other) for one, other in combinations(players, 2)],
        ignore_conflicts=True,
    )
