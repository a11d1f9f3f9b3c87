"""What the HTTP tests share: daemon, client, contract, cards, a table."""

from support.daemon import SRCDIR  # noqa: F401
