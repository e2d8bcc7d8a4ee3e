"""Snapshots to look at: each shows one thing the page must draw."""

from __future__ import annotations

from dataclasses import replace

from companion.presentation.responses import (
    ConflictView,
    DemoOffers,
    DoubtOption,
    DoubtView,
    EveningSteps,
    LastThrow,
    LogChapter,
    LogLineView,
    PastView,
    PromptView,
    ReaderReport,
    ReaderSummary,
    RetractedDice,
    SavePointView,
    SeatView,
    Shelf,
    ShelfGame,
    ShelfTable,
    Snapshot,
    ThrowSlot,
    TrayView,
    UndoableStep,
    WholeTableSource,
)
from companion.schema import (
    BagFace,
    BagView,
    Bar,
    Card,
    Cards,
    ChoosePrompt,
    Count,
    Counters,
    CountPrompt,
    DrawPrompt,
    Heading,
    Odds,
    Option,
    Paragraph,
    Refusal,
    RollPrompt,
    SeenObject,
    ShowPrompt,
    Step,
    Steps,
    Story,
    Sum,
    Term,
    Track,
    WritePrompt,
)
from companion.schema.view import Place, Places
from companion.sessions import FaceCount
from tests.web import board_samples, graph_samples

# Records fill their lines: one argument a line would be three times as long.
# fmt: off
SENSES = (
    ReaderSummary("vision/cam0", "Tray camera", "ready", "4 readings, last 12 s ago"),
    ReaderSummary("bridge/bag", "Bag reader", "ready", "2 readings, last 40 s ago"),
)
SITTINGS = (
    SeatView("1", "Ann", True, False, 0), SeatView("2", "Ben", False, False, 1),
    SeatView("3", "Cleo", False, False, 0)
)
FIRST, SECOND = "Round 1 · Investigators phase", "Round 1 · Mythos phase"
LOG = (
    LogLineView(1, "Night falls on the house.", "fact", "rules", where=FIRST, at=1),
    LogLineView(2, "Ann: 2 actions left", "choice", "hand", 1, 2, ("test",), where=FIRST, at=2, seat="1",
        chosen=("Test a skill",)),
    LogLineView(3, "Ann is to test observation, 2 successes needed.", "fact", "rules", where=FIRST, at=3),
    LogLineView(5, "Ann: success, blank, success", "answer", "camera", 4, 5, ("success", "blank", "success"),
        "mom_d8", FIRST, 7, "1"),
    LogLineView(7, "Ann: 2 successes, 2 needed: passed.", "fact", "rules", where=FIRST, at=7),
    LogLineView(9, "Ben: blank", "answer", "virtual", 8, 9, ("blank",), "mom_d8", SECOND, 9, "2", (), ("success",)),
    LogLineView(11, "Taken back: “Ben: roll 1 die, will”", "undo", "rules", values=("blank",), object="mom_d8",
        where=SECOND, at=9),
    LogLineView(10, "Ben: commit cards", "choice", "hand", 9, 10, where=SECOND, at=10, seat="2"),
    LogLineView(12, "Ann takes 1 damage.", "correction", "rules", where=SECOND, at=12)
)
EMPTY = Snapshot(id="boot-1", assets="sample", table="sample", game="mansions", title="Mansions of Madness",
    seat="table", keeps=True, rev=1, newest=12, now="Ann: roll 3 dice, observation, 2 successes needed", over="",
    sittings=SITTINGS, asked=(), first=False, view=(), doubt=None, tray=None, log=LOG,
    undo=UndoableStep(4, "Ann: roll 3 dice, observation"), aside=(), senses=SENSES, notice=None, demo=None,
    broker="Mosquitto on this machine: nothing is lost when a reader restarts.", join="/api/tables/sample/invite",
    whole=WholeTableSource("scan", ()))
DICE = (Option("success"), Option("investigation"), Option("blank"))
ROLL = RollPrompt("1", "Ann: roll 3 dice, observation, 2 successes needed", DICE, least=3, most=3, of=("mom_d8",),
    zone="tray", rule="MOM-TEST-2", id="p5.0")
STEPS = Steps("The test",
    (
        Step("Choose", "done"), Step("Roll", "now"), Step("Read", "todo"), Step("Turn clues", "todo"),
        Step("Resolve", "todo")
    )
)
ODDS = Odds("Odds before the roll", "3 dice, 2 needed",
    (Bar("0", 0.24), Bar("1", 0.44), Bar("2", 0.26, True, True), Bar("3", 0.06, True)), 0.32,
    "2 or more; with 1 clue 64%")
