"""The addresses of pages and deeds."""

from django.urls import path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.views import (
    accounts,
    histories,
    pages,
    programs,
    records,
    replays,
    reviews,
    rooms,
    rules,
)

urlpatterns = [
    path("", pages.home, name="home"),
    path("language/", require_POST(set_language), name="set_language"),
    path("me/", histories.my_games, name="my-games"),
    path("me/statistics/", histories.statistics, name="statistics"),
    path("me/opponents/", histories.head_to_head, name="opponents"),
    path("me/import/", records.bring_in, name="import"),
    path("me/records.jsonl", records.all_mine, name="my-records"),
    path("g/<str:key>/record.json", records.one, name="record"),
    path("rules/", rules.show_editions, name="rules"),
    path("rules/<str:edition>/", rules.show_rules, name="rules-of"),
    path("signup/", accounts.sign_up, name="sign-up"),
    path("login/", accounts.log_in, name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("g/<str:key>/", replays.show, name="replay"),
    path("g/<str:key>/share/", replays.share, name="share-game"),
    path("g/<str:key>/play-on/", replays.play_on, name="play-on"),
    path("play/", rooms.play_now, name="play-now"),
    path("rooms/", rooms.open_room, name="open-room"),
    path("join/", rooms.join_by_code, name="join"),
    path("r/<str:invite>/", rooms.show, name="room"),
    path("r/<str:invite>/sit/", rooms.sit, name="sit"),
    path("r/<str:invite>/watch/", rooms.watch, name="watch"),
    path("r/<str:invite>/leave/", rooms.leave, name="leave"),
    path("r/<str:invite>/options/", rooms.choose, name="options"),
    path("r/<str:invite>/lock/", rooms.lock, name="lock"),
    path("r/<str:invite>/remove/", rooms.remove, name="remove"),
    path("r/<str:invite>/host/", rooms.hand_over, name="hand-over"),
    path("r/<str:invite>/bot/", rooms.seat_bot, name="seat-bot"),
    path("r/<str:invite>/start/", rooms.start, name="start"),
    path("r/<str:invite>/break-off/", rooms.break_off, name="break-off"),
    path("r/<str:invite>/absent/", rooms.absent, name="absent"),
    path("r/<str:invite>/play/", rooms.play, name="play"),
    path("r/<str:invite>/talk/", rooms.say, name="talk"),
    path("r/<str:invite>/mute/", rooms.mute, name="mute"),
    path("r/<str:invite>/token/", programs.token, name="token"),
    path("g/<str:key>/review/", reviews.review, name="review"),
    path("api/seat/", programs.seat, name="seat-api"),
    path("r/<str:invite>/qr.svg", rooms.qr_code, name="qr"),
]
