"""Lessons in a real browser: from trayfuls under the camera and from photographs, then reading the taught kit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp
from tests.e2e.stand import CameraStand
from tests.tab import resize
from tests.vision import taught

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(240)]
PATIENCE_MS = 60_000
EMPTY = taught.FOLDER / "tokens_empty.jpg"


@pytest.fixture(scope="module")
def camera() -> Iterator[CameraStand]:
    stand = CameraStand(EMPTY)
    yield stand
    stand.stop()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, camera: CameraStand) -> Iterator[Lamp]:
    """A demo with a network camera and a temporary folder for kits."""
    folder = tmp_path_factory.mktemp("school")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "xdg"))
        lamp = Lamp(folder, "--camera", camera.url)
    yield lamp
    lamp.stop()


@pytest.fixture
def stand(camera: CameraStand) -> CameraStand:
    """Empty the tray."""
    camera.show(EMPTY)
    return camera


@pytest.fixture
def taught_lamp(school: Lamp, stand: CameraStand) -> Iterator[Lamp]:
    """Delete the taught kits, so that the next test finds the demo's kits alone."""
    school.until(lambda: school.get("/api/kits")["kits"])
    shipped = {kit["name"] for kit in school.get("/api/kits")["kits"]}
    yield school
    for kit in school.get("/api/kits")["kits"]:
        if kit["name"] not in shipped:
            school.post(f"/api/kits/{kit['name']}/remove")
    school.post("/api/kits/demo_token/use", on=True)


def boxes(page: Page) -> list[list[float]]:
    found: list[list[float]] = (
        page.evaluate("""() => [...document.querySelectorAll('[data-testid=lying] > rect:first-child')]
        .map(r => ['x', 'y', 'width', 'height'].map(side => +r.getAttribute(side)))""")
    )
    return found


def name_all(page: Page, file: str) -> int:
    """Name what the page has not guessed; how many taps it took, the last one included."""
    page.get_by_test_id("trayful").wait_for(timeout=PATIENCE_MS)
    taps = 0
    for place, truth in enumerate(taught.names_of_boxes(file, boxes(page))):
        thing = page.get_by_test_id("lying").nth(place)
        if thing.get_attribute("data-value") == truth:  # "" for an empty place
            continue
        if "now" not in (thing.get_attribute("class") or ""):
            thing.click()
            taps += 1
        guess = page.locator(f'[data-testid="guess"][data-face="{truth}"]')
        (guess if guess.count() else page.get_by_test_id(f"face-{truth}")).click()
        taps += 1
    page.get_by_test_id("keep").click()
    page.get_by_test_id("lesson-wait").wait_for()
    return taps + 1


SMALL = """() => [...document.querySelectorAll('button, a, label.tool, label.btn, input[type=text]')]
    .filter(e => { const box = e.getBoundingClientRect(); return box.width && Math.min(box.width, box.height) < 59.5; }).map(e => e.outerHTML.slice(0, 90))"""
WIDE = (
    "() => Math.max(...[...document.querySelectorAll('.app *:not(svg *)')].map(e => e.getBoundingClientRect().right))"
)


def fits(page: Page) -> None:
    """Check that targets are as large as a finger and inside the screen, in landscape and portrait."""
    for width, height in ((820, 1180), (390, 844), (1180, 820)):
        resize(page, width, height)
        assert page.evaluate(SMALL) == []
        assert page.evaluate(WIDE) <= width + 60


def alone(value: str, file: str, folder: Path) -> Path:
    """The tray with one token of a trayful on it."""
    picture, full = taught.picture("tokens_empty.jpg"), taught.picture(file)
    x, y, w, h = (round(side) for side in next(one["box"] for one in taught.TRUTH[file] if one["value"] == value))
    rows, columns = slice(y - 6, y + h + 6), slice(x - 6, x + w + 6)
    picture[rows, columns] = full[rows, columns]
    cv2.imwrite(str(folder / "alone.jpg"), picture)
    return folder / "alone.jpg"


