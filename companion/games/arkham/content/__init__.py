"""Records of printed and typed content, and their loaders."""

from __future__ import annotations

from companion.games.arkham.content.cards import *  # noqa: F403
from companion.games.arkham.content.effects import *  # noqa: F403
from companion.games.arkham.content.library import *  # noqa: F403
from companion.games.arkham.content.parsing import *  # noqa: F403
from companion.games.arkham.content.records import *  # noqa: F403
from companion.games.arkham.content.terms import *  # noqa: F403