PEOPLE = (
    Counters("Ann", (Count("Clues", 1), Count("Damage", 2, 6), Count("Horror", 1, 7)), "1"),
    Counters("Ben", (Count("Clues", 0), Count("Damage", 0, 8), Count("Horror", 3, 5)), "2"),
)
HEADING = Heading("Observation test · The locked desk", "Ann · observation 3")
ROLLING = replace(EMPTY, asked=(PromptView(ROLL, "Ann", True),), view=(HEADING, STEPS, ODDS, *PEOPLE),
    demo=DemoOffers(("mom_d8",), ()))
THROWN = (
    SeenObject("mom_d8", "success", 0.99, (), (96, 130, 118, 112)),
    SeenObject("mom_d8", "blank", 0.97, (), (268, 96, 118, 112)),
    SeenObject("mom_d8", "success", 0.98, (), (430, 176, 118, 112)),
)
TRAY = TrayView("r1", "vision/cam0", THROWN, (FaceCount("mom_d8", "success", 2), FaceCount("mom_d8", "blank", 1)),
    None, 0, "2 × success and 1 × blank", "", 0.0, True, None)
PASSED = Sum("Enough: the drawer springs open",
    (Term("successes", 2, rule="MOM-X-TEST-1"), Term("clue", 1, rule="MOM-CLUE-2")), 3, 2, "passed",
    "Ann: 2 successes + 1 clue = 3, 2 needed: passed.", ("success", "blank", "success"), "mom_d8", rule="MOM-X-TEST-2"
)
ON = ChoosePrompt("table", "Ann opens the drawer", (Option("on", "Read the letter"),), id="p7.0")
VERDICT = replace(EMPTY, now="Ann opens the drawer", asked=(PromptView(ON, "Everyone", True),),
    view=(HEADING, replace(STEPS, steps=tuple(Step(s.text, "done") for s in STEPS.steps)), PASSED, *PEOPLE), tray=TRAY
)
DOUBTED = replace(ROLLING,
    doubt=DoubtView("r2", ("p5.0",), "The third die cannot be read.",
        (
            THROWN[0], THROWN[1],
            SeenObject("mom_d8", None, 0.58, (("investigation", 0.58), ("success", 0.37)), (430, 176, 118, 112))
        ),
        ("success", "blank", ""), (2,),
        (DoubtOption(("success", "blank", "investigation"), 0.58), DoubtOption(("success", "blank", "success"), 0.37)),
        ""))
TOKENS = (
    "+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4", "skull", "skull", "cultist", "tablet", "auto_fail",
    "elder_sign"
)
DRAW = DrawPrompt("1", "Roland: reveal a chaos token", tuple(Option(face) for face in TOKENS), of=("token", "tag"),
    zone="bag", rule="ST.3", id="p9.0")
BAG = BagView("In the bag",
    tuple(
        BagFace(face, TOKENS.count(face) - (face == "cultist"), int(face == "cultist")) for face in dict.fromkeys(
            TOKENS)))
WAYS = Odds("Odds before the draw", "intellect 3, difficulty 4",
    (
        Bar("0 icons", 0.25), Bar("1 icon", 0.44), Bar("2 icons", 0.75, True, True), Bar("3 icons", 0.88),
        Bar("4 icons", 0.94)
    ),
    shape="rows")
WAY = (
    "Choose the skill", "Commit cards", "Reveal a token", "Token effect", "Add it up", "Compare", "Apply results",
    "End the test"
)


def _way(now: int) -> Steps:
    return Steps(
        "Steps",
        tuple(
            Step(text, "done" if k < now else "now" if k == now else "todo", "2 icons" if k == 1 else "", f"ST.{k + 1}")
            for k, text in enumerate(WAY)
        ),
    )


ARKHAM = replace(EMPTY, game="arkham", title="Arkham Horror: The Card Game", now="Roland: reveal a chaos token",
    sittings=(SeatView("1", "Roland", True, False, 0), SeatView("2", "Wendy", False, False, 1)), log=LOG[:1])
