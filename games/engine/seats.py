"""How many seats a game has, and which seat is asked next."""

SEATS = range(3, 6)
MOST_SEATS = SEATS.stop - 1


def _next_seat(active: int, seat: int) -> int:
    """The seat after `seat`, clockwise among those in the mask `active`; -1 for an empty mask."""
    later = active >> seat + 1
    return seat + (later & -later).bit_length() if later else (active & -active).bit_length() - 1


NEXT_SEAT = tuple(
    tuple(_next_seat(active, seat) for seat in range(MOST_SEATS))
    for active in range(1 << MOST_SEATS)
)
"""`NEXT_SEAT[active][seat]`: looked up by rules and bots, as both need it for every bid."""
