"""Translation of finished English sentences, by gettext catalogues."""
