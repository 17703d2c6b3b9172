"""A file of records, as commands take them."""

import pytest


@pytest.fixture
def a_file(tmp_path):
    def write(text):
        path = tmp_path / "games.jsonl"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write
