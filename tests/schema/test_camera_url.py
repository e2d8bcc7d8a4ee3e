"""The address of a camera as it may be shown."""

from __future__ import annotations

import pytest

from companion.schema import hide_secrets

SHOWN = {
    "": "",
    "0": "0",
    "/dev/v4l/by-id/usb-cam@2": "/dev/v4l/by-id/usb-cam@2",
    "http://192.168.1.7:8080/video": "http://192.168.1.7:8080/video",
    "http://ann:sesame@[fe80::1]:8080/video": "http://[fe80::1]:8080/video",
    "rtsp://ann:sesame@192.168.1.7/live": "rtsp://192.168.1.7/live",
    "http://ann:sesa@me@192.168.1.7/video": "http://192.168.1.7/video",
    "http://ann:sesa/me@192.168.1.7/video": "http://192.168.1.7/video",
    "http://ann:sesa?me@192.168.1.7/video": "http://192.168.1.7/video",
    "http://192.168.1.7/now.jpg?user=ann&pwd=sesame": "http://192.168.1.7/now.jpg?…",
    "http://192.168.1.7/now.jpg?user=a@b&pwd=sesame": "http://b?…",
    "http://192.168.1.7/now.jpg#sesame": "http://192.168.1.7/now.jpg?…",
}


@pytest.mark.parametrize("address", SHOWN)
def test_an_address_is_shown_without_what_may_be_secret(address: str) -> None:
    assert hide_secrets(address) == SHOWN[address]