DRAWING = replace(ARKHAM, asked=(PromptView(DRAW, "Roland", True),),
    view=(
        Heading("Investigate · The cellar door", "Roland · intellect 3"),
        _way(2),
        replace(BAG, faces=tuple(replace(f, count=f.count + f.out, out=0) for f in BAG.faces)),
        WAYS
    ),
    demo=DemoOffers(("token",), (("0F00A1", "cultist"), ("0F00A2", "-1"))))
REVEALED = replace(ARKHAM, now="Roland finds a clue",
    asked=(
        PromptView(
            replace(ON, title="Roland finds a clue", options=(Option("on", "Success by 0: take the clue"),)),
            "Roland", True),
    ),
    view=(
        Heading("Investigate · The cellar door", "Roland · intellect 3"),
        _way(6),
        Sum("Success by 0", (Term("skill", 3), Term("icons", 2), Term("weapon", 1), Term("token", -2)), 4, 4,
            "passed", "3 + 2 + 1 − 2 = 4, 4 needed: passed. Hooded figure: lose one charge on a failure.",
            ("cultist",), "token"),
        BAG, WAYS
    )
)
FAILED = replace(REVEALED, now="Roland: nothing is found",
    asked=(
        PromptView(replace(ON, title="Roland: nothing is found", options=(Option("on", "Go on"),)), "Roland", True),
    ),
    view=(
        REVEALED.view[0], _way(6),
        Sum("The test fails", (Term("skill", 3), Term("auto-fail", 0, "→ 0")), 0, 4, "failed",
            "The result counts as 0, 4 needed: failed.", ("auto_fail",), "token"),
        BAG, WAYS
    )
)
COMMIT = ChoosePrompt("1", "Roland: commit cards",
    (
        Option("deduction", "Deduction"),
        Option("guts", "Guts", Refusal("NO_ICON", "It has no intellect icon.", "AH-ST-2-5")),
        Option("leadership", "Unexpected courage")
    ),
    least=0, most=3, rule="ST.2", id="p8.0")
COMMITTING = replace(DRAWING, now="Roland and Wendy: commit cards",
    sittings=(SeatView("1", "Roland", True, False, 0), SeatView("2", "Wendy", True, False, 1)),
    asked=(
        PromptView(COMMIT, "Roland", True),
        PromptView(replace(COMMIT, seat="2", options=(), id="p8.1", title="Wendy: commit a card"), "Wendy", False)
    )
)
ENDED = replace(ARKHAM, now="The lamp stays lit: you have won.", over="The lamp stays lit: you have won.",
    next="/new/arkham?after=ended",
    view=(Heading("The end", "Round 9"), Story("At dawn", "The harbour is quiet again."), *PEOPLE))
WRITING = replace(ARKHAM, now="Roland: which card is played?",
    asked=(
        PromptView(
            WritePrompt("1", "Roland: which card is played?",
                (Option("Machete"), Option("Flashlight"), Option("Emergency cache")), rule="2.B", id="p4.0"),
            "Roland", True),
    ),
    view=(Heading("Round 2 · investigation", "Roland · 2 actions"), *PEOPLE))
MOVE = ChoosePrompt("1", "Captain: move to",
    (
        Option("move:r2", "Room 2"), Option("move:r3", "Radio room"),
        Option("vent", "Technical corridor", Refusal("NO_PLANS", "You hold no plans of the corridors."))
    ),
    rule="NEM-MOVE-1", id="p3.0")
NEMESIS = replace(EMPTY, game="nemesis", title="Nemesis", now="Captain: move to",
    sittings=(SeatView("1", "Captain", True, False, 0), SeatView("2", "Scout", False, True, 1)),
    asked=(PromptView(MOVE, "Captain", True),),
    view=(
        Heading("Round 3 · player phase", "Captain, action 1 of 2"),
        graph_samples.PLAN,
        Track("Time", tuple(str(n) for n in range(15, 0, -1)), 2),
        Counters("Captain", (Count("Cards in hand", 4), Count("Light wounds", 1, 3), Count("Ammunition", 2, 4)), "1"),
        BagView("Intruder bag", (BagFace("creeper", 1), BagFace("adult", 4), BagFace("blank", 1)), "nemesis_combat")
    )
)
PLAYED = ("10H", "AS", "4C")
DECK = tuple(
    Option(rank + suit, refused=Refusal("GONE", "It lies in the Pile.") if rank + suit in PLAYED else None)
    for suit in "SHDC"
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
)
CARD = ShowPrompt("1", "Morgan: play a card, Clubs adds Might", DECK, of=("card",), zone="seat-1", rule="DYW-TEST-3",
    id="p6.0")
