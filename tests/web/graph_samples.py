"""Snapshots with a map of rooms: an action aboard a ship, and a draw among locations."""

from __future__ import annotations

from dataclasses import replace

from companion.presentation.responses import PromptView, SeatView, Snapshot
from companion.schema import (
    Bar,
    ChoosePrompt,
    Corridor,
    Count,
    DrawPrompt,
    Duct,
    Graph,
    Heading,
    Member,
    Odds,
    Option,
    Paragraph,
    Refusal,
    Room,
    RoomThreat,
    Roster,
    Step,
    Steps,
    Track,
)

# Records fill their lines: one argument a line would be three times as long.
# fmt: off
ROOMS = (
    Room("r1", "Bridge", 0, 30, ("computer",), note="Set the course: 2 cards."),
    Room("r2", "Room 2", 25, 5, known=False, option="move:r2", other="careful:r2", risk=0.2, note="Nobody was here."),
    Room("r3", "Radio room", 25, 55, ("fire", "egg", "egg"), ("2",), items=3, option="move:r3", other="careful:r3"),
    Room("r4", "Sleep hall", 50, 30, ("bed",), ("1", "3"), "act:r4",
        lurkers=(RoomThreat("adult1", "Adult", "adult", 2),)),
    Room("r5", "Warm hold", 75, 5, ("egg",), lurkers=(RoomThreat("queen1", "Queen", "queen"),)),
    Room("r6", "Main drive", 100, 30, ("engine", "malfunction"), items=1)
)
WAYS = (
    Corridor("c1", ("r1", "r2"), "1"),
    Corridor("c2", ("r1", "r3"), "2·3", noise=True),
    Corridor("c3", ("r2", "r4"), "1·2", beyond="4", noise=True),
    Corridor("c4", ("r3", "r4"), "1", closed=True),
    Corridor("c5", ("r4", "r5"), "2", broken=True),
    Corridor("c6", ("r5", "r6"), "3"),
)
DUCTS = (Duct("t1", "Technical corridor", (("r2", "3"), ("r6", "1·4")), noise=True),)
PLAN = Graph("The ship", ROOMS, WAYS, DUCTS, "Careful")
CREW = Roster("The crew",
    (
        Member("1", "Ann", "Mate", (Count("actions left", 2, 2, "action"), Count("cards in hand", 5, None, "cards")),
            "now"),
        Member("2", "Ben", "Stoker", (Count("light wounds", 1, 2, "wound"), Count("slime", 1, None, "slime")), "done",
            "passed"),
        Member("3", "Cleo", "Medic", (), "gone", "dead")
    )
)
NOBODY = Refusal("NOT_SAME_PLACE", "No Intruder is here.")
ACTION = ChoosePrompt("1", "Ann: choose an action, 2 actions left",
    (
        Option("move:r2", "Move to Room 2"), Option("move:r3", "Move to the Radio room"),
        Option("careful:r2", "Move carefully to Room 2"),
        Option("careful:r3", "Carefully to the Radio room", Refusal("NOISY", "Every corridor there is noisy.")),
        Option("act:r4", "Lie down", Refusal("COMBAT", "Not in combat.")),
        Option("trade", "Trade", Refusal("NOT_SAME_PLACE", "Nobody else is here.")),
        Option("pick_up", "Pick up", NOBODY), Option("shoot", "Shoot", NOBODY), Option("card", "Action card"),
        Option("pass", "Pass until the next turn")
    ),
    at="graph", id="p30.0")
TOKENS = ("+1", "0", "-1", "-2", "-3", "-4", "skull", "cultist", "tablet", "auto_fail", "elder_sign")
DRAW = DrawPrompt("1", "Ann: reveal a chaos token, intellect, 3 needed", tuple(Option(face) for face in TOKENS),
    of=("token",), rule="ST.3", id="p32.0")
WAY = ("Choose the skill", "Commit cards", "Reveal a token", "Token effect", "Add it up", "Compare", "Apply results")
STEPS = Steps("Steps",
    tuple(
        Step(name, "done" if k < 2 else "now" if k == 2 else "todo", "2 icons" if k == 1 else "", f"ST.{k + 1}")
        for k, name in enumerate((*WAY, "End the test"))
    ))
CROWD = tuple(RoomThreat(f"ghoul{k}", "Ghoul", "monster", k % 2) for k in range(3))
PLACES = Graph("Locations",
    (
        Room("hall", "Reading Room", 0, 0, ("clue", "clue"), ("1", "2"), lurkers=CROWD),
        Room("stair", "Drowned Stair", 50, 0, here=("3", "4"),
            lurkers=(*CROWD, RoomThreat("porter", "Porter", "monster"))),
        Room("vault", "Engine Room", 100, 0, known=False, lurkers=CROWD[:2]),
        Room("full", "The Stacks", 50, 60, ("clue",), ("1", "2", "3", "4"), lurkers=CROWD[:2])
    ),
    (Corridor("hall-stair", ("hall", "stair")), Corridor("stair-vault", ("stair", "vault"))))
VIEW = (
    Heading("Ann in the Sleep hall", "2 actions left · 12 turns left"),
    PLAN,
    Track("Turns left", tuple(str(n) for n in range(15, 0, -1)), 3, 7, "self-destruction in 4"),
    Paragraph("Ann has 2 actions; Ben is to come; then the event phase."),
    CREW,
    Odds("If you move", "an encounter", (Bar("Room 2", 0.2, counts=True, note="noise 60%"),), None, "", "rows"),
)


def samples(empty: Snapshot) -> dict[str, Snapshot]:
    sittings = (SeatView("1", "Ann", True, False, 0), SeatView("2", "Ben", False, True, 1))
    deck = replace(empty, game="nemesis", title="Nemesis", sittings=sittings, view=VIEW)
    return {
        "deck": replace(deck, now=ACTION.title, asked=(PromptView(ACTION, "Ann", True),)),
        "located": replace(deck, game="arkham", title="Arkham Horror: The Card Game", now=DRAW.title,
            view=(Heading("Intellect test · Investigate Reading Room", "Ann · intellect 4 · 3 needed"), STEPS, PLACES),
            asked=(PromptView(DRAW, "Ann", True),))
    }
