"""Those who look after the house, and their browsers."""

from importlib import import_module

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.test import AsyncClient

from games.models import User
from tests.support.visitors import Visitor

make_roles = import_module("games.migrations.0014_logs_that_stay_and_roles").make_roles
copy_permissions = import_module("games.migrations.0019_rename_models_and_fields").copy_permissions


def an_account(role: str = "", *rights: str) -> User:
    """An account of this role, `superuser` included, with further rights of its own."""
    user = User.objects.create_user(f"{role or 'nobody'}{User.objects.count()}")
    user.is_staff, user.is_superuser = bool(role), role == "superuser"
    user.save()
    if role in {"Reviewer", "Moderator"}:
        if not Group.objects.filter(name=role).exists():
            make_roles(apps)  # a test that empties the database takes the roles with it
            copy_permissions(apps)
        user.groups.add(Group.objects.get(name=role))
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return user


class Keeper(Visitor):
    """A browser in which somebody is logged in to the admin."""

    def __init__(self, role: str = "Reviewer", *rights: str, **client: object) -> None:
        super().__init__(**client)
        self.user = an_account(role, *rights)
        self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")

    def look(self, path: str, **extra: object):
        return self.client.get(f"/admin/{path}", **extra)

    def do(self, path: str, **data: object):
        return self.client.post(f"/admin/{path}", data)

    def act(self, action: str, *games: object):
        """An action on games of the list."""
        chosen = [game.pk for game in games]
        data = {"action": action, "_selected_action": chosen}
        return self.client.post("/admin/games/game/", data)


async def streamed(user, action, game):
    """What an action on the list sends."""
    client = AsyncClient()
    await client.aforce_login(user, backend="django.contrib.auth.backends.ModelBackend")
    data = {"action": action, "_selected_action": [game.pk]}
    response = await client.post("/admin/games/game/", data)
    if not response.streaming:
        return response.content.decode()
    return "".join([piece.decode() async for piece in response.streaming_content])
