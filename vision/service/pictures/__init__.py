"""The pictures that the camera process stores: for the page, for those who teach or set up, and of doubtful readings."""

from vision.service.pictures.page_images import PageImages, page_images
from vision.service.pictures.tray_pictures import TrayPictures

__all__ = ["PageImages", "TrayPictures", "page_images"]
