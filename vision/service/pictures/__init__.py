"""The pictures that the camera process stores: for the page, for those who teach or set up, and of doubtful readings."""

from vision.service.pictures.page_images import PageImages, TrayPictures, page_images

__all__ = ["PageImages", "TrayPictures", "page_images"]
