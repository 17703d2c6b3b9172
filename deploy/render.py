"""A whole nginx configuration for trying the site on this machine, made of the files here.

python deploy/render.py HOME PORT PROCESS-PORT …: prints it; HOME is a directory for what nginx
writes.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent
UPSTREAM = re.compile(r"^map .*?^upstream .*?^}", re.MULTILINE | re.DOTALL)
PROCESS = re.compile(r"(?:^ *server 127\.0\.0\.1:\d+ (.*);\n)+", re.MULTILINE)
WHOLE = """\
daemon off;
worker_processes 1;
worker_rlimit_nofile 16384;
pid {home}/nginx.pid;
error_log {home}/error.log;
events {{ worker_connections 8000; }}
http {{
access_log off;
client_body_temp_path {home}/body;
proxy_temp_path {home}/proxy;
fastcgi_temp_path {home}/fastcgi;
uwsgi_temp_path {home}/uwsgi;
scgi_temp_path {home}/scgi;
{site}
}}
"""
SERVER = "server {{ listen 127.0.0.1:{port}; include {deploy}/nginx-proxy.conf; }}"


def upstream(processes: Sequence[int]) -> str:
    """The upstream of nginx.conf, with processes on these ports."""
    (block,) = UPSTREAM.findall((DEPLOY / "nginx.conf").read_text())
    lines = "".join(rf"    server 127.0.0.1:{port} \1;" + "\n" for port in processes)
    return PROCESS.sub(lines, str(block))


def whole(home: Path, site: str) -> str:
    """A configuration that runs this site in the foreground and writes into `home` alone."""
    return WHOLE.format(home=home, site=site)


def plain_site(port: int, processes: Sequence[int]) -> str:
    """The site by plain HTTP on one port of this machine."""
    return f"{upstream(processes)}\n{SERVER.format(port=port, deploy=DEPLOY)}"


if __name__ == "__main__":
    target, *ports = sys.argv[1:]
    print(whole(Path(target), plain_site(int(ports[0]), [int(port) for port in ports[1:]])))
