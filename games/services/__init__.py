"""Every write: rooms, tables, talk."""
