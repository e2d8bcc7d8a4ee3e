"""Cards: decks, hands, and cards laid or turned."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.cards.decks import *  # noqa: F403
from companion.games.draw_your_weapon.rules.cards.played_cards import *  # noqa: F403
