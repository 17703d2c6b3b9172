"""A socket that the server is too busy to let in at once is let in later."""

from websockets.sync.client import connect

from script.tools.load.servers import prepare
from tests.support.server import Server

PATIENCE = 120
# The site beside a database that takes longer over a socket's first question than Daphne waits by
# default, which is 5 s.
ON_A_SLOW_DATABASE = """
import os, threading, time
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
import django
django.setup()
from django.core.management import call_command
from django.db.backends.signals import connection_created

def slowly(execute, *question):
    if threading.current_thread().name.startswith("arrival") and not asked:
        asked.append(question)
        time.sleep(7)
    return execute(*question)

asked = []
def begin(connection, **_):
    connection.execute_wrappers.append(slowly)

connection_created.connect(begin)
call_command("serve")
"""


class SlowServer(Server):
    program = ("-c", ON_A_SLOW_DATABASE)


def test_a_socket_that_waits_for_its_turn_for_long_is_let_in(tmp_path):
    with SlowServer(tmp_path) as server:
        (room,) = prepare(server.environment, tables=1)
        where = f"127.0.0.1:{server.port}"
        cookie = {"Cookie": f"sessionid={room['sessions'][0]}"}
        with connect(
            f"ws://{where}/ws/r/{room['invite']}/",
            origin=f"http://{where}",
            additional_headers=cookie,
            proxy=None,
            open_timeout=PATIENCE,
        ) as socket:
            assert 'id="room"' in socket.recv(timeout=PATIENCE)
