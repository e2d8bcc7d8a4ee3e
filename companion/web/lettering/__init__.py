"""A tool for those who change the page's fonts: `python -m companion.web.lettering FOLDER`. The page itself needs none of it."""
