"""A cable between a browser and the server: it can be cut, mended, or carry words one way only."""

import socket
from contextlib import suppress
from threading import Event, Lock, Thread


class Cable:
    """A port of its own that leads to the server's; each connection through it has two threads."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self.door.getsockname()[1]}"
        self.ends: set[socket.socket] = set()
        self.lock = Lock()
        self.is_whole = True
        self.may_ask, self.may_answer = Event(), Event()
        self.may_ask.set()
        self.may_answer.set()
        self.threads = [Thread(target=self._accept)]
        self.threads[0].start()

    def cut(self) -> None:
        """Break every connection, and every one that is tried until the cable is mended."""
        self.is_whole = False
        self._break_all()

    def mend(self) -> None:
        """Carry words both ways again."""
        self.is_whole = True
        self.may_ask.set()
        self.may_answer.set()

    def stall(self) -> None:
        """From now on nothing gets through, but nothing is lost either."""
        self.may_ask.clear()
        self.may_answer.clear()

    def keep_answers_back(self) -> None:
        """From now on the server hears the browser, but not the browser the server."""
        self.may_answer.clear()

    def close(self) -> None:
        """Take the cable away."""
        self.is_whole = False
        self.may_ask.set()
        self.may_answer.set()
        with suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self._break_all()
        for thread in self.threads:
            thread.join(timeout=30)

    def _break_all(self) -> None:
        with self.lock:
            ends = set(self.ends)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self.door.accept()
                self._join(browser)

    def _join(self, browser: socket.socket) -> None:
        if not self.is_whole:
            browser.close()
            return
        try:
            server = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        except OSError:
            browser.close()
            return
        server.settimeout(None)
        with self.lock:
            self.ends |= {browser, server}
        both = Thread(target=self._carry, args=(browser, server))
        self.threads.append(both)
        both.start()

    def _carry(self, browser: socket.socket, server: socket.socket) -> None:
        """Both ways until one end is gone; then neither is left open."""
        answers = Thread(target=self._pour, args=(server, browser, self.may_answer))
        answers.start()
        self._pour(browser, server, self.may_ask)
        answers.join()
        with self.lock:
            self.ends -= {browser, server}
        browser.close()
        server.close()

    def _pour(self, source: socket.socket, drain: socket.socket, gate: Event) -> None:
        with suppress(OSError):
            while words := source.recv(65_536):
                gate.wait()
                drain.sendall(words)
        for end in (source, drain):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
