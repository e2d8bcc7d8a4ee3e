import numpy as np

from vision.enrolment.numerals import VALUES, drawn_numerals
from vision.kind_and_face.face_embedding import KEPT


def test_numerals_fit_their_face_in_both_contrasts() -> None:
    kit = drawn_numerals()
    assert {shot.value for shot in kit.shots} == set(VALUES)
    assert all(shot.image.shape == (KEPT, KEPT, 3) for shot in kit.shots)
    rims = {int(shot.image[0].mean()) > 128 for shot in kit.shots}
    assert rims == {True, False}
    assert all(np.ptp(shot.image[0].astype(int), axis=0).max() == 0 for shot in kit.shots), "nothing reaches the edge"
