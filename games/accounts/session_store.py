"""Sessions in the database; a cookie that cannot be a session key is not looked up."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

LONGEST_KEY = 40


class SessionStore(DatabaseStore):
    """Django's store with stricter keys: PostgreSQL fails on some strings a cookie can hold."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether the key of a cookie has the form of ours; if not, there is no session."""
        is_plain = bool(key) and len(str(key)) <= LONGEST_KEY and str(key).isascii()
        return is_plain and str(key).isalnum() and bool(super()._validate_session_key(key))  # type: ignore[misc]
