"""What a question is called towards a board, which cannot hold its name."""

from __future__ import annotations

import secrets

MOST_TOKENS = 0xFFFF  # a token has two bytes, and is never 0


class QuestionTokens:
    """Numbers that stand for questions towards readers that cannot hold their names. For one thread.

    They begin anywhere: a token that a board still carries from a process before this one should mean nothing to this one.
    """

    def __init__(self, first: int = 0) -> None:
        self._next = first or 1 + secrets.randbelow(MOST_TOKENS)
        self._of: dict[str, int] = {}

    def __call__(self, question: str) -> int:
        """The token of a question, the same for the same one; 0 where nothing is asked."""
        if not question:
            return 0
        if question not in self._of:
            if len(self._of) >= MOST_TOKENS // 2:
                del self._of[next(iter(self._of))]  # the oldest; its number comes again only after as many others
            self._of[question] = self._next
            self._next = self._next % MOST_TOKENS + 1
        return self._of[question]
