"""Where sockets go."""

from django.urls import path

from games.consumers import RoomConsumer

urlpatterns = [path("ws/r/<str:invite>/", RoomConsumer.as_asgi())]
