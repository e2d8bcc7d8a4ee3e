"""The page of a table that nobody serves just now: a sentence, and it looks again by itself. Nothing else of a house is needed for it."""

from __future__ import annotations

import html

RETRY_S = 3
"""s until it is asked for again."""
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PAGE_HEAD = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", PAGE_POLICY),
)
PAGE_STYLE = (
    "background:#0c0e11;color:#e9e2d3;font:1.25rem/1.5 sans-serif;margin:20vh auto;max-width:32rem;padding:0 1.5rem"
)


def retry_page(sentence: str, language: str) -> bytes:
    """Of a sentence in that language. Without script: nothing of a table is here that could send one."""
    return (
        f'<!doctype html><html lang="{html.escape(language)}"><head><meta charset="utf-8"><meta http-equiv="refresh" content="{RETRY_S}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Lamplight</title></head>'
        f'<body style="{PAGE_STYLE}"><h1>Lamplight</h1><p>{html.escape(sentence)}</p></body></html>'
    ).encode()
