"""What was chosen before the evening: the ship, the open points, who plays whom; and how it begins."""

from __future__ import annotations

from tests.games.nemesis.ship import WRITTEN_SHIP, begun, refused, told


def test_without_choices_the_kittiwake_is_boarded_in_the_order_of_her_crew():
    s = begun(5)
    assert (s.ship.title, s.phase) == ("The Kittiwake", "preparing")
    assert [c.role for c in s.characters.values()] == ["mate", "stoker", "medic", "watch", "surveyor"]


def test_everybody_wakes_in_the_sleep_hall_and_no_card_is_dealt_yet():
    s = begun(2)
    assert {(c.room, c.hand, len(c.deck)) for c in s.characters.values()} == {("r6", (), 10)}
    assert s.rooms["r6"].title == "Sleep hall"
    assert s.rooms["r2"] == s.rooms["r2"].__class__("", 28, 9, explored=False)


def test_what_the_ship_says_is_read_before_the_first_action():
    assert told(begun()) == ("The Kittiwake", begun().ship.text)
    assert begun(ship=WRITTEN_SHIP).told is None


def test_pods_hang_locked_where_the_ship_says():
    assert [(pod.tile, pod.locked) for pod in begun().pods.values()] == [
        ("fore_pods", True), ("fore_pods", True), ("aft_pods", True),
    ]  # fmt: skip


def test_without_decks_the_first_five_cards_are_the_first_hand():
    s = begun(decks="none")
    assert (s.phase, len(s.characters["1"].hand), len(s.characters["1"].deck)) == ("players", 5, 5)


def test_real_cards_are_counted():
    assert begun(hands="box").characters["1"].deck == ("Action card",) * 10


def test_a_role_is_chosen_by_its_name_and_the_others_follow():
    s = begun(3, crew={"2": "mate"})
    assert [c.role for c in s.characters.values()] == ["stoker", "mate", "medic"]
    assert s.characters["2"].weapons[0].name == "officer's pistol"


def test_nobody_is_aboard_twice():
    assert refused(seats=2, crew={"1": "mate", "2": "mate"}).code == "TWICE"


def test_a_role_that_is_not_aboard_is_refused_with_those_that_are():
    assert "mate, stoker" in str(refused(crew={"1": "cat"}).sentence)


def test_a_crew_too_small_is_said():
    ship = {**WRITTEN_SHIP, "crew": WRITTEN_SHIP["crew"][:1]}
    assert refused(seats=2, ship=ship).code == "NO_ROLE_LEFT"


def test_an_open_point_is_as_chosen_and_else_as_the_ship_says():
    s = begun(strict_combat=True, decks="box")
    assert (s.settings.strict_combat, s.settings.decks, s.settings.two_hands) == (True, "box", True)
    assert begun(ship=WRITTEN_SHIP).settings.decks == "box"
    assert refused(decks="sometimes").code == "NOT_USABLE"
