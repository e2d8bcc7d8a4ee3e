from tests.vision.training.trays.studio import Studio
from vision.training.trays.enrolment import Shot, set_up, shots, take
from vision.training.trays.values import TOKENS


def test_every_face_is_shown_once_a_round_and_cards_once() -> None:
    taken = list(shots(3, {"nemesis_noise", "card"}))
    assert len(taken) == 3 * 6 + 52
    assert len({shot.name for shot in taken}) == len(taken)
    assert [shot.round for shot in taken if shot.kind == "nemesis_noise"] == [0] * 6 + [1] * 6 + [2] * 6


def test_tokens_of_this_set_alone_are_shown_too() -> None:
    assert [shot.value for shot in shots(1, {"token", "d6"}, ("bless",)) if shot.kind == "token"] == [*TOKENS, "bless"]


def test_signs_are_letters_in_names() -> None:
    assert Shot("token", "+1", 0).name == "token_p1_0.jpg"
    assert Shot("token", "-3", 2).name == "token_m3_2.jpg"


def test_a_shot_shows_the_wanted_face_alone(studio: Studio) -> None:
    around = set_up(studio, 1, 0)
    for kind, value in (("mom_d8", "investigation"), ("d20", "17"), ("token", "skull"), ("card", "QH")):
        picture = take(studio, 1, Shot(kind, value, 0), around)
        (told,) = picture.entry["objects"]
        assert (told["kind"], told["value"]) == (kind, value)
        assert picture.image.shape[0] == (352 if kind == "card" else 224)
        assert picture.quality >= 75


def test_rounds_differ_in_light(studio: Studio) -> None:
    assert [set_up(studio, 1, number).light for number in range(3)] == ["warm_lamp", "daylight", "soft_overhead"]
