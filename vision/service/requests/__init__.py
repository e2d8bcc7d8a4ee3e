"""Handle requests from the bus: prompts, photographs, kits, demo throws, set-up."""

from vision.service.requests.kit_requests import KitRequests
from vision.service.requests.open_question import DemoRequests, OpenQuestion
from vision.service.requests.photo_requests import PhotoRequests
from vision.service.requests.setup_watchers import SetupWatchers

__all__ = ["DemoRequests", "KitRequests", "OpenQuestion", "PhotoRequests", "SetupWatchers"]
