"""The application of Lamplight: rules, open tables, messaging and the page."""
