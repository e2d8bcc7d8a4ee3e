"""Facts of Nemesis, and the state after each."""
# Every fact is public. A list of names would repeat the modules.
# ruff: noqa: F403

from __future__ import annotations

from companion.games.nemesis.facts.actions import *
from companion.games.nemesis.facts.crew import *
from companion.games.nemesis.facts.evening import *
from companion.games.nemesis.facts.events import *
from companion.games.nemesis.facts.intruders import *
from companion.games.nemesis.facts.ship import *