DUEL = replace(EMPTY, game="draw_your_weapon", title="Draw Your Weapon",
    now="Morgan: play a card, Clubs adds Might · Dealer: play a card",
    sittings=(
        SeatView("1", "Morgan", True, False, 0), SeatView("2", "Reyes", False, False, 0),
        SeatView("dealer", "Dealer", True, False, 1)
    ),
    asked=(
        PromptView(CARD, "Morgan", True),
        PromptView(replace(CARD, seat="dealer", title="Dealer: play a card", options=(), id="p6.1"), "Dealer", False)
    ),
    view=(
        Heading("Contest · Might", "Clubs adds Might"),
        Cards("Pile", (Card("10H", "10H", "top"), Card("AS", "AS"), Card("4C", "4C"))),
        Cards("Morgan's weapons", (Card("w1", "Longsword", "6 to 9, black"), Card("w2", "", "", True)), "1"),
        Counters("Morgan", (Count("Might", 2), Count("HP", 7, 10), Count("Hand", 5), Count("Reserve", 2)), "1"),
        Counters("Reyes", (Count("Might", 0), Count("HP", 9, 9), Count("Hand", 4), Count("Reserve", 3)), "2")
    ),
    demo=DemoOffers(("card",), ()))
TARGET = replace(DUEL, now="Dealer: the required result",
    asked=(
        PromptView(
            CountPrompt("dealer", "The required result", least=1, most=30, rule="DYW-SKILL-3", id="p2.0"), "Dealer",
            True),
    )
)
CLUES = replace(ROLLING, now="Ann: turn up to 2 investigations into successes, a clue each",
    asked=(
        PromptView(
            CountPrompt("1", "Ann: turn up to 2 investigations into successes, a clue each", least=0, most=2,
                id="p6.0"),
            "Ann", True),
    ),
    tray=TRAY)
TALE = replace(EMPTY, now="Everyone: what now?",
    asked=(
        PromptView(
            ChoosePrompt("table", "What do you do with the lantern?",
                (
                    Option("take", "Take it along"), Option("leave", "Leave it burning"),
                    Option("smash", "Smash it", Refusal("NO_TOOL", "Nobody carries anything heavy."))
                ),
                id="p2.0"),
            "Everyone", True),
    ),
    view=(
        Heading("The house on the hill", "Round 2 · investigators"),
        Story("The long hall",
            "The lantern swings although the air is still. Somewhere above, a clock begins to strike and does not stop.\nOn the floor lies a glove, still warm."
        ),
        Places("The ground floor",
            (
                Place("hall", "Hall", 0, 0, 2, 2, ("search",), ("1", "2"), "dark"),
                Place("kitchen", "Kitchen", 2, 0, 1.5, 1, ("fire",)),
                Place("study", "Study", 2, 1, 1.5, 1, (), ("3",))
            )
        ),
        Paragraph("Two rounds until the bell."), *PEOPLE
    )
)
WAITING = replace(ROLLING, seat="2", asked=(PromptView(replace(ROLL, options=()), "Ann", False),), demo=None)
FREE = replace(EMPTY,
    tray=TrayView("r9", "vision/cam0", tuple(SeenObject("d6", v, 0.98) for v in ("2", "5", "6")),
        (FaceCount("d6", "2", 1), FaceCount("d6", "5", 1), FaceCount("d6", "6", 1)), 13, 0, "2, 5 and 6: 13", "", 0.0,
        False),
    demo=DemoOffers(("d6", "mom_d8", "token"), ()))
KEEP = replace(ROLLING,
    aside=(RetractedDice("a1", "Ann: roll 3 dice", ("success", "blank", "success"), ("p5.0",), "mom_d8", 1),),
    redo=UndoableStep(13, "Ann: roll 3 dice, observation", 2, things=3))
SAVED = replace(ROLLING,
    saved=(
        SavePointView(1, 3, "Before the attic", 1795371300.0, True, 4),
        SavePointView(2, 14, "The other way", 1795372000.0, False, 0)
    )
)
THEN = replace(ROLLING, now="Ann: 2 actions left", asked=(), undo=None,
    past=PastView(3, 1, 4, FIRST, "Ann: roll 3 dice, observation, 2 successes needed", (), 3))
