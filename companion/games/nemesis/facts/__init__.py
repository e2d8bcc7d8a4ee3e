"""Facts of Nemesis, and the state after each."""
# ruff: noqa: F403  every fact is public: a list of names would repeat the modules

from __future__ import annotations

from companion.games.nemesis.facts.actions import *
from companion.games.nemesis.facts.crew import *
from companion.games.nemesis.facts.evening import *
from companion.games.nemesis.facts.events import *
from companion.games.nemesis.facts.intruders import *
from companion.games.nemesis.facts.ship import *
