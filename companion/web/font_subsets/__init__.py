"""A tool for those who change the page's fonts: `python -m companion.web.font_subsets FOLDER`. The page itself needs none of it."""