EVENING = EveningSteps((1, 3, 7, 9, 12), (LogChapter(0, FIRST), LogChapter(3, SECOND)), (1, 3))
SECRET = replace(COMMITTING, asked=(PromptView(replace(COMMIT, secret=True), "Roland", True),))
BLURRED = replace(ROLLING,
    senses=(
        replace(SENSES[0], sees="3 of 4 markers, 2.9 px a millimetre, sharp to 3.4 px",
            advice=(
                "The picture is blurred: wipe the lens or set the focus.",
                "A part of the tray is out of the picture: move the camera until all four corners are seen."
            )
        ),
        SENSES[1]
    )
)
ACTIONS = ChoosePrompt("1", "Roland: choose an action, 2 actions left",
    tuple(
        Option(deed, deed.capitalize()) for deed in (
            "investigate", "move", "fight", "evade", "engage", "draw", "play"
        )
    ),
    rule="AH-ACT-1", id="p12.0")
SEARCHED = replace(EMPTY, game="arkham", title="Arkham Horror: The Card Game", now=ACTIONS.title,
    sittings=(SeatView("1", "Roland", True, False, 0), SeatView("2", "Wendy", False, False, 0)),
    asked=(PromptView(ACTIONS, "Roland", True),),
    view=(Heading("Round 1 · Investigation", "Roland's turn"), REVEALED.view[2], graph_samples.PLAN, BAG),
    just=("Token: cultist.", "Roland finds 1 clue, Study."))
DRAWN = replace(SEARCHED,
    thrown=LastThrow(12, "1", "Roland", "Roland: reveal a chaos token", "token", "camera",
        (ThrowSlot("cultist", 0.98, (("skull", 0.02),)),), ("-1", "cultist", "skull"), 0, True, "",
        replace(ODDS, shape="rows", after="The chance to pass was 69%.")))
HURT = replace(SEARCHED, old=True,
    just=(
        "The enemy phase.", "The ghoul attacks Roland: 1 damage, 0 horror.", "Roland suffers 1 damage, 0 horror.",
        "The priest attacks Roland: 2 damage, 1 horror.", "Roland suffers 2 damage, 1 horror.",
        "Roland is defeated by damage.", "The upkeep phase.",
        "Round 2: everybody readies, draws a card and gains a resource."
    )
)
GONE = replace(ROLLING, sittings=(SITTINGS[0], replace(SITTINGS[1], asked=True, joined=0, claimed=True), SITTINGS[2]),
    asked=(PromptView(replace(ROLL, seat="2", options=()), "Ben", False),), demo=None)
STRANGERS = replace(DOUBTED,
    doubt=replace(DOUBTED.doubt,
        why="Nothing that lies there was read as what is asked for: lay it again, or give it by hand.", objects=(),
        values=(), open=(), guesses=()))
LONG_NAME = "W" * 24
LONG_SITTINGS = (replace(SITTINGS[0], name=LONG_NAME), replace(SITTINGS[1], name=LONG_NAME, claimed=True, joined=0))
LONG_NAMED = replace(SEARCHED, now=f"{LONG_NAME}: choose an action", sittings=LONG_SITTINGS,
    asked=(PromptView(replace(ACTIONS, options=(Option("1", LONG_NAME), *ACTIONS.options)), LONG_NAME, True),),
    undo=UndoableStep(4, f"{LONG_NAME}: choose an action"),
    view=(*SEARCHED.view, replace(PEOPLE[0], title=f"{LONG_NAME} · {LONG_NAME}")),
    just=(f"{LONG_NAME} suffers 1 damage, 0 horror.",))
LONG_GONE = replace(GONE, sittings=LONG_SITTINGS, asked=(PromptView(GONE.asked[0].prompt, LONG_NAME, False),))
MISREAD = replace(DUEL,
    doubt=DoubtView("r4", (DUEL.asked[0].prompt.id,), "Is it the 7 of Clubs or the 7 of Spades?",
        (SeenObject("card", "7C", 0.48, (("7S", 0.4), ("10H", 0.31), ("9C", 0.05)), (200, 150, 170, 240)),), ("7C",),
        (0,), (DoubtOption(("7C",), 0.48),), ""))
TWO_TOLD = replace(REVEALED,
    both=ConflictView("c7", 212, "Roland: reveal a chaos token",
        "The tag reader told skull, the camera tells cultist. Which is it?", "token",
        ReaderReport("bridge/bag", ("skull",)),
        ReaderReport("vision/cam0", ("cultist",), (SeenObject("token", "cultist", 0.97, (), (430, 176, 118, 112)),)),
        (("cultist",),), (), ""))
