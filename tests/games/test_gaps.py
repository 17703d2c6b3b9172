"""What all readers of a finished game share is rendered once, and each is “You” in it."""

from games.screens.gaps import filled, gaps


def test_a_text_is_put_into_every_one_of_its_gaps():
    first, second = gaps(2)

    assert filled(f"<b>{first}</b> {second}, {first}", ["You", "Bob"]) == "<b>You</b> Bob, You"


def test_a_name_with_signs_of_html_is_escaped_in_a_gap():
    (only,) = gaps(1)

    assert filled(f"<b>{only}</b>", ["<i>Ann & Bob’s</i>"]) == (
        "<b>&lt;i&gt;Ann &amp; Bob’s&lt;/i&gt;</b>"
    )


def test_a_name_that_looks_like_a_group_of_a_pattern_stays_as_it_is():
    assert filled(gaps(1)[0], [r"\1\g<0>"]) == r"\1\g&lt;0&gt;"
