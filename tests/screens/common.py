"""The screens that all games share: the shelf, a new evening, drawers, kits and readers."""

from __future__ import annotations

from tests.screens.moment import golden
from tests.screens.screen import Screen
from tests.screens.tags import laid
from tests.screens.trays import undone

TURN = golden("arkham", "evening", "Round 2: Ben misses|choose an action > Investigate")

SCREENS = (
    Screen("shelf", "The games, and the evenings that wait to be gone on with.", path="/", shows="game-arkham"),
    Screen(
        "new-mansions", "A new evening of Mansions: who plays, which scenario.", path="/new/mansions", shows="begin"
    ),
    Screen("kits", "The kits: what the camera knows.", path="/kits", shows="kit-d6"),
    Screen("kit", "One of them: its faces, as they were shown.", path="/kits#kit/investigation-dice", shows="use"),
    Screen("kit-new", "Which die is to be taught?", path="/kits#new/die", shows="preset-mom_d8"),
    Screen(
        "kit-lesson",
        "A die is taught: it is shown face by face.",
        path="/kits#teach/noise-die",
        taps=("lesson-preview",),
        shows="lesson-preview",
    ),
    Screen(
        "kit-lesson-naming",
        "What lies on the tray is named: one is still open.",
        path="/kits#teach/investigation-dice",
        shows="guess",
    ),
    Screen(
        "setup-first",
        "The first page of a new house: the table wants to be set up.",
        path="/",
        shows="set-up",
        sees="nothing",
    ),
    Screen(
        "setup-well", "The table is set up: the camera sees its tray well.", path="/setup#camera", shows="sees-well"
    ),
    Screen(
        "setup-advice",
        "The tray is half in sight: what to do about it.",
        path="/setup#camera",
        shows="advice-cut_off",
        sees="badly",
    ),
    Screen("setup-camera", "Which camera is it to be?", path="/setup#camera/choose", shows="way-hand"),
    Screen("setup-tray", "Where the tray is: markers to print, or four taps.", path="/setup#tray", shows="print"),
    Screen("setup-dice", "What is played with, and what is known of it.", path="/setup#dice", shows="known-d6"),
    Screen(
        "setup-throw",
        "A test throw: what was read of it, and how well.",
        path="/setup#throw",
        shows="graded",
    ),
    Screen("setup-house", "What this house runs on.", path="/setup#house", shows="versions"),
    Screen("readers", "The readers, what each tells, and what their tags stand for.", path="/readers", shows="home"),
    Screen(
        "readers-lesson",
        "Tags are taught: eight are named, the ninth was laid and is asked about.",
        path="/readers#teach",
        happens=laid,
        shows="teach-now",
    ),
    Screen(
        "record",
        "An evening is kept as a file, another one is brought.",
        path="/record#arkham-turn",
        taps=("keep-arkham-turn",),
        shows="question",
    ),
    Screen("house", "How the house is, when all is well.", path="/house", shows="figures"),
    Screen(
        "mending",
        "The disk has failed: what could be saved, the backup, and nothing is done before somebody chooses.",
        path="/mending",
        taps=("take-saved",),
        shows="sure",
    ),
    Screen(
        "enter",
        "The page of a device that was not let in; a new house has no tablet yet.",
        path="/enter",
        shows="claim",
    ),
    Screen(
        "devices",
        "Who was let in, as what, and a code for the next one.",
        path="/devices",
        taps=("invite-wall",),
        shows="code",
    ),
    Screen("build", "Build your table: how high the camera hangs.", path="/build", shows="verdict"),
    Screen("menu", "The menu: by hand, seats, devices, how this device is.", TURN, taps=("menu",)),
    Screen("join", "A phone is invited to a seat.", TURN, taps=("menu", "invite-1")),
    Screen("sound", "Sounds, moments and reading aloud.", TURN, taps=("sound",)),
    Screen("rules", "Every clause of the rules, in our own words.", TURN, taps=("rules",)),
    Screen("free-roll", "Dice that no game asks for.", TURN, taps=("free-roll",)),
    Screen("log", "What has happened, the newest first.", TURN, taps=("log",)),
    Screen(
        "log-mending",
        "A token in the log was another one: what follows from that, before it is applied.",
        golden("arkham", "evening", "Round 2: Ann shakes|choose an action > Move"),
        taps=("log", "#[data-testid^=amend-]", "#[data-testid=face--2] >> nth=-1"),
        shows="preview",
    ),
    Screen("looking-back", "The evening as it stood an hour ago.", TURN, taps=("log", "look-back")),
    Screen(
        "keep-the-dice",
        "A step was taken back that lay before a draw: is the token kept?",
        golden("arkham", "evening", "Round 2: Ben misses|choose an action > Investigate"),
        happens=undone("reveal"),
        shows="keep-card",
    ),
)