TOLD_NEXT = replace(TWO_TOLD, both=replace(TWO_TOLD.both, next=("cultist",))) if TWO_TOLD.both else TWO_TOLD
TAG_OFFERED = replace(REVEALED,
    both=ConflictView("b8", 212, "Roland: reveal a chaos token",
        "The tag 04A1B2C3D4E5F6 is not taught yet. Is it skull?", "token", ReaderReport("vision/cam0", ("skull",)),
        ReaderReport("bridge/bag", (), (SeenObject("tag", "04A1B2C3D4E5F6", 1.0),)), (), (), "04A1B2C3D4E5F6"))
FILLED = replace(VERDICT,
    thrown=LastThrow(12, "1", "Ann", "Ann: roll 5 dice, observation, 2 successes needed", "mom_d8", "camera",
        (
            ThrowSlot("success", locked=True),
            ThrowSlot("success", 0.99, (("investigation", 0.01),)),
            ThrowSlot("investigation", 0.61, (("success", 0.3),), said=True),
            ThrowSlot("blank", 0.7, (("investigation", 0.28),), unsure=True),
            ThrowSlot("blank", 0.97)
        ),
        ("success", "investigation", "blank"), 0, True,
        "One die is not sure; whatever it shows, it comes to the same.",
        replace(ODDS,
            bars=(Bar("0", 0.24), Bar("1", 0.44), Bar("2", 0.26, True, True, came=True), Bar("3", 0.06, True)),
            chips=("observation 3", "1 clue to turn", "2 successes needed"), after="Ann was among the best 32%.")))
BY_HAND = replace(ROLLING,
    asked=(PromptView(replace(ROLL, locked=("success",), least=4, most=4), "Ann", True, source="hand"),),
    view=(HEADING, replace(ODDS, chips=("observation 3", "+1 die", "2 successes needed")), *PEOPLE))
BLIND = replace(ROLLING, senses=(replace(SENSES[0], state="retrying", words="looking for it"),), demo=None)
BY_CHANCE = replace(ROLLING, asked=(PromptView(ROLL, "Ann", True, source="virtual"),))
SAMPLES = {
    "filled": FILLED, "by_hand": BY_HAND, "by_chance": BY_CHANCE, "blind": BLIND,
    "two_told": TWO_TOLD, "told_next": TOLD_NEXT, "tag_offered": TAG_OFFERED, "misread": MISREAD, "long": LONG_NAMED,
    "gone_long": LONG_GONE, "drawn": DRAWN, "hurt": HURT, "gone": GONE, "secret": SECRET,
    "rolling": ROLLING, "verdict": VERDICT, "doubted": DOUBTED, "strangers": STRANGERS, "drawing": DRAWING,
    "revealed": REVEALED, "failed": FAILED, "committing": COMMITTING,
    "writing": WRITING, "ended": ENDED, "nemesis": NEMESIS, "duel": DUEL, "target": TARGET,
    "clues": CLUES, "tale": TALE, "waiting": WAITING, "free": FREE, "keep": KEEP, "saved": SAVED, "blurred": BLURRED,
    **board_samples.samples(EMPTY), **graph_samples.samples(EMPTY)
}
SHELF = Shelf("sample",
    (
        ShelfGame("arkham", "Arkham Horror: The Card Game",
            "Skill tests with your own chaos bag: lay the token down, the table does the sum.", (1, 4),
            ("token", "tag"), False),
        ShelfGame("mansions", "Mansions of Madness", "Dice pools, clues and a story of our own in a dark house.",
            (1, 5), ("mom_d8",), False),
        ShelfGame("nemesis", "Nemesis", "Noise in the corridors, and what answers it.", (1, 5),
            ("nemesis_noise", "nemesis_combat"), False),
        ShelfGame("draw_your_weapon", "Draw Your Weapon", "Tests and contests with a deck of cards, led by a Dealer.",
            (1, 6), ("card",), True)
    ),
    (
        ShelfTable("t1", "mansions", "Mansions of Madness", "Ann: roll 3 dice, observation", ("Ann", "Ben", "Cleo"),
            "Night 2 · the cellar, where the water stands and nobody has lit a lamp since"),
        ShelfTable("t2", "nemesis", "Nemesis", "The ship is lost.", ("Ann",), "Round 9", over=True)
    ),
    keeps=True)
