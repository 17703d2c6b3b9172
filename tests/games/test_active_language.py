"""The active language: kept by us in place of Django, and as Django keeps it."""

import asyncio
from threading import Thread

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext, trans_real

from games.text.active_language import ActiveLanguage, remembering


def test_django_keeps_the_language_in_our_variable():
    assert isinstance(trans_real._active, ActiveLanguage)


def test_an_override_ends_with_its_block():
    with translation.override("de"):
        assert gettext("Pass") == "Passen"
        with translation.override("en"):
            assert gettext("Pass") == "Pass"
        assert translation.get_language() == "de"


def test_without_a_language_texts_are_in_the_default_one():
    with translation.override("de"):
        translation.deactivate()
        assert gettext("Pass") == "Pass"


def test_a_new_thread_does_not_have_the_language_of_its_maker():
    heard = []
    with translation.override("de"):
        thread = Thread(target=lambda: heard.append(gettext("Pass")))
        thread.start()
        thread.join()

    assert heard == ["Pass"]


async def test_tasks_have_languages_of_their_own():
    async def speak(language):
        with translation.override(language):
            await asyncio.sleep(0)
            return gettext("Pass")

    assert await asyncio.gather(speak("de"), speak("en"), speak("de")) == [
        "Passen",
        "Pass",
        "Passen",
    ]


def test_a_text_is_looked_up_once_in_each_language():
    asked = []

    def look_up(message):
        asked.append(message)
        return f"{message} in {translation.get_language()}"

    found = remembering(look_up, trans_real._active)
    for language in ("de", "en", "de", "en"):
        with translation.override(language):
            assert found("Twice asked") == f"Twice asked in {language}"

    assert asked == ["Twice asked"] * 2
    known = (trans_real.translation(language).known_texts for language in ("de", "en"))
    assert [texts.pop("Twice asked") for texts in known] == [
        "Twice asked in de",
        "Twice asked in en",
    ]


def test_a_text_that_is_marked_as_safe_stays_so():
    with translation.override("de"):
        assert gettext("Pass") == "Passen"
        assert isinstance(gettext(SafeString("Pass")), SafeString)
        assert not isinstance(gettext("Pass"), SafeString)


def test_a_safe_text_is_looked_up_once_and_is_not_kept_as_safe():
    asked = []

    def look_up(message):
        asked.append(message)
        return SafeString(f"{message}, found")

    found = remembering(look_up, trans_real._active)
    with translation.override("de"):
        texts = [found(SafeString("Safe")), found(SafeString("Safe")), found("Safe")]
        kept = trans_real.translation("de").known_texts.pop("Safe")

    assert [type(text) for text in texts] == [SafeString, SafeString, str]
    assert set(texts) == {"Safe, found"}
    assert asked == ["Safe"]
    assert type(kept) is str
