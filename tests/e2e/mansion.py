"""A table of Mansions played along a known solution: taps over HTTP, photographs in place of dice."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import vision
from companion.games.mansions.content import Room, toml_scenarios
from tests.e2e.lamp import Lamp

DICE = Path(vision.__file__).parent / "throws" / "mom_d8"
BEST = {1: "1_0", 2: "2_0", 3: "3_0", 4: "4_1", 5: "5_0", 6: "6_0"}
"""How many dice -> the recorded throw with the most successes."""
TURN, MOVE = "MOM-X-TURN-1", "MOM-MOVE-1"
ON = ("go", "hold", "end", "stay")
"""Options that let the round go on, the first that is there."""
MOST_TAPS = 160


def begin(lamp: Lamp, seats: int, **choices: Any) -> str:
    """A new table, with the camera ready."""
    names = ["Ann", "Ben", "Cleo", "Dora", "Emil"][:seats]
    table: str = lamp.post("/api/tables", game="mansions", seats=seats, names=names, choices=choices)["table"]
    lamp.until(lambda: "Tray camera" in lamp.ready(table))
    return table


class Mansion:
    """One table with one investigator, who goes to a token and takes a button of it."""

    def __init__(self, lamp: Lamp, table: str, scenario: str) -> None:
        self.lamp, self.table = lamp, table
        self.rooms = toml_scenarios.shipped(scenario).rooms
        self.parts = {one.name: one.part for one in toml_scenarios.shipped(scenario).components.values()}
        self.taps = 0
        self.by_hand = False  # then dice are tapped, and every one of them is a success

    @property
    def snap(self) -> Any:
        return self.lamp.snapshot(self.table)

    def block(self, kind: str) -> Any:
        """The first block of a kind on the shared screen, or None."""
        return next((block for block in self.snap["view"] if block["kind"] == kind), None)

    def log(self) -> list[str]:
        return [line["text"] for line in self.snap["log"]]

    def space(self, name: str) -> Any:
        """A space of the map."""
        return next(space for space in self.block("board")["spaces"] if space["id"] == name)

    def asks_for_dice(self) -> bool:
        return any(prompt["kind"] == "roll" for prompt in self.lamp.asked(self.table))

    def asks_for_a_step(self) -> Any:
        """Return the prompt of the puzzle, or None."""
        return next((p for p in self.lamp.asked(self.table) if p.get("at", "") == "puzzle"), None)

    def is_free(self) -> bool:
        """Return whether a player has the turn, with nothing to read or to roll."""
        return any(prompt["rule"] == TURN and not prompt["at"] for prompt in self.lamp.asked(self.table))

    def asked(self, words: str) -> Any:
        """The open prompt with these words in its title."""
        return self.lamp.until(lambda: next((p for p in self.lamp.asked(self.table) if words in p["title"]), None))

    def say(self, words: str, *values: str) -> None:
        self.lamp.tap(self.table, self.asked(words), *values)

    def lay(self, throw: str) -> None:
        """Photograph a recorded throw. Settle an unsure die by a tap on the first guess."""
        before = self.snap["rev"]
        self.lamp.photo(self.table, still(throw))
        snap = self.lamp.until(lambda: (now := self.snap)["rev"] > before and now)
        if doubt := snap["doubt"]:
            told = {"reading": doubt["id"], "prompt": doubt["prompts"][0], "values": doubt["guesses"][0]["values"]}
            self.lamp.post(f"/api/tables/{self.table}/doubt", **told)

    def throw(self, prompt: Any) -> None:
        """Return as many dice as prompted, with the most successes available."""
        if self.by_hand:
            self.tap(prompt, *["success"] * prompt["most"])
        else:
            self.lay(BEST[prompt["most"]])

    def until(self, holds: Callable[[], Any]) -> None:
        """Answer all prompts until the condition holds or the game is over."""
        for _ in range(MOST_TAPS):
            if holds() or self.snap["over"]:
                return
            self.onward()
        raise AssertionError(f"it never came to that: {self.snap['now']}")

    def deed(self, token: str, button: str) -> None:
        """Go there and take that button; whatever comes between is answered."""
        for _ in range(MOST_TAPS):
            snap = self.snap
            if snap["over"] or self.deed_step(snap, token, button):
                return
        raise AssertionError(f"{button} of {token} was never to be had: {self.snap['now']}")

    def deed_step(self, snap: Any, token: str, button: str) -> bool:
        """Tap once. Return True when the button was taken."""
        open_prompts = [asked["prompt"] for asked in snap["asked"]]
        there = next((p for p in open_prompts if p.get("at", "") == "board" and token in ids(p)), None)
        card = next((p for p in open_prompts if p["rule"] == TURN and p["seat"] == "1" and not p.get("at", "")), None)
        if any("what is done" in p["title"] and "cancel" in ids(p) for p in open_prompts):
            self.tap(open_prompts[0], button)
            return True
        if there and card and "no action" not in card["title"] and self.here(snap) in self.ends(token):
            self.tap(there, token)
        elif card and "move" in ids(card) and self.here(snap) not in self.ends(token):
            self.tap(card, "move")
        else:
            self.onward(self.ends(token))
        return False

    def onward(self, ends: tuple[str, ...] = ()) -> None:
        """One answer, so that it goes on; a move goes toward one of the ends."""
        snap = self.snap
        prompts = [asked["prompt"] for asked in snap["asked"] if asked["prompt"].get("at", "") not in ("menu", "foes")]
        prompt = next((p for p in prompts if p["kind"] == "roll"), prompts[0])
        possible = ids(prompt)
        if prompt["kind"] == "roll":
            self.throw(prompt)
        elif prompt["kind"] == "count":
            self.tap(prompt, str(prompt["least"]))
        elif prompt["rule"] == MOVE and ends:
            steps = [space for space in route(self.rooms, self.here(snap), ends) if space in possible]
            self.tap(prompt, (steps or possible)[0])
        elif prompt["rule"] == TURN and "1" in possible:
            self.tap(prompt, "1")
        else:
            on = [option for option in ON if option in possible]
            self.tap(prompt, *(on or possible)[: max(1, prompt["least"])])

    def tap(self, prompt: Any, *values: str) -> None:
        self.taps += 1
        self.lamp.tap(self.table, prompt, *values)

    def here(self, snap: Any, seat: str = "1") -> str:
        """The space in which a figure stands."""
        board = next(block for block in snap["view"] if block["kind"] == "board")
        return next((space["id"] for space in board["spaces"] if seat in space["here"]), "")

    def ends(self, token: str) -> tuple[str, ...]:
        """The spaces from which it can be used."""
        part = self.parts[token]
        return (part.space,) if part.space else part.between


def ids(prompt: Any) -> list[str]:
    """The options that can be taken."""
    return [option["id"] for option in prompt["options"] if option["refused"] is None]


def route(rooms: Mapping[str, Room], here: str, ends: tuple[str, ...]) -> list[str]:
    """The spaces on a shortest way to one of the ends, the last of them first."""
    ways: dict[str, list[str]] = {here: []}
    edge = [here]
    while edge:
        space = edge.pop(0)
        if space in ends:
            return ways[space]
        new = [other for other in neighbours(rooms, space) if other not in ways]
        ways |= {other: [other, *ways[space]] for other in new}
        edge += new
    return []


def neighbours(rooms: Mapping[str, Room], here: str) -> list[str]:
    def joined(one: str, other: str) -> bool:
        return other in (*rooms[one].adjacent, *rooms[one].doors)

    return [name for name in rooms if joined(here, name) or joined(name, here)]


def still(throw: str) -> Path:
    """Return a picture of the throw at rest."""
    label = json.loads((DICE / throw / "label.json").read_text())
    return DICE / throw / f"frame_{label['settled_frame']:03}.jpg"