def test_a_token_set_is_taught_by_trayfuls_and_then_read(
    taught_lamp: Lamp, stand: CameraStand, page: Page, tmp_path: Path
) -> None:
    lamp = taught_lamp
    table = lamp.open("arkham")
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("kits").click()
    page.get_by_test_id("new-tokens").click()
    page.get_by_test_id("begin").click()
    page.get_by_test_id("lesson").wait_for()
    taps = []
    for file in ("tokens_0.jpg", "tokens_1.jpg", "tokens_2.jpg"):
        stand.show(taught.FOLDER / file)
        taps.append(name_all(page, file))
    assert taps[0] <= 1 + 16 + 8 and max(taps[1:]) <= 3, taps
    assert lamp.snapshot(table)["tray"] is None, "what lies there to be taught answers no game"
    page.get_by_test_id("finish").click()
    expect(page.get_by_test_id("alike")).to_be_visible()
    expect(page.get_by_test_id("use")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("home").click()
    page.get_by_test_id("now").wait_for()
    stand.show(EMPTY)
    lamp.until_asks(table, "token", action="investigate")
    stand.rest()  # else a token is what was left of the trayful
    stand.show(alone("elder_sign", "tokens_3.jpg", tmp_path))
    seen = lamp.until(lambda: (lamp.snapshot(table)["tray"] or lamp.snapshot(table)["doubt"] or {}).get("objects"))
    likeliest = [one["value"] or one["alternatives"][0][0] for one in seen if one["kind"] == "token"]
    assert likeliest == ["elder_sign"]


def teach(page: Page, url: str, file: str, *unknown: str) -> None:
    """Name all things of a photograph but those."""
    headers = {"X-Lamplight": "1"}
    photo = {"name": file, "mimeType": "image/jpeg", "buffer": (taught.FOLDER / file).read_bytes()}
    seen = page.request.post(f"{url}/photo", headers=headers, multipart={"photo": photo}).json()["trayful"]
    names = taught.names_of_boxes(file, [one["box"] for one in seen["objects"]])
    said = {"trayful": seen["id"], "names": ["" if name in unknown else name for name in names]}
    assert page.request.post(f"{url}/names", headers=headers, data=said).ok


def test_settled_doubt_becomes_a_shot(taught_lamp: Lamp, stand: CameraStand, page: Page, tmp_path: Path) -> None:
    lamp = taught_lamp
    table = lamp.open("arkham")
    lamp.post("/api/kits", name="mine", kind="token", values=taught.FACES["token"])
    lamp.post("/api/kits/demo_token/use", on=False)
    for file in ("tokens_0.jpg", "tokens_1.jpg"):
        teach(page, f"{lamp.url}/api/kits/mine", file, "skull")
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    lamp.until_asks(table, "token", action="investigate")
    stand.rest()  # else it is what was left of the trayful of a test before
    stand.show(alone("skull", "tokens_2.jpg", tmp_path))
    page.get_by_test_id("doubt").wait_for(timeout=PATIENCE_MS)
    page.locator('[data-face="skull"], [data-testid="face-skull"]').first.click()

    def skull() -> list[int]:
        faces = lamp.get("/api/kits/mine")["kit"]["faces"]
        return [face["corrected"] for face in faces if face["value"] == "skull" and face["corrected"]]

    assert lamp.until(skull) == [1]


def test_a_die_is_taught_by_photographs(taught_lamp: Lamp, page: Page) -> None:
    taught_lamp.until(lambda: taught_lamp.get("/api/kits")["kits"])
    page.goto(f"http://table.local:{taught_lamp.port}/kits")
    page.get_by_test_id("kit-demo_token").wait_for()
    fits(page)
    page.get_by_test_id("new-die").click()
    page.get_by_test_id("preset-mom_d8").click()
    fits(page)
    page.get_by_test_id("kit-name").fill("My dice")
    page.get_by_test_id("begin").click()
    for file in ("dice_0.jpg", "dice_1.jpg"):
        page.get_by_test_id("lesson-photo").set_input_files(taught.FOLDER / file)
        page.get_by_test_id("trayful").wait_for(timeout=PATIENCE_MS)
        fits(page)
        page.get_by_test_id("missing").click()
        page.get_by_test_id("trayful").click(position={"x": 30, "y": 120})
        expect(page.get_by_test_id("lying")).to_have_count(7)
        page.get_by_test_id("take-out").click()
        name_all(page, file)
    fits(page)
    page.get_by_test_id("back").click()
    page.get_by_test_id("finish").click()
    expect(page.get_by_test_id("up")).to_be_visible()
    page.get_by_test_id("up").click()
    expect(page.get_by_test_id("kit-My-dice")).to_contain_text("3 faces · 6 shots")
    page.get_by_test_id("kit-My-dice").click()
    page.get_by_test_id("alike").wait_for()
    fits(page)
    page.get_by_test_id("of-success").click()
    page.get_by_test_id("shot").first.click()
    fits(page)
    page.get_by_test_id("drop").click()
    expect(page.get_by_test_id("shot")).to_have_count(1)
    with page.expect_download() as given:
        page.get_by_test_id("export").click()
    assert given.value.suggested_filename == "My-dice.zip"
    page.get_by_test_id("remove").click()
    page.get_by_test_id("remove-sure").click()
    expect(page.get_by_test_id("kit-My-dice")).to_have_count(0)
    page.get_by_test_id("import").set_input_files(given.value.path())
    expect(page.get_by_role("heading", name="My dice")).to_be_visible()
