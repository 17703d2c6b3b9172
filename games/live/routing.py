"""The URLs of websockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.live.consumer import RoomConsumer
from games.live.tables_consumer import TablesConsumer

urlpatterns = [
    path("ws/r/<str:invite>/", RoomConsumer.as_asgi()),
    path("ws/tables/", TablesConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),
]
